// piece-index=dynamic: one access for all pieces, with a NonUniform index.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:3,piece-index=dynamic %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
// RUN: FileCheck %s --check-prefix=MAP --input-file=%t.json
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = a[r[2]]; }

// CHECK: OpCapability StorageBufferArrayNonUniformIndexing
// CHECK: OpDecorate [[PIECE:%[0-9]+]] NonUniform
// CHECK: %segmented_0_0_load_u32 = OpFunction
// CHECK-COUNT-3: OpArrayLength
// CHECK: OpAccessChain %_ptr_StorageBuffer_uint %pieces_0_0_u32 [[PIECE]] %uint_0
// CHECK: OpLoad %uint
// CHECK-NOT: OpLoad
// CHECK: OpFunctionEnd
// MAP: "StorageBufferArrayNonUniformIndexing"
