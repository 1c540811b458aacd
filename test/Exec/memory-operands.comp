// Coherent, volatile, readonly, writeonly and restrict buffers under the Vulkan
// memory model: memory operands and decorations stay in force.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=64,fill=random:111 0.2=storage-buffer:size=64,fill=count 0.3=storage-buffer:null 0.4=storage-buffer:size=128'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=64,fill=random:112 0.1=storage-buffer:null 0.2=storage-buffer:null 0.3=storage-buffer:size=64 0.4=storage-buffer:size=128'
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, std430) coherent buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) volatile buffer B { uint b[]; };
layout(set = 0, binding = 2, std430) readonly buffer C { uint c[]; };
layout(set = 0, binding = 3, std430) restrict writeonly buffer D { uint d[]; };
layout(set = 0, binding = 4, std430) buffer Out { uint result[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  result[i] = a[i] + b[i] + c[i];
  a[i] = b[i] * 2u;
  memoryBarrierBuffer();
  b[i] = c[i + 4u];
  memoryBarrierBuffer();
  d[i] = a[i] + 5u;
  result[4 + i] = atomicAdd(a[i + 4u], 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
  result[8 + i] = atomicLoad(b[i], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
  atomicStore(a[i + 8u], 6u + i, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
  memoryBarrierBuffer();
  result[12 + i] = a[i] + b[i];
}
