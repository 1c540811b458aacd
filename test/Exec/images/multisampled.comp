// Multisampled images: fetches, loads and stores of each sample, the number of samples.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:null 0.2=sampled-image:null 0.3=storage-image:null'
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:format=rgba32f,dim=2d-ms,extent=4x4,fill=texel:1/2/3/4 0.2=sampled-image:null 0.3=storage-image:format=r32ui,dim=2d-ms,extent=4x4,fill=texel:7'
// RUN: %python %S/null_images.py %t.spv %t.dir --no-null --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:format=rgba32f,dim=2d-ms,extent=4x4,fill=texel:1/2/3/4 0.2=sampled-image:format=r32i,dim=2d-ms-array,layers=2,extent=4x4,fill=texel:9 0.3=storage-image:format=r32ui,dim=2d-ms,extent=4x4,fill=texel:7'
#version 450
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uvec4 result[]; };
layout(set = 0, binding = 1) uniform sampler2DMS a;
layout(set = 0, binding = 2) uniform itexture2DMSArray b;
layout(set = 0, binding = 3, r32ui) uniform uimage2DMS c;
void main() {
  int n = 0;
  for (int i = 0; i < 4; ++i) {
    result[n++] = floatBitsToUint(texelFetch(a, ivec2(i, 1), i));
    result[n++] = uvec4(texelFetch(b, ivec3(1, i, i & 1), i));
    result[n++] = imageLoad(c, ivec2(i, 2), i);
    imageStore(c, ivec2(i, 3), i, uvec4(i + 40));
    result[n++].x = imageAtomicAdd(c, ivec2(i, 1), i, 5u);
  }
  result[n++] = uvec4(textureSize(a), textureSamples(a), textureSamples(b));
  result[n++] = uvec4(textureSize(b), imageSamples(c));
  result[n++] = uvec4(imageSize(c), 0, 0);
}
