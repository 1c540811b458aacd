// Structs and nested arrays are copied part by part (trap 23).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2,0.2:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
struct S { uint a; uint b[2][3]; vec2 c; };
layout(set = 0, binding = 0, scalar) buffer A { S s[]; };
layout(set = 0, binding = 2, std430) buffer B { S t[]; };
void main() { t[1] = s[2]; s[3].b = t[0].b; }

// CHECK: %main = OpFunction
// CHECK-COUNT-7: OpFunctionCall %uint %segmented_0_0_load_u32
// CHECK: OpFunctionCall %{{.*}} %segmented_0_0_load_u32
// CHECK-COUNT-7: OpFunctionCall %void %segmented_0_2_store_u32
// CHECK: OpFunctionCall %void %segmented_0_2_store_u32x2
