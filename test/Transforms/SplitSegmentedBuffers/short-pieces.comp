// Measured in bytes or halves, a range under 4 bytes counts as none: it stands for an unused piece (trap 7).
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
layout(set = 0, binding = 0, std430) buffer A { uint8_t a[]; };
layout(set = 0, binding = 2, std430) buffer B { uint16_t b[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = a[r[2]]; r[1] = b[r[2]]; }

// CHECK: %segmented_0_0_load_u8 = OpFunction
// CHECK: [[N:%[0-9]+]] = OpArrayLength %uint
// CHECK: [[IS:%[0-9]+]] = OpUGreaterThanEqual %bool [[N]] %uint_4
// CHECK: OpSelect %uint [[IS]] [[N]] %uint_0
// CHECK: %segmented_0_2_load_u16 = OpFunction
// CHECK: [[N:%[0-9]+]] = OpArrayLength %uint
// CHECK: [[IS:%[0-9]+]] = OpUGreaterThanEqual %bool [[N]] %uint_2
// CHECK: OpSelect %uint [[IS]] [[N]] %uint_0
