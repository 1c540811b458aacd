// Accesses behind && and ||, conditional expressions, early returns and in
// functions that are called on both kinds of buffer.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=32,fill=count:1 0.2=storage-buffer:size=64'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=32,fill=count:1 0.1=storage-buffer:null 0.2=storage-buffer:size=64'
#version 450
layout(local_size_x = 8) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer B { uint b[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
uint ReadBoth(uint i) {
  if (a[i] > 3u) return a[i] * 2u;
  if (b[i] > 4u) return b[i] * 3u;
  return 1000u + a[i] + b[i];
}
void Swap(inout uint x, inout uint y) { uint t = x; x = y + 1u; y = t + 2u; }
void main() {
  uint i = gl_LocalInvocationID.x;
  bool both = a[i] != 0u && b[i] != 3u || a[i] == b[i];
  result[i] = both ? a[i] : b[i] + 7u;
  Swap(a[i], b[i]);
  memoryBarrierBuffer();
  result[i + 8u] = ReadBoth(i);
  if (a[i] == 0u) return;
  b[i] = 12345u;
}
