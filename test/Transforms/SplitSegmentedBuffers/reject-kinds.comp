// Uniform buffers and images are not split.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: not spirv-opt --split-segmented-buffers=segments=0.0:2 %t.spv -o %t.out.spv 2>&1 | FileCheck %s
// RUN: not spirv-opt --split-segmented-buffers=segments=0.2:2 %t.spv -o %t.out.spv 2>&1 | FileCheck %s --check-prefix=IMAGE
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:2,0.1:2,on-unsupported=keep %t.spv -o %t.keep.spv --interface=%t.json
// RUN: spirv-val --target-env vulkan1.2 %t.keep.spv
// RUN: FileCheck %s --check-prefix=MAP --input-file=%t.json
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform U { uint u; };
layout(set = 0, binding = 2, r32ui) uniform uimage2D img;
layout(set = 0, binding = 1, std430) buffer Result { uint r[]; };
void main() { r[0] = u + imageLoad(img, ivec2(0)).x; }

// CHECK: error: split-segmented-buffers: only storage buffers and texel buffers can be split, and this is a uniform-buffer
// IMAGE: error: split-segmented-buffers: only storage buffers and texel buffers can be split, and this is a storage-image

// MAP: "segments": [
// MAP-NEXT: {
// MAP-NEXT: "set": 0,
// MAP-NEXT: "binding": 1,
// MAP: "declined": [
// MAP: "binding": 0,
