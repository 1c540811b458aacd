// Loads and stores of 32-bit elements, some by constant, some by invocation.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=64,fill=random:1 0.2=storage-buffer:size=256'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=64,fill=random:2 0.1=storage-buffer:null 0.2=storage-buffer:size=256'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=64,fill=random:2 0.1=storage-buffer:size=64,fill=count 0.2=storage-buffer:null'
#version 450
layout(local_size_x = 8) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer B { int b[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  result[i] = a[i] ^ uint(b[i]);
  result[8 + i] = a[3] + uint(b[7]);
  barrier();
  a[i] = i * 17u;
  b[i] -= int(i);
  memoryBarrierBuffer();
  result[16 + i] = a[i] + uint(b[i]);
  if ((i & 1u) == 0u) a[8 + i] = a[i];
  else b[8 + i] = b[i];
  memoryBarrierBuffer();
  result[24 + i] = a[8 + i] - uint(b[8 + i]);
}
