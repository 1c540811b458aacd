// Descriptor arrays with constant indices; some elements are null, some not.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.3=storage-buffer:size=32,fill=random:61;null;size=32,fill=random:62;null 2.0=storage-buffer:size=128'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.3=storage-buffer:null*3;size=32,fill=random:63 2.0=storage-buffer:size=128'
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 3, std430) buffer A { uint head; uint a[]; } arrays[4];
layout(set = 2, binding = 0, std430) buffer Out { uint result[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  result[i] = arrays[0].a[i] + arrays[1].a[i];
  result[i + 4] = arrays[2].a[i] + arrays[3].head;
  barrier();
  arrays[1].a[i] = 5u;
  arrays[2].a[i] = 6u;
  if (i == 0u) atomicAdd(arrays[3].head, 7u);
  memoryBarrierBuffer();
  result[i + 8] = arrays[1].a[i] + arrays[2].a[i];
  if (i == 1u) result[16] = arrays[0].a.length() * 64 + arrays[2].head;
}
