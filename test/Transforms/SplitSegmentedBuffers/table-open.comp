// A table without a length keeps none; one sized by a specialization constant is multiplied (trap 16).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:3,0.2:3 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
// RUN: FileCheck %s --check-prefix=MAP --input-file=%t.json
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 1) in;
layout(constant_id = 3) const uint N = 5;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; } t[];
layout(set = 0, binding = 2, std430) buffer B { uint b[]; } s[N];
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = t[r[2]].a[r[3]]; r[1] = s[r[2]].b[r[3]]; }

// CHECK: OpTypeRuntimeArray %Piece_u32
// CHECK: [[N:%[0-9]+]] = OpSpecConstantOp %uint IMul %N %uint_3
// CHECK: OpTypeArray %Piece_u32 [[N]]
// MAP: "count": 0,
// MAP: "count": 0,
