// The length is that of all bytes: the header is taken off once, and the rest divided once (traps 6 and 7).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:3 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, scalar) buffer A { uvec2 n; vec3 a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = a.length(); }

// CHECK: %segmented_0_0_length_of_stride_12 = OpFunction %uint DontInline
// CHECK-COUNT-3: OpArrayLength %uint
// CHECK: [[SUM:%[0-9]+]] = OpIAdd %uint
// CHECK: [[ALL:%[0-9]+]] = OpIAdd %uint [[SUM]]
// CHECK: [[FITS:%[0-9]+]] = OpUGreaterThanEqual %bool [[ALL]] %uint_2
// CHECK: [[REST:%[0-9]+]] = OpISub %uint [[ALL]] %uint_2
// CHECK: [[UNITS:%[0-9]+]] = OpSelect %uint [[FITS]] [[REST]] %uint_0
// CHECK: [[LENGTH:%[0-9]+]] = OpUDiv %uint [[UNITS]] %uint_3
// CHECK-NEXT: OpReturnValue [[LENGTH]]
