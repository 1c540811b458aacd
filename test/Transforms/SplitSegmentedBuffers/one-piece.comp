// One piece leaves the module as it was, byte for byte (trap 13).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:1 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
// RUN: cmp %t.spv %t.out.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.7:4,1.0:2 %t.spv -o %t.other.spv
// RUN: cmp %t.spv %t.other.spv
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
void main() { a[1] = a[0]; }

// CHECK: %main = OpFunction
