// Every word keeps the memory operands of its access (trap 33).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
#pragma use_vulkan_memory_model
layout(set = 0, binding = 0, std430) coherent buffer A { vec3 a[]; };
void main() { a[1] = a[0]; }

// CHECK: OpMemoryModel Logical Vulkan
// CHECK: %segmented_0_0_load_u32x3 = OpFunction
// CHECK-COUNT-3: OpLoad %uint {{%[0-9]+}} MakePointerVisible|NonPrivatePointer %uint_5
// CHECK: %segmented_0_0_store_u32x3 = OpFunction
// CHECK-COUNT-3: OpStore {{%[0-9]+}} {{%[0-9]+}} MakePointerAvailable|NonPrivatePointer %uint_5
