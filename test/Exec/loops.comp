// Accesses in loop conditions, bodies, continue constructs, and loops of a
// single block.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=48,fill=count:1 0.2=storage-buffer:size=64'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=48,fill=count:2 0.1=storage-buffer:null 0.2=storage-buffer:size=64'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:null 0.2=storage-buffer:size=64'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer B { uint b[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
void main() {
  uint sum = 0u;
  for (int i = 0; i < a.length(); ++i) sum += a[i] * 3u;
  result[0] = sum;
  for (uint i = 0u; a[i] != 0u && i < 20u; i += a[0] + 1u) result[1] += b[i];
  uint k = 0u;
  do { k += b[k & 7u] + 1u; } while (k < b[10] && k < 40u);
  result[2] = k;
  for (uint i = 0u; i < 12u; ++i) {
    if (b[i] == 4u) continue;
    if (a[i] == 9u) break;
    memoryBarrierBuffer();
    a[i] += b[i];
    memoryBarrierBuffer();
    b[11u - i] ^= a[i];
  }
  while (atomicAdd(a[3], 1u) < 30u && k < 60u) ++k;
  result[3] = k;
  memoryBarrierBuffer();
  result[4] = a[1] + b[1];
}
