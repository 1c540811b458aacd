// Five pieces may have more words than 32 bits count: places have two words, or 64-bit integers (trap 11).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:5 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:5,index=64 %t.spv -o %t.64.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 %t.64.spv
// RUN: spirv-dis %t.64.spv | FileCheck %s --check-prefix=LONG
// RUN: FileCheck %s --check-prefix=MAP --input-file=%t.json
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:5,index=32 %t.spv -o %t.32.spv
// RUN: spirv-dis %t.32.spv | FileCheck %s --check-prefix=NARROW
// RUN: not spirv-opt --split-segmented-buffers=segments=0.0:5,index=32,piece-bytes=4294967292 %t.spv -o %t.no.spv 2>&1 | FileCheck %s --check-prefix=BIG
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uvec2 a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = a[r[2]].y; }

// CHECK: %main = OpFunction
// CHECK: OpUMulExtended
// CHECK: OpIAddCarry
// CHECK: OpFunctionCall %uint %segmented_0_0_load_u32 %{{[0-9]+}} %{{[0-9]+}}
// CHECK: %segmented_0_0_load_u32 = OpFunction
// CHECK-NEXT: [[LOW:%[0-9]+]] = OpFunctionParameter %uint
// CHECK-NEXT: [[HIGH:%[0-9]+]] = OpFunctionParameter %uint
// CHECK: [[NEAR:%[0-9]+]] = OpIEqual %bool [[HIGH]] %uint_0
// CHECK: [[BELOW:%[0-9]+]] = OpULessThan %bool [[LOW]]
// CHECK: OpLogicalAnd %bool [[NEAR]] [[BELOW]]
// CHECK: OpISubBorrow
// LONG: OpCapability Int64
// LONG: OpUConvert %ulong
// LONG: OpIMul %ulong
// LONG: %segmented_0_0_load_u32 = OpFunction
// LONG-NEXT: OpFunctionParameter %ulong
// NARROW: OpULessThanEqual %bool {{%[0-9]+}} %uint_2147483647
// NARROW-NOT: OpUMulExtended
// MAP: "capabilities": [
// MAP-NEXT: "Int64"
// BIG: error: split-segmented-buffers: 5 pieces of 4294967292 bytes have places that need more than 32 bits: use index=64 or index=auto (set 0, binding 0)
