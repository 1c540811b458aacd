// Gathers of each component, with offsets, of float and integer images.
// Four offsets at once are tried on the first image only: lavapipe gathers from the first image whatever image is named,
// null or not.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=512 0.1=combined-image-sampler:null,address=border,border=opaque-white 0.2=combined-image-sampler:null 0.3=combined-image-sampler:null'
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=512 0.1=combined-image-sampler:format=rgba32f,extent=4x4,fill=ramp 0.2=combined-image-sampler:null 0.3=combined-image-sampler:format=rgba32i,dim=cube,extent=4x4,fill=ramp'
// RUN: %python %S/null_images.py %t.spv %t.dir --no-null --resources='0.0=storage-buffer:size=512 0.1=combined-image-sampler:format=rgba32f,extent=4x4,fill=ramp 0.2=combined-image-sampler:format=rgba32ui,dim=2d-array,layers=2,extent=4x4,fill=ramp 0.3=combined-image-sampler:format=rgba32i,dim=cube,extent=4x4,fill=ramp'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uvec4 result[]; };
layout(set = 0, binding = 1) uniform sampler2D a;
layout(set = 0, binding = 2) uniform usampler2DArray b;
layout(set = 0, binding = 3) uniform isamplerCube c;
const ivec2 offsets[4] = ivec2[](ivec2(0, 1), ivec2(-1, 0), ivec2(2, 2), ivec2(-2, 1));
void main() {
  int n = 0;
  for (int i = 0; i < 2; ++i) {
    vec2 p = vec2(0.4, 0.3 + 0.4 * i);
    result[n++] = floatBitsToUint(textureGather(a, p));
    result[n++] = floatBitsToUint(textureGather(a, p, 1));
    result[n++] = floatBitsToUint(textureGather(a, p, 2));
    result[n++] = floatBitsToUint(textureGather(a, p, 3));
    result[n++] = floatBitsToUint(textureGatherOffset(a, p, ivec2(1, -1), 3));
    result[n++] = floatBitsToUint(textureGatherOffset(a, p, ivec2(i, i + 1), 2));
    result[n++] = floatBitsToUint(textureGatherOffsets(a, p, offsets, 1));
    result[n++] = textureGather(b, vec3(p, i), 3);
    result[n++] = uvec4(textureGather(c, vec3(p, 1.0), 3));
  }
}
