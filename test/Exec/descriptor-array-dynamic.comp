// Descriptor arrays with indices known at run time only.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --groups=4 --resources='0.0=storage-buffer:size=48,fill=random:71;null;size=36,fill=random:72;null 0.1=storage-buffer:size=512 0.2=storage-buffer:null;size=64,fill=count:5;null*2;size=16,fill=count;null'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --groups=4 --resources='0.0=storage-buffer:null*4 0.1=storage-buffer:size=512 0.2=storage-buffer:size=64,fill=count:9;null*5'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint head; uint a[]; } arrays[4];
layout(set = 0, binding = 1, std430) buffer Out { uint result[]; };
layout(set = 0, binding = 2, std430) buffer B { uint b[4]; } blocks[6];
void main() {
  uint g = gl_WorkGroupID.x;
  uint o = g * 16u;
  result[o] = arrays[g].a[g];
  result[o + 1] = arrays[g].a.length();
  arrays[g].head = g + 100u;
  arrays[g].a[3] += 1u;
  memoryBarrierBuffer();
  result[o + 2] = atomicAdd(arrays[g].a[4], 3u) + arrays[g].head;
  for (int k = 0; k < 4; ++k) result[o + 3] += arrays[k].a[5];
  if (g < 3u) {
    blocks[g].b[1] = g + 7u;
    memoryBarrierBuffer();
    result[o + 4] = blocks[g].b[1] + blocks[g + 3u].b[0];
    result[o + 5] = blocks[g * 2u].b[3];
  }
}
