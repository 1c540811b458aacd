// A Volatile load stays one load of each word, and two of them stay two (trap 34).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
#pragma use_vulkan_memory_model
layout(set = 0, binding = 0, std430) volatile buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = a[1] + a[1]; a[2] = 3; }

// CHECK: %main = OpFunction
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32 %uint_1
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32 %uint_1
// CHECK: %segmented_0_0_load_u32 = OpFunction
// CHECK-COUNT-2: OpLoad %uint {{%[0-9]+}} Volatile
// CHECK-NOT: OpLoad
// CHECK: OpStore {{%[0-9]+}} {{%[0-9]+}} Volatile
