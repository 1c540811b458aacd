// Variables of one binding are split together; views that differ alias (trap 17).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s --implicit-check-not="pieces_0_0_{{.*}} = OpVariable"
#version 450
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 0, std430) buffer B { uvec4 b[]; };
layout(set = 0, binding = 0, std430) buffer C { float16_t c[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = a[r[2]] + b[r[2]].y + uint(c[r[2]]); a[1] = 3; }

// CHECK-DAG: OpDecorate %pieces_0_0_u32 Aliased
// CHECK-DAG: OpDecorate %pieces_0_0_f16 Aliased
// CHECK-DAG: OpDecorate %pieces_0_0_f16 NonWritable
// CHECK: %pieces_0_0_u32 = OpVariable
// CHECK: %pieces_0_0_f16 = OpVariable
// CHECK: %main = OpFunction
