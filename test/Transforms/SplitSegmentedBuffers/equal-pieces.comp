// Pieces of one size need no lengths: shift and mask, or division.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:4,piece-bytes=64 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s --implicit-check-not=OpArrayLength
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:4,piece-bytes=60 %t.spv -o %t.60.spv
// RUN: spirv-val --target-env vulkan1.2 %t.60.spv
// RUN: spirv-dis --no-header %t.60.spv | FileCheck %s --check-prefix=DIVIDE
// RUN: FileCheck %s --check-prefix=MAP --input-file=%t.json
// RUN: not spirv-opt --split-segmented-buffers=segments=0.0:4,piece-bytes=62 %t.spv -o %t.no.spv 2>&1 | FileCheck %s --check-prefix=ODD
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = a[r[2]]; }

// CHECK: [[P:%[0-9]+]] = OpShiftRightLogical %uint [[I:%[0-9]+]] %uint_4
// CHECK-NEXT: [[W:%[0-9]+]] = OpBitwiseAnd %uint [[I]] %uint_15
// CHECK-NEXT: OpSelectionMerge
// CHECK-NEXT: OpSwitch [[P]] [[DEFAULT:%[0-9]+]] 0 {{%[0-9]+}} 1 {{%[0-9]+}} 2 {{%[0-9]+}} 3 {{%[0-9]+$}}
// CHECK: OpAccessChain %_ptr_StorageBuffer_uint %pieces_0_0_u32 %uint_3 %uint_0 [[W]]
// DIVIDE: [[P:%[0-9]+]] = OpUDiv %uint [[I:%[0-9]+]] %uint_15
// DIVIDE-NEXT: [[M:%[0-9]+]] = OpIMul %uint [[P]] %uint_15
// DIVIDE-NEXT: OpISub %uint [[I]] [[M]]
// MAP: "piece_bytes": 64
// ODD: error: split-segmented-buffers: piece-bytes=62 is no multiple of 4 (set 0, binding 0)
