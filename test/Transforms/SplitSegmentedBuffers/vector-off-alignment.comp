// A vec4 at 4 mod 16 is found in parts that share an aligned line (trap 3).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
// RUN: FileCheck %s --check-prefix=MAP --input-file=%t.json
#version 450
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, scalar) buffer A { uint n; vec4 a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = floatBitsToUint(dot(a[r[2]], vec4(1))); }

// CHECK: %main = OpFunction
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32 %{{[0-9]+}}
// CHECK: OpFunctionCall %v2uint %segmented_0_0_load_u32x2 %{{[0-9]+}}
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32 %{{[0-9]+}}
// MAP: "piece_multiple": 8
