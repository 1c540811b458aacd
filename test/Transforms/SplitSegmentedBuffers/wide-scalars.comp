// A 64-bit number is two words; a 64-bit atomic needs a view of its own and multiples of 8 (trap 4).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2,0.2:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
// RUN: FileCheck %s --check-prefix=MAP --input-file=%t.json
#version 450
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_atomic_int64 : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint64_t a[]; };
layout(set = 0, binding = 2, std430) buffer B { uint64_t b[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = uint(a[r[2]]); a[1] = 7UL; atomicAdd(b[r[2]], 1UL); }

// CHECK-DAG: %pieces_0_0_u32 = OpVariable
// CHECK-DAG: %pieces_0_2_u64 = OpVariable
// CHECK: %main = OpFunction
// CHECK: [[W:%[0-9]+]] = OpFunctionCall %v2uint %segmented_0_0_load_u32x2
// CHECK-NEXT: OpBitcast %ulong [[W]]
// CHECK: OpFunctionCall %void %segmented_0_0_store_u32x2 %uint_2
// CHECK: OpFunctionCall %ulong %segmented_0_2_atomic_iadd_u64
// MAP: "binding": 0,
// MAP: "piece_multiple": 8
// MAP: "binding": 2,
// MAP: "piece_multiple": 8
