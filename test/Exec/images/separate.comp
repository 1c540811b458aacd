// Images and samplers apart: one image with two samplers, one sampler with two images, also through an array of samplers.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=512 0.1=sampled-image:null 0.2=sampled-image:format=rgba32f,extent=4x4,levels=2,fill=ramp 0.3=sampled-image:null 0.4=sampler:filter=linear,mip=linear,address=border,border=opaque-white;filter=nearest'
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=512 0.1=sampled-image:format=r32f,extent=4x4,fill=ramp 0.2=sampled-image:null 0.3=sampled-image:format=r32ui,dim=3d,extent=4x4x4,fill=count 0.4=sampler:filter=linear,address=border,border=opaque-white;filter=nearest'
// RUN: %python %S/null_images.py %t.spv %t.dir --no-null --resources='0.0=storage-buffer:size=512 0.1=sampled-image:format=r32f,extent=4x4,fill=ramp 0.2=sampled-image:format=rgba8,extent=8x8,fill=ramp 0.3=sampled-image:format=r32ui,dim=3d,extent=4x4x4,fill=count 0.4=sampler:filter=linear,address=border,border=opaque-white;filter=nearest'
#version 450
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uvec4 result[]; };
layout(set = 0, binding = 1) uniform texture2D a;
layout(set = 0, binding = 2) uniform texture2D b;
layout(set = 0, binding = 3) uniform utexture3D c;
layout(set = 0, binding = 4) uniform sampler smp[2];
void main() {
  int n = 0;
  for (int i = 0; i < 2; ++i) {
    vec2 p = vec2(0.4, 1.1 * i);
    result[n++] = floatBitsToUint(textureLod(sampler2D(a, smp[0]), p, 0.5));
    result[n++] = floatBitsToUint(textureLod(sampler2D(a, smp[i]), p, 0.0));
    result[n++] = floatBitsToUint(textureGrad(sampler2D(b, smp[i]), p, vec2(0.1), vec2(0.2)));
    result[n++] = floatBitsToUint(texture(sampler2D(b, smp[1]), p));
    result[n++] = textureLod(usampler3D(c, smp[1]), vec3(p, 0.6), 0.0);
    result[n++] = texelFetch(c, ivec3(i, 1, 2), 0);
    result[n++] = floatBitsToUint(texelFetch(a, ivec2(i, 3), 0)) + uvec4(textureSize(b, i), textureQueryLevels(c), 1);
  }
}
