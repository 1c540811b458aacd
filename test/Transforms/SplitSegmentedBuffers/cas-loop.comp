// A compare-exchange loop loads once, and its blocks stay as they were (trap 20).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
void main() { uint old = a[1], seen; do { seen = old; old = atomicCompSwap(a[1], seen, seen + 1); } while (old != seen); }

// CHECK: %main = OpFunction
// CHECK: [[OLD:%[0-9]+]] = OpFunctionCall %uint %segmented_0_0_load_u32 %uint_1
// CHECK: OpStore %old [[OLD]]
// CHECK: OpLoopMerge
// CHECK: OpFunctionCall %uint %segmented_0_0_atomic_compare_exchange_u32 %uint_1
// CHECK-NOT: OpFunctionCall
// CHECK-NOT: OpSelectionMerge
// CHECK: OpFunctionEnd
// CHECK: OpAtomicCompareExchange %uint {{%[0-9]+}} %uint_1 %uint_0 %uint_0
