// Float atomics: add, exchange, min and max, and atomic loads and stores.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=128,fill=repeat:0000803f 0.2=storage-buffer:size=256'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=128,fill=repeat:0000c03f 0.1=storage-buffer:null 0.2=storage-buffer:size=256'
#version 450
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, std430) buffer A { float a[]; };
layout(set = 0, binding = 1, std430) buffer B { vec4 head; float b[]; };
layout(set = 0, binding = 2, std430) buffer Out { float result[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  uint o = i * 16u;
  float v = float(i) + 0.5;
  result[o + 0] = atomicAdd(a[i], v);
  result[o + 1] = atomicExchange(a[i], v * 2.0);
  result[o + 2] = atomicMin(a[i], 0.25);
  result[o + 3] = atomicMax(a[i], 8.0);
  result[o + 4] = atomicAdd(b[i], v);
  result[o + 5] = atomicMin(b[i], -1.0);
  result[o + 6] = atomicMax(b[i], v);
  result[o + 7] = atomicExchange(b[i + 4], v);
  atomicStore(a[i + 4], v + 3.0, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
  memoryBarrierBuffer();
  result[o + 8] = atomicLoad(a[i + 4], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
  result[o + 9] = a[i] + b[i] + head.w;
}
