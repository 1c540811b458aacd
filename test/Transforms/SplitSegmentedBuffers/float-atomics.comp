// Atomics that compute with floats have a view of floats; others move bits (trap 21).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
#version 450
#extension GL_EXT_shader_atomic_float : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { float a[]; };
layout(set = 0, binding = 0, std430) buffer B { int b[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = floatBitsToUint(atomicAdd(a[r[2]], 1.5)); a[2] = atomicExchange(a[1], 2.0); r[1] = uint(atomicMin(b[3], -1)); }

// CHECK: %main = OpFunction
// CHECK: OpFunctionCall %float %segmented_0_0_atomic_fadd_ext_f32
// CHECK: [[OLD:%[0-9]+]] = OpFunctionCall %uint %segmented_0_0_atomic_exchange_u32
// CHECK-NEXT: OpBitcast %float [[OLD]]
// CHECK: [[MIN:%[0-9]+]] = OpFunctionCall %uint %segmented_0_0_atomic_smin_u32
// CHECK-NEXT: OpBitcast %int [[MIN]]
// CHECK: OpAtomicFAddEXT %float
// CHECK: OpAtomicExchange %uint
// CHECK: OpAtomicSMin %uint
