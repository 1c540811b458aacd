// Other bindings, push constants and names stay as they were (trap 28).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.1:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
// RUN: FileCheck %s --check-prefix=MAP --input-file=%t.json
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 1, std430) buffer A { uint a[]; };
layout(set = 0, binding = 2, std430) buffer B { uint b[]; };
layout(set = 1, binding = 1, std430) buffer C { uint c[]; } other;
layout(push_constant) uniform P { layout(offset = 8) uint p; };
void main() { b[1] = a[0] + other.c[1] + p; }

// CHECK-DAG: OpDecorate [[B:%[a-z_0-9]+]] Binding 2
// CHECK-DAG: OpDecorate %other DescriptorSet 1
// CHECK-DAG: OpDecorate %other Binding 1
// CHECK-DAG: OpMemberDecorate %P 0 Offset 8
// CHECK-DAG: OpDecorate %pieces_0_1_u32 DescriptorSet 0
// CHECK-DAG: OpDecorate %pieces_0_1_u32 Binding 1
// CHECK: [[B]] = OpVariable
// MAP: "segments": [
// MAP-NEXT: {
// MAP-NEXT: "set": 0,
// MAP-NEXT: "binding": 1,
// MAP-NEXT: "kind": "storage-buffer",
// MAP-NEXT: "count": 1,
// MAP-NEXT: "pieces": 2,
// MAP-NEXT: "piece_multiple": 4
// MAP-NEXT: }
// MAP-NEXT: ],
// MAP-NEXT: "push_constants": {
// MAP-NEXT: "offset": 8,
