// Storage texel buffers: reads, writes, atomics and the size (trap 31).
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 --scalar-block-layout %t.out.spv
// RUN: spirv-dis --no-header %t.out.spv | FileCheck %s
// RUN: FileCheck %s --check-prefix=MAP --input-file=%t.json
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, r32ui) uniform uimageBuffer img;
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { int i = int(r[2]); r[0] = imageLoad(img, i).x; imageStore(img, i + 1, uvec4(4)); r[1] = imageAtomicAdd(img, i, 5u); r[3] = uint(imageSize(img)); }

// CHECK: OpCapability ImageQuery
// CHECK: %pieces_0_0_texels = OpVariable
// CHECK: %main = OpFunction
// CHECK: [[I:%[0-9]+]] = OpBitcast %uint
// CHECK: OpFunctionCall %v4uint %segmented_0_0_image_read [[I]]
// CHECK: OpFunctionCall %void %segmented_0_0_image_write
// CHECK: OpFunctionCall %uint %segmented_0_0_atomic_iadd
// CHECK: [[SIZE:%[0-9]+]] = OpFunctionCall %uint %segmented_0_0_image_query_size
// CHECK-NEXT: OpBitcast %int [[SIZE]]
// CHECK: %segmented_0_0_image_read = OpFunction
// CHECK: OpImageQuerySize %uint
// CHECK: OpULessThan %bool
// CHECK: OpImageRead %v4uint
// CHECK: %segmented_0_0_image_write = OpFunction
// CHECK: %segmented_0_0_atomic_iadd = OpFunction
// CHECK: OpImageTexelPointer %_ptr_Image_uint {{%[0-9]+}} {{%[0-9]+}} %uint_0
// CHECK-NEXT: OpAtomicIAdd
// CHECK: %segmented_0_0_image_query_size = OpFunction
// CHECK-COUNT-2: OpImageQuerySize %uint
// MAP: "kind": "storage-texel-buffer",
// MAP-NEXT: "count": 1,
// MAP-NEXT: "pieces": 2,
