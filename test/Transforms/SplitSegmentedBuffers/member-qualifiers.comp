// What a member of the block says of its memory, the views say (trap 19).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2,0.2:2,0.3:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { coherent uint a[]; };
layout(set = 0, binding = 2, std430) restrict buffer B { uint n; volatile uint b[]; };
layout(set = 0, binding = 3, std430) readonly buffer C { uint c[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { a[1] = b[2]; r[0] = c[3]; b[3] = 1; }

// CHECK-DAG: OpDecorate %pieces_0_0_u32 Coherent
// CHECK-DAG: OpDecorate %pieces_0_2_u32 Volatile
// CHECK-DAG: OpDecorate %pieces_0_2_u32 Coherent
// CHECK-DAG: OpDecorate %pieces_0_2_u32 Restrict
// CHECK-DAG: OpDecorate %pieces_0_3_u32 NonWritable
// CHECK: %main = OpFunction
