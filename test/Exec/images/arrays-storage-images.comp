// An array of storage images with some elements null, picked by constants and by indices known at run time only.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --groups=4 --resources='0.0=storage-buffer:size=1024 0.2=storage-image:format=r32ui,extent=4x4,fill=count;null;format=r32ui,extent=4x4,fill=count:50;null'
// RUN: %python %S/null_images.py %t.spv %t.dir --groups=4 --resources='0.0=storage-buffer:size=1024 0.2=storage-image:null*4'
// RUN: %python %S/null_images.py %t.spv %t.dir --groups=4 --no-null --resources='0.0=storage-buffer:size=1024 0.2=storage-image:format=r32ui,extent=4x4,fill=count:50*4'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uvec4 result[]; };
layout(set = 0, binding = 2, r32ui) uniform uimage2D images[4];
void main() {
  uint g = gl_WorkGroupID.x;
  uint o = g * 16u;
  result[o++] = imageLoad(images[g], ivec2(g, 1));
  imageStore(images[g], ivec2(2, 2), uvec4(g + 70u));
  result[o++].x = imageAtomicAdd(images[3u - g], ivec2(3, 3), 5u);
  imageStore(images[2], ivec2(g, 0), uvec4(g + 90u));
  imageStore(images[3], ivec2(g, 0), uvec4(g + 90u));
  for (int i = 0; i < 4; ++i) result[o++] = imageLoad(images[i], ivec2(1, 1 + (g & 1u) * 2u)) + uvec4(imageSize(images[i]), 0, 0);
}
