// 8- and 16-bit values that may only be stored and converted are converted where they are loaded.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2,0.2:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint8_t a[]; };
layout(set = 0, binding = 2, std430) buffer B { f16vec2 b[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = uint(a[r[2]]); r[1] = floatBitsToUint(vec2(b[r[2]]).y); a[3] = uint8_t(r[5]); b[1] = f16vec2(vec2(1, 2)); }

// CHECK: %main = OpFunction
// CHECK: [[BYTE:%[0-9]+]] = OpFunctionCall %uint %segmented_0_0_load_u8
// CHECK-NEXT: OpUConvert %uchar [[BYTE]]
// CHECK: OpFunctionCall %v2float %segmented_0_2_load_f16x2
// CHECK: OpStore {{%[0-9]+}} [[SMALL:%[0-9]+]]
// CHECK: %segmented_0_0_load_u8 = OpFunction %uint DontInline
// CHECK: [[L:%[0-9]+]] = OpLoad %uchar
// CHECK-NEXT: OpUConvert %uint [[L]]
// CHECK: %segmented_0_2_load_f16x2 = OpFunction %v2float DontInline
// CHECK: [[L:%[0-9]+]] = OpLoad %half
// CHECK-NEXT: OpFConvert %float [[L]]
