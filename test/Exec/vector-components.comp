// Components of vectors in memory, picked by constants and at run time, and the
// widest loads: whole vectors of each size.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=128,fill=random:121 0.2=storage-buffer:size=256'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=128,fill=random:122 0.1=storage-buffer:null 0.2=storage-buffer:size=256'
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, std430) buffer A { uvec4 a[]; };
layout(set = 0, binding = 1, std430) buffer B { uvec2 b[]; };
layout(set = 0, binding = 2, std430) buffer Out { uvec4 result[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  result[i] = uvec4(a[i][i], a[0][3u - i], b[i][i & 1u], b[2].y);
  barrier();
  a[4][i] = i + 1u;
  b[8u + i][1] = i + 2u;
  a[i].wy = b[i];
  atomicMax(b[i].x, 0x80000000u + i);
  memoryBarrierBuffer();
  result[i + 4u] = a[i];
  result[i + 8u] = uvec4(b[i], b[8u + i]);
}
