// The piece of an index is found by its end; behind the last one there is nothing (traps 8, 9 and 12).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:3 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = a[r[2]]; }

// An index equal to the first length is element 0 of the second piece, and an empty piece takes nothing.
// CHECK: [[ZERO:%[0-9]+]] = OpConstantNull %uint
// CHECK: %segmented_0_0_load_u32 = OpFunction %uint DontInline
// CHECK-NEXT: [[I:%[0-9]+]] = OpFunctionParameter %uint
// CHECK: [[P:%[0-9]+]] = OpAccessChain %_ptr_StorageBuffer_Piece_u32 %pieces_0_0_u32 %uint_0
// CHECK-NEXT: [[N0:%[0-9]+]] = OpArrayLength %uint [[P]] 0
// CHECK-NEXT: OpULessThan %bool [[I]] [[N0]]
// CHECK: OpAccessChain %_ptr_StorageBuffer_uint %pieces_0_0_u32 %uint_0 %uint_0 [[I]]
// CHECK: [[I1:%[0-9]+]] = OpISub %uint [[I]] [[N0]]
// CHECK: [[N1:%[0-9]+]] = OpArrayLength %uint
// CHECK-NEXT: OpULessThan %bool [[I1]] [[N1]]
// CHECK: OpAccessChain %_ptr_StorageBuffer_uint %pieces_0_0_u32 %uint_1 %uint_0 [[I1]]
// CHECK: [[I2:%[0-9]+]] = OpISub %uint [[I1]] [[N1]]
// CHECK: [[N2:%[0-9]+]] = OpArrayLength %uint
// CHECK-NEXT: OpULessThan %bool [[I2]] [[N2]]
// CHECK: [[LAST:%[0-9]+]] = OpLoad %uint
// CHECK: OpPhi %uint [[LAST]] {{%[0-9]+}} [[ZERO]]
