// An array of separate integer images with some elements null, picked by constants and by indices known at run time only.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --groups=3 --resources='0.0=storage-buffer:size=1024 0.1=sampled-image:null;null;format=rgba32i,extent=4x4,fill=ramp;null;null;format=rgba32i,extent=4x4,fill=ramp:9'
// RUN: %python %S/null_images.py %t.spv %t.dir --groups=3 --no-null --resources='0.0=storage-buffer:size=1024 0.1=sampled-image:format=rgba32i,extent=4x4,fill=ramp:9*6'
#version 450
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { ivec4 result[]; };
layout(set = 0, binding = 1) uniform itexture2D images[6];
void main() {
  int g = int(gl_WorkGroupID.x);
  int o = g * 16;
  for (int i = 0; i < 6; ++i) result[o++] = texelFetch(images[i], ivec2(g, i & 3), 0);
  result[o++] = texelFetch(images[g * 2], ivec2(g, 1), 0);
  result[o++] = texelFetch(images[5 - g], ivec2(1, g), 0);
  result[o++] = ivec4(textureSize(images[2], 0), textureSize(images[3], 0));
}
