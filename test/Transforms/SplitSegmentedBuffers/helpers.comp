// One helper does for all accesses that differ in values only; a second run changes nothing (trap 32).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s --implicit-check-not="\"segmented_0_0_"
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.out.spv -o %t.again.spv
// RUN: cmp %t.out.spv %t.again.spv
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void f(uint i) { a[i] = a[i + 1] + a[i + 2]; }
void main() { f(1); a[7] = a[r[2]]; r[1] = atomicAdd(a[1], 2) + atomicAdd(a[2], r[3]) + atomicAnd(a[3], 5); }

// CHECK-DAG: OpName %segmented_0_0_load_u32 "segmented_0_0_load_u32"
// CHECK-DAG: OpName %segmented_0_0_store_u32 "segmented_0_0_store_u32"
// CHECK-DAG: OpName %segmented_0_0_atomic_iadd_u32 "segmented_0_0_atomic_iadd_u32"
// CHECK-DAG: OpName %segmented_0_0_atomic_and_u32 "segmented_0_0_atomic_and_u32"
// CHECK: OpTypeVoid
// CHECK-NOT: OpFunctionParameter %_ptr_StorageBuffer
// CHECK: OpFunctionEnd
