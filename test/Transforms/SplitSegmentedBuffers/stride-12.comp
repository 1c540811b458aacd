// Elements of 12 bytes lie across pieces: each word is found by itself (trap 2).
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
layout(set = 0, binding = 0, scalar) buffer A { vec3 a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { vec3 v = a[r[2]]; r[0] = floatBitsToUint(v.x + v.y + v.z); }

// CHECK: %main = OpFunction
// CHECK-COUNT-3: OpFunctionCall %uint %segmented_0_0_load_u32 %{{[0-9]+}}
// CHECK-NOT: %segmented_0_0_load_u32x
// CHECK: OpFunctionEnd
// MAP: "piece_multiple": 4
