// Element k of a table has its piece j at k * pieces + j (trap 14).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:3 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
// RUN: FileCheck %s --check-prefix=MAP --input-file=%t.json
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; } t[4];
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = t[r[2]].a[r[3]]; r[1] = t[2].a[r[3]]; }

// CHECK: OpTypeArray %Piece_u32 %uint_12
// CHECK: %main = OpFunction
// CHECK: [[K:%[0-9]+]] = OpLoad %uint
// CHECK: [[I:%[0-9]+]] = OpLoad %uint
// CHECK: OpFunctionCall %uint [[DYNAMIC:%[a-z_0-9]+]] [[K]] [[I]]
// CHECK: OpFunctionCall %uint [[CONSTANT:%[a-z_0-9]+]] {{%[0-9]+$}}
// CHECK: [[DYNAMIC]] = OpFunction
// CHECK-NEXT: [[K:%[0-9]+]] = OpFunctionParameter
// CHECK: [[K3:%[0-9]+]] = OpIMul %uint [[K]] %uint_3
// CHECK: OpAccessChain %_ptr_StorageBuffer_Piece_u32 %pieces_0_0_u32 [[K3]]
// CHECK: OpISub
// CHECK-NEXT: [[K3:%[0-9]+]] = OpIMul %uint [[K]] %uint_3
// CHECK-NEXT: [[E:%[0-9]+]] = OpIAdd %uint [[K3]] %uint_1
// CHECK: OpAccessChain %_ptr_StorageBuffer_Piece_u32 %pieces_0_0_u32 [[E]]
// CHECK: [[CONSTANT]] = OpFunction
// CHECK: OpAccessChain %_ptr_StorageBuffer_Piece_u32 %pieces_0_0_u32 %uint_6
// CHECK: OpAccessChain %_ptr_StorageBuffer_Piece_u32 %pieces_0_0_u32 %uint_7
// CHECK: OpAccessChain %_ptr_StorageBuffer_Piece_u32 %pieces_0_0_u32 %uint_8
// MAP: "count": 4,
// MAP-NEXT: "pieces": 3,
