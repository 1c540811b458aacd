// Columns and rows of matrices are found one by one (trap 5).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { layout(row_major) mat2x3 rows; mat3x2 columns[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { mat2x3 m = rows; r[0] = floatBitsToUint(m[1][2] + rows[0][r[4] & 1]); columns[1][2] = vec2(1, 2); }

// The row-major one has its components 8 bytes apart.
// CHECK: %main = OpFunction
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32 %uint_0
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32 %uint_2
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32 %uint_4
// CHECK: OpCompositeConstruct %v3float
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32 %uint_1
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32 %uint_3
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32 %uint_5
// CHECK: OpCompositeConstruct %mat2v3float
// CHECK: OpFunctionCall %void %segmented_0_0_store_u32x2 %uint_16
