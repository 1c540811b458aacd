// Accesses stay where they are between barriers, and helpers have no subgroup operations (trap 22).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s --implicit-check-not=OpGroupNonUniform
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { a[1] = 5; barrier(); r[0] = a[1]; memoryBarrierBuffer(); a[2] = 1; }

// CHECK: %main = OpFunction
// CHECK: OpFunctionCall %void %segmented_0_0_store_u32
// CHECK-NEXT: OpControlBarrier
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32
// CHECK: OpMemoryBarrier
// CHECK-NEXT: OpFunctionCall %void %segmented_0_0_store_u32
