// NonUniform stays on all that the index goes through (trap 15).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | %python %S/Inputs/mark_non_uniform.py | FileCheck %s
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; } t[4];
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = t[nonuniformEXT(r[2])].a[r[3]]; }

// CHECK: %segmented_0_0_load_u32 = OpFunction
// CHECK-NEXT: [[K:%nonuniform_[0-9]+]] = OpFunctionParameter %uint
// CHECK: [[TIMES:%nonuniform_[0-9]+]] = OpIMul %uint [[K]] %uint_2
// CHECK-NEXT: %nonuniform_{{[0-9]+}} = OpAccessChain %_ptr_StorageBuffer_Piece_u32 %pieces_0_0_u32 [[TIMES]]
// CHECK: [[TIMES:%nonuniform_[0-9]+]] = OpIMul %uint [[K]] %uint_2
// CHECK: [[SUM:%nonuniform_[0-9]+]] = OpIAdd %uint {{%nonuniform_[0-9]+}} %uint_1
// CHECK-NEXT: %nonuniform_{{[0-9]+}} = OpAccessChain %_ptr_StorageBuffer_Piece_u32 %pieces_0_0_u32 [[SUM]]
// CHECK: [[WORD:%nonuniform_[0-9]+]] = OpAccessChain %_ptr_StorageBuffer_uint %pieces_0_0_u32 %nonuniform_{{[0-9]+}} %uint_0
// CHECK-NEXT: OpLoad %uint [[WORD]]
