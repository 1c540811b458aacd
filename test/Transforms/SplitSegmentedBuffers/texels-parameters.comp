// Images handed to functions are accessed in copies of those (trap 31).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2,0.2:3 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
#extension GL_EXT_shader_image_load_formatted : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform uimageBuffer img;
layout(set = 0, binding = 2) uniform usamplerBuffer t[2];
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
uint peek(uimageBuffer p, int i) { imageStore(p, i, uvec4(1)); return imageLoad(p, i + 1).x + uint(imageSize(p)); }
uint fetch(usamplerBuffer p, int i) { return texelFetch(p, i).x; }
void main() { r[0] = peek(img, int(r[2])); r[1] = fetch(t[1], 3) + fetch(t[0], 4); }

// What a function is given is a number now.
// CHECK: OpCapability UniformTexelBufferArrayDynamicIndexing
// CHECK: %main = OpFunction
// CHECK: OpFunctionCall %uint %peek
// CHECK: OpFunctionCall %uint %fetch
// CHECK-DAG: OpFunctionCall %void %segmented_0_0_image_write
// CHECK-DAG: OpFunctionCall %v4uint %segmented_0_0_image_read
// CHECK-DAG: OpFunctionCall %v4uint %segmented_0_2_image_fetch
