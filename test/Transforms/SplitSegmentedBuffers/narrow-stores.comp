// 8- and 16-bit stores go through views of their width, so a neighbour is never written (trap 26).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s --implicit-check-not=OpAtomic
#version 450
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, scalar) buffer A { uint8_t n[4]; float16_t h[2]; uint w[]; };
void main() { n[1] = uint8_t(3); h[1] = float16_t(2.0); w[1] = 7; }

// CHECK: OpFunctionCall %void %segmented_0_0_store_u8 %uint_1
// CHECK: OpFunctionCall %void %segmented_0_0_store_f16 %uint_3
// CHECK: OpFunctionCall %void %segmented_0_0_store_u32 %uint_3
// CHECK: OpStore {{%[0-9]+}} {{%[0-9]+}}
