// How many descriptors a binding needs is reported: Metal has 31 slots for buffers, others have their limits (trap 29).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:16,0.1:4 --remarks=%t.yaml %t.spv -o %t.out.spv --interface=%t.json
// RUN: FileCheck %s --input-file=%t.yaml
// RUN: FileCheck %s --check-prefix=MAP --input-file=%t.json
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; } t[3];
layout(set = 0, binding = 1, std430) buffer B { uint b[]; } s[];
layout(push_constant) uniform P { int k; };
void main() { s[k].b[0] = t[2].a[1]; }

// CHECK: Name: {{.*}}Descriptors
// CHECK: the binding has 48 descriptors now
// CHECK: Name: {{.*}}Descriptors
// CHECK: the binding has 4 times as many descriptors now
// MAP: "count": 3,
// MAP-NEXT: "pieces": 16,
// MAP: "count": 0,
// MAP-NEXT: "pieces": 4,
