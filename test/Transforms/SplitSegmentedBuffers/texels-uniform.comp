// Uniform texel buffers, in a table, loaded in another block than they are used in (trap 31).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform samplerBuffer t[3];
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { float f = 0; for (int i = 0; i < int(r[3]); ++i) f += texelFetch(t[1], i - 2).x + float(textureSize(t[r[4]])); r[0] = floatBitsToUint(f); }

// CHECK: OpTypeArray {{%[0-9]+}} %uint_6
// CHECK: OpFunctionCall %v4float %segmented_0_0_image_fetch
// CHECK: OpFunctionCall %uint %segmented_0_0_image_query_size
// CHECK: %segmented_0_0_image_fetch = OpFunction
// CHECK: OpImageFetch %v4float
