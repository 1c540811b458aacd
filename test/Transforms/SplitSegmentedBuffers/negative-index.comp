// Signed indices are compared as unsigned ones: a negative one is behind everything (trap 10).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s --implicit-check-not=OpSLess --implicit-check-not=OpSGreater
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { vec2 a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { int i = int(r[2]); r[0] = floatBitsToUint(a[i].y); a[i] = vec2(1); }

// CHECK: [[I:%[0-9]+]] = OpBitcast %uint
// CHECK: [[OK:%[0-9]+]] = OpULessThanEqual %bool [[I]] %uint_2147483647
// CHECK: OpSelect %uint [[OK]] {{%[0-9]+}} %uint_4294967295
