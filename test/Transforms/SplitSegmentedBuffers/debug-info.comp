// Lines and scopes of an access go over to the call, and names stay.
// RUN: glslangValidator -V -g --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() {
  uint kept = a[r[2]];
  r[0] = kept;
}

// CHECK: OpLine [[FILE:%[0-9]+]] [[LINE:[0-9]+]] 0
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32
// CHECK: OpStore %kept
