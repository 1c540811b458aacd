// Semantics stay, two different ones too; a dropped atomic that orders memory leaves a barrier (trap 21).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = atomicCompSwap(a[r[2]], 1u, 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed); atomicStore(a[1], 3u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease); r[1] = atomicLoad(a[1], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire); }

// CHECK: %segmented_0_0_atomic_compare_exchange_u32 = OpFunction
// CHECK: OpAtomicCompareExchange %uint {{%[0-9]+}} %int_1 %uint_68 %uint_64
// CHECK: OpMemoryBarrier %int_1 %uint_68
// CHECK: %segmented_0_0_atomic_store_u32 = OpFunction %void
// CHECK: OpAtomicStore {{%[0-9]+}} %int_1 %uint_68
// CHECK: %segmented_0_0_atomic_load_u32 = OpFunction %uint
// CHECK: OpAtomicLoad %uint {{%[0-9]+}} %int_1 %uint_66
