// No product of an index wraps around: what is too large is behind every buffer (trap 11).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:4 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
layout(local_size_x = 1) in;
struct S { vec4 a; vec4 b; };
layout(set = 0, binding = 0, std430) buffer A { vec4 h; S s[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = floatBitsToUint(s[r[2]].b.x); }

// Words: 8 * index + 8 is at most 2^32 - 1.
// CHECK: [[I:%[0-9]+]] = OpLoad %uint
// CHECK: [[OK:%[0-9]+]] = OpULessThanEqual %bool [[I]] %uint_536870910
// CHECK: [[P:%[0-9]+]] = OpIMul %uint [[I]] %uint_8
// CHECK: [[S:%[0-9]+]] = OpIAdd %uint [[P]] %uint_8
// CHECK: [[PLACE:%[0-9]+]] = OpSelect %uint [[OK]] [[S]] %uint_4294967295
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32 [[PLACE]]
