// A loaded value selects a switch case; the cases load, store and fall through.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=64,fill=count 0.2=storage-buffer:size=128'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=64,fill=count 0.1=storage-buffer:null 0.2=storage-buffer:size=128'
#version 450
layout(local_size_x = 8) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer B { uint b[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  uint r = 100u;
  switch (a[i]) {
    case 0u: r += b[i]; break;
    case 1u: a[i] = 50u; memoryBarrierBuffer();
    case 2u: r += a[i] + 5u; break;
    case 3u: atomicAdd(b[i], r); r = b[i]; break;
    default: r -= a[15u - i]; b[i] = r; break;
  }
  result[i] = r;
  memoryBarrierBuffer();
  switch (b[i] & 3u) {
    case 1u: return;
    case 2u: r = a[8]; break;
    case 3u: r = b[9];
  }
  result[i + 8u] = r;
}
