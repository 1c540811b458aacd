// An array of combined image samplers with some elements null, picked by constants and by indices known at run time only.
// The one index marked non-uniform is the same for all invocations that run together: lavapipe takes the first one's.
// No other kind of image is in this module: lavapipe mixes them up where an index picks a null one.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --groups=4 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:null;format=rgba32f,extent=4x4,fill=ramp;null;format=rgba32f,extent=4x4,fill=ramp:40'
// RUN: %python %S/null_images.py %t.spv %t.dir --groups=4 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:null*4'
// RUN: %python %S/null_images.py %t.spv %t.dir --groups=4 --no-null --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:format=rgba32f,extent=4x4,fill=ramp*4'
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uvec4 result[]; };
layout(set = 0, binding = 1) uniform sampler2D textures[4];
void main() {
  uint g = gl_WorkGroupID.x;
  uint o = g * 16u;
  for (int i = 0; i < 4; ++i) result[o++] = floatBitsToUint(textureLod(textures[i], vec2(0.4), 0.0));
  result[o++] = floatBitsToUint(texelFetch(textures[1], ivec2(g, 2), 0));
  result[o++] = floatBitsToUint(texelFetch(textures[2], ivec2(g, 2), 0)) + uvec4(textureSize(textures[3], 0), textureSize(textures[0], 0));
  result[o++] = floatBitsToUint(textureLod(textures[nonuniformEXT(g)], vec2(0.6), 0.0));
  result[o++] = floatBitsToUint(textureLod(textures[3u - g], vec2(0.6), 0.0));
  result[o++] = floatBitsToUint(texelFetch(textures[g ^ 1u], ivec2(g, 0), 0));
}
