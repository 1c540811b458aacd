// Images, samplers, combined samplers and texel buffers that functions take: the presence goes along, two calls deep.
// GLSL has no way to say the format of an image that a function takes; it is put in afterwards.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.glsl.spv
// RUN: spirv-dis %t.glsl.spv | sed -e "s/ 2 Unknown/ 2 R32ui/" -e "/Capability StorageImage.*WithoutFormat/d" > %t.spvasm
// RUN: spirv-as --target-env vulkan1.2 %t.spvasm -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:null;format=rgba32f,extent=4x4,fill=ramp 0.2=combined-image-sampler:format=rgba32f,extent=4x4,fill=ramp:3 0.3=storage-image:null 0.4=storage-image:format=r32ui,extent=4x4,fill=count 0.5=uniform-texel-buffer:format=r32ui,extent=8,fill=count 0.6=uniform-texel-buffer:null 0.7=sampled-image:null 0.8=sampler:filter=linear'
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:format=rgba32f,extent=4x4,fill=ramp;null 0.2=combined-image-sampler:null 0.3=storage-image:format=r32ui,extent=4x4,fill=count 0.4=storage-image:null 0.5=uniform-texel-buffer:null 0.6=uniform-texel-buffer:format=r32ui,extent=8,fill=count 0.7=sampled-image:format=rgba32f,extent=4x4,fill=ramp 0.8=sampler:filter=linear'
// RUN: %python %S/null_images.py %t.spv %t.dir --no-null --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:format=rgba32f,extent=4x4,fill=ramp*2 0.2=combined-image-sampler:format=rgba32f,extent=4x4,fill=ramp:3 0.3=storage-image:format=r32ui,extent=4x4,fill=count 0.4=storage-image:format=r32ui,extent=4x4,fill=count:7 0.5=uniform-texel-buffer:format=r32ui,extent=8,fill=count 0.6=uniform-texel-buffer:format=r32ui,extent=8,fill=count:9 0.7=sampled-image:format=rgba32f,extent=4x4,fill=ramp 0.8=sampler:filter=linear'
#version 450
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_EXT_shader_image_load_formatted : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uvec4 result[]; };
layout(set = 0, binding = 1) uniform sampler2D pair[2];
layout(set = 0, binding = 2) uniform sampler2D single;
layout(set = 0, binding = 3) uniform uimage2D image_a;
layout(set = 0, binding = 4) uniform uimage2D image_b;
layout(set = 0, binding = 5) uniform utextureBuffer texels_a;
layout(set = 0, binding = 6) uniform utextureBuffer texels_b;
layout(set = 0, binding = 7) uniform texture2D image_c;
layout(set = 0, binding = 8) uniform sampler smp;
int n = 0;
vec4 Inner(sampler2D t, vec2 p) { return textureLod(t, p, 0.0) + vec4(textureSize(t, 0), textureQueryLevels(t), 0); }
vec4 Outer(sampler2D t, float x) { return Inner(t, vec2(x)) + texelFetch(t, ivec2(1), 0); }
uvec4 Touch(uimage2D i, int x) {
  imageStore(i, ivec2(x, 1), uvec4(x + 33));
  memoryBarrierImage();
  uint before = imageLoad(i, ivec2(x, 2)).x;
  return imageLoad(i, ivec2(x, 0)) + uvec4(imageSize(i), before, 0);
}
uvec4 Fetch(utextureBuffer t, int i) { return texelFetch(t, i) + uvec4(textureSize(t)); }
vec4 Apart(texture2D t, sampler s, vec2 p) { return textureLod(sampler2D(t, s), p, 0.0) + texelFetch(t, ivec2(0, 1), 0); }
void main() {
  for (int i = 0; i < 2; ++i) {
    result[n++] = floatBitsToUint(Outer(pair[i], 0.4));
    result[n++] = floatBitsToUint(Outer(single, 0.1 + 0.5 * i));
    result[n++] = Touch(image_a, i);
    result[n++] = Touch(image_b, i + 1);
    result[n++] = Fetch(texels_a, i);
    result[n++] = Fetch(texels_b, i + 2);
    result[n++] = floatBitsToUint(Apart(image_c, smp, vec2(0.3, 0.7 * i)));
  }
  result[n++] = floatBitsToUint(Inner(pair[0], vec2(0.9)));
  result[n++] = floatBitsToUint(Inner(pair[1], vec2(0.9)));
}
