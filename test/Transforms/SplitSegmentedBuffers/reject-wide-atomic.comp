// A 64-bit atomic could straddle pieces of 12 bytes (trap 4).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: not spirv-opt --split-segmented-buffers=segments=0.0:2,piece-bytes=12 %t.spv -o %t.out.spv 2>&1 | FileCheck %s
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2,piece-bytes=16 %t.spv -o %t.out.spv
// RUN: spirv-val --target-env vulkan1.2 %t.out.spv
#version 450
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_atomic_int64 : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint64_t a[]; };
void main() { atomicAdd(a[3], 1UL); }

// CHECK: error: split-segmented-buffers: a 64-bit atomic may straddle two pieces of 12 bytes
