// helpers=inline searches in place; loops and switches stay structured.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2,helpers=inline %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { for (uint i = 0; a[i] < 5u; ++i) { if (a[i] == 3u) continue; a[i] = i; } }

// CHECK: %main = OpFunction
// CHECK: OpLoopMerge
// CHECK: OpArrayLength
// CHECK-NOT: OpFunctionCall
// CHECK: OpFunctionEnd
