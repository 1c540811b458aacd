// An aligned vec4 is found at once; only in the last piece its components may be missing (trap 3).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
// RUN: FileCheck %s --check-prefix=MAP --input-file=%t.json
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { vec4 a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = floatBitsToUint(dot(a[r[2]], vec4(1))); }

// CHECK: %main = OpFunction
// CHECK: [[V:%[0-9]+]] = OpFunctionCall %v4uint %segmented_0_0_load_u32x4 %{{[0-9]+}}
// CHECK-NEXT: OpBitcast %v4float [[V]]
// CHECK: %segmented_0_0_load_u32x4 = OpFunction %v4uint DontInline
// CHECK: [[N0:%[0-9]+]] = OpArrayLength %uint
// CHECK: OpULessThan %bool {{%[0-9]+}} [[N0]]
// CHECK-COUNT-4: OpLoad %uint
// CHECK: OpCompositeConstruct %v4uint
// CHECK: [[N1:%[0-9]+]] = OpArrayLength %uint
// CHECK: [[LEFT:%[0-9]+]] = OpISub %uint [[N1]]
// CHECK: OpUGreaterThan %bool [[LEFT]] %uint_1
// CHECK: OpUGreaterThan %bool [[LEFT]] %uint_2
// CHECK: OpUGreaterThan %bool [[LEFT]] %uint_3
// MAP: "piece_multiple": 16
