// 64-bit integers and doubles, scalars and vectors.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=200,fill=repeat:000000000000f03f 0.2=storage-buffer:size=512'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=200,fill=random:52 0.1=storage-buffer:null 0.2=storage-buffer:size=512'
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 3) in;
layout(set = 0, binding = 0, std430) buffer A { uint64_t a; i64vec2 pairs[]; };
layout(set = 0, binding = 1, std430) buffer B { dvec3 d[2]; double tail[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint64_t result[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  uint o = i * 8u;
  result[o] = a + uint64_t(pairs[i].x) * 3ul;
  result[o + 1] = uint64_t(pairs[i + 1].y);
  result[o + 2] = uint64_t(d[1].z + tail[i] * 2.0LF);
  pairs[i].x = int64_t(i) - 5l;
  tail[i] = 4.0LF;
  memoryBarrierBuffer();
  result[o + 3] = uint64_t(pairs[i].x) + uint64_t(tail[i]);
}
