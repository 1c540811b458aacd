// Pieces are whole texels, as far as the module says what these are, and whole words.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2,0.1:2,0.2:2,0.3:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: FileCheck %s --input-file=%t.json
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, rgba16f) uniform imageBuffer eight;
layout(set = 0, binding = 1, rgba32ui) uniform uimageBuffer sixteen;
layout(set = 0, binding = 2, r8) uniform imageBuffer one;
layout(set = 0, binding = 3) uniform samplerBuffer unknown;
void main() { imageStore(eight, 1, texelFetch(unknown, 2)); imageStore(sixteen, 3, uvec4(4)); imageStore(one, 5, vec4(0)); }

// CHECK:     "binding": 0,
// CHECK:     "piece_multiple": 8
// CHECK:     "binding": 1,
// CHECK:     "piece_multiple": 16
// CHECK:     "binding": 2,
// CHECK:     "piece_multiple": 4
// CHECK:     "binding": 3,
// CHECK:     "piece_multiple": 4
