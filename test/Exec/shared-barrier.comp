// Workgroup memory and barriers around accesses, which stay in uniform control
// flow.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --groups=2,1,1 --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=128,fill=random:101 0.2=storage-buffer:size=128'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --groups=2,1,1 --resources='0.0=storage-buffer:size=128,fill=random:102 0.1=storage-buffer:null 0.2=storage-buffer:size=128'
#version 450
layout(local_size_x = 16) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer B { uint b[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
shared uint tile[16];
void main() {
  uint i = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  tile[i] = a[g] + b[g];
  barrier();
  uint v = tile[15u - i];
  barrier();
  tile[i] = v + a[g ^ 1u];
  barrier();
  b[g] = tile[(i + 1u) & 15u];
  memoryBarrierBuffer();
  barrier();
  result[g] = b[g] + tile[0] + atomicAdd(a[g], 1u);
}
