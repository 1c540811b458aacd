// Sums past 32 bits: quotients and remainders are summed, not bytes (trap 6).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:5 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, scalar) buffer A { uint n; vec3 a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = a.length(); }

// CHECK: %segmented_0_0_length_of_stride_12 = OpFunction %uint DontInline
// CHECK-COUNT-5: OpArrayLength %uint
// CHECK: OpUDiv %uint {{%[0-9]+}} %uint_3
// CHECK: OpUMod %uint {{%[0-9]+}} %uint_3
// CHECK: OpUGreaterThanEqual %bool {{%[0-9]+}} %uint_3
// CHECK: OpReturnValue
