// Every 32-bit integer atomic, signed and unsigned, with the value it returns.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=128,fill=random:5 0.2=storage-buffer:size=512'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=128,fill=random:6 0.1=storage-buffer:null 0.2=storage-buffer:size=512'
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer B { int b[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  uint v = 0x5a5a5a5au * (i + 1u);
  uint o = i * 32u;
  // Each invocation has elements of its own, so the order does not matter.
  result[o + 0] = atomicAdd(a[i], v);
  result[o + 1] = atomicMin(a[i], v);
  result[o + 2] = atomicMax(a[i], v + 1u);
  result[o + 3] = atomicAnd(a[i + 4], v);
  result[o + 4] = atomicOr(a[i + 4], 0x0ff0u);
  result[o + 5] = atomicXor(a[i + 4], v);
  result[o + 6] = atomicExchange(a[i + 8], i + 3u);
  result[o + 7] = atomicCompSwap(a[i + 8], i + 3u, 99u);
  result[o + 8] = atomicCompSwap(a[i + 8], 0u, 98u);
  result[o + 9] = uint(atomicAdd(b[i], int(v)));
  result[o + 10] = uint(atomicMin(b[i], int(v)));
  result[o + 11] = uint(atomicMax(b[i], -5));
  result[o + 12] = uint(atomicAnd(b[i + 4], int(v)));
  result[o + 13] = uint(atomicOr(b[i + 4], 3));
  result[o + 14] = uint(atomicXor(b[i + 4], -1));
  result[o + 15] = uint(atomicExchange(b[i + 8], -7));
  result[o + 16] = uint(atomicCompSwap(b[i + 8], -7, 6));
  memoryBarrierBuffer();
  result[o + 17] = a[i] + a[i + 4] + a[i + 8] + uint(b[i] + b[i + 4] + b[i + 8]);
}
