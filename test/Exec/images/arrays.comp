// Arrays of descriptors with some elements null, picked by constants and by indices known at run time only.
// The indices are marked non-uniform; lavapipe takes the first invocation's for all, so the invocations are in groups of one.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --groups=4 --resources='0.0=storage-buffer:size=4096 0.1=combined-image-sampler:null;format=rgba32f,extent=4x4,fill=ramp;null;null 0.2=storage-image:format=r32ui,extent=4x4,fill=count;null;format=r32ui,extent=4x4,fill=count:50;null 0.3=uniform-texel-buffer:null;format=r32ui,extent=16,fill=count;null 0.4=sampled-image:null;null;format=rgba32i,extent=4x4,fill=ramp;null;null;format=rgba32i,extent=4x4,fill=ramp:9 0.5=storage-texel-buffer:null;format=r32i,extent=8,fill=count'
// RUN: %python %S/null_images.py %t.spv %t.dir --groups=4 --resources='0.0=storage-buffer:size=4096 0.1=combined-image-sampler:null*4 0.2=storage-image:null*4 0.3=uniform-texel-buffer:null*3 0.4=sampled-image:null*6 0.5=storage-texel-buffer:null*2'
// RUN: %python %S/null_images.py %t.spv %t.dir --no-null --groups=4 --resources='0.0=storage-buffer:size=4096 0.1=combined-image-sampler:format=rgba32f,extent=4x4,fill=ramp*4 0.2=storage-image:format=r32ui,extent=4x4,fill=count:50*4 0.3=uniform-texel-buffer:format=r32ui,extent=16,fill=count*3 0.4=sampled-image:format=rgba32i,extent=4x4,fill=ramp*6 0.5=storage-texel-buffer:format=r32i,extent=8,fill=count*2'
#version 450
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uvec4 result[]; };
layout(set = 0, binding = 1) uniform sampler2D textures[4];
layout(set = 0, binding = 2, r32ui) uniform uimage2D images[4];
layout(set = 0, binding = 3) uniform utextureBuffer texels[3];
layout(set = 0, binding = 4) uniform itexture2D six[6];
layout(set = 0, binding = 5, r32i) uniform iimageBuffer counters[2];
void main() {
  uint g = gl_WorkGroupID.x;
  uint o = g * 64u;
  for (int i = 0; i < 4; ++i) {
    result[o++] = floatBitsToUint(textureLod(textures[i], vec2(0.4), 0.0)) + uvec4(textureSize(textures[i], 0), 0, 0);
  }
  result[o++] = floatBitsToUint(texelFetch(textures[1], ivec2(1, 2), 0));
  result[o++] = floatBitsToUint(texelFetch(textures[2], ivec2(1, 2), 0));
  result[o++] = floatBitsToUint(textureLod(textures[nonuniformEXT(g)], vec2(0.6), 0.0));
  result[o++] = imageLoad(images[nonuniformEXT(g)], ivec2(g, 1)) + uvec4(imageSize(images[nonuniformEXT(g)]), 0, 0);
  imageStore(images[nonuniformEXT(g)], ivec2(2, 2), uvec4(g + 70u));
  result[o++].x = imageAtomicAdd(images[nonuniformEXT(3u - g)], ivec2(3, 3), 5u);
  imageStore(images[2], ivec2(g, 0), uvec4(g + 90u));
  imageStore(images[3], ivec2(g, 0), uvec4(g + 90u));
  for (int i = 0; i < 3; ++i) {
    result[o++] = texelFetch(texels[i], int(g)) + uvec4(textureSize(texels[i]));
    result[o++] = uvec4(texelFetch(six[i * 2], ivec2(g, 0), 0));
    result[o++] = uvec4(texelFetch(six[5], ivec2(g, i), 0));
  }
  result[o++] = uvec4(imageAtomicAdd(counters[nonuniformEXT(g & 1u)], int(g), 3));
}
