// 64-bit integer atomics.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=128,fill=random:7 0.2=storage-buffer:size=512'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=128,fill=random:8 0.1=storage-buffer:null 0.2=storage-buffer:size=512'
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, std430) buffer A { uint64_t a[]; };
layout(set = 0, binding = 1, std430) buffer B { uint head; int64_t b[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint64_t result[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  uint64_t v = 0x123456789abcdef0ul * uint64_t(i + 1u);
  uint o = i * 16u;
  result[o + 0] = atomicAdd(a[i], v);
  result[o + 1] = atomicMin(a[i], v);
  result[o + 2] = atomicMax(a[i], v + 1ul);
  result[o + 3] = atomicAnd(a[i], 0xfffffffffffffff0ul);
  result[o + 4] = atomicOr(a[i], 3ul);
  result[o + 5] = atomicXor(a[i], v);
  result[o + 6] = atomicExchange(a[i + 4], 0ul);
  result[o + 7] = atomicCompSwap(a[i + 4], 0ul, v);
  result[o + 8] = uint64_t(atomicAdd(b[i], int64_t(v)));
  result[o + 9] = uint64_t(atomicMin(b[i], -9l));
  result[o + 10] = uint64_t(atomicMax(b[i], 9l));
  result[o + 11] = uint64_t(atomicExchange(b[i + 4], 5l));
  result[o + 12] = uint64_t(atomicCompSwap(b[i + 4], 5l, 6l));
  memoryBarrierBuffer();
  result[o + 13] = a[i] + a[i + 4] + uint64_t(b[i] + b[i + 4]) + uint64_t(head);
}
