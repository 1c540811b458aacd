// A header is in piece 0 alone, and elements begin behind it (trap 1).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:3 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint n; float a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = n; r[1] = floatBitsToUint(a[r[2]]); }

// CHECK: %Piece_u32 = OpTypeStruct %_runtimearr_uint
// CHECK: %pieces_0_0_u32 = OpVariable
// CHECK: %main = OpFunction
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32 %uint_0
// CHECK: [[I:%[0-9]+]] = OpLoad %uint
// CHECK: [[OK:%[0-9]+]] = OpULessThanEqual %bool [[I]] %uint_4294967294
// CHECK: [[AT:%[0-9]+]] = OpIAdd %uint [[I]] %uint_1
// CHECK: [[PLACE:%[0-9]+]] = OpSelect %uint [[OK]] [[AT]] %uint_4294967295
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32 [[PLACE]]
