// Descriptors that cover a part of their buffer: nothing outside it is read or
// written, and the bytes around it keep their contents.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=256,offset=64,range=50,fill=count 0.1=storage-buffer:null 0.2=storage-buffer:size=512'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=256,offset=128,range=4,fill=count 0.2=storage-buffer:size=512'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --no-null --resources='0.0=storage-buffer:size=256,offset=16,range=33,fill=count 0.1=storage-buffer:size=256,offset=240,range=5,fill=count 0.2=storage-buffer:size=512'
#version 450
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer B { uint b[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  result[i] = a[i];
  result[32 + i] = b[i];
  a[i] = i + 1000u;
  b[i] = i + 2000u;
  memoryBarrierBuffer();
  result[64 + i] = atomicExchange(a[i], i) + b[i];
  if (i == 0u) {
    result[96] = a.length();
    result[97] = b.length();
  }
}
