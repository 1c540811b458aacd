// Depth comparison: sampled with explicit level, gradient, projection and offset, and gathered; combined and separate.
// A stand-in's texels pass or fail the comparison, so a result that is not dropped is 0 or 1 at random.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=512 0.1=combined-image-sampler:null,filter=nearest,compare=always 0.2=combined-image-sampler:null,filter=nearest,compare=less,address=border,border=opaque-white 0.3=combined-image-sampler:null,compare=always 0.4=sampled-image:null 0.5=sampler:filter=nearest,compare=always'
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=512 0.1=combined-image-sampler:format=d32f,extent=4x4,fill=texel:0.5,filter=nearest,compare=less 0.2=combined-image-sampler:null,compare=always 0.3=combined-image-sampler:format=d32f,dim=cube,extent=4x4,fill=texel:0.25,compare=less 0.4=sampled-image:null 0.5=sampler:filter=nearest,compare=always'
// RUN: %python %S/null_images.py %t.spv %t.dir --no-null --resources='0.0=storage-buffer:size=512 0.1=combined-image-sampler:format=d32f,extent=4x4,fill=texel:0.5,filter=nearest,compare=less 0.2=combined-image-sampler:format=d32f,dim=2d-array,layers=3,extent=4x4,fill=texel:0.5,filter=nearest,compare=less,address=border,border=opaque-white 0.3=combined-image-sampler:format=d32f,dim=cube,extent=4x4,fill=texel:0.25,compare=less 0.4=sampled-image:format=d32f,extent=4x4,fill=texel:0.75 0.5=sampler:filter=nearest,compare=greater'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { vec4 result[]; };
layout(set = 0, binding = 1) uniform sampler2DShadow flat_map;
layout(set = 0, binding = 2) uniform sampler2DArrayShadow array_map;
layout(set = 0, binding = 3) uniform samplerCubeShadow cube_map;
layout(set = 0, binding = 4) uniform texture2D image;
layout(set = 0, binding = 5) uniform samplerShadow comparison;
void main() {
  int n = 0;
  for (int i = 0; i < 3; ++i) {
    float r = float(i) * 0.4 + 0.1;
    vec2 p = vec2(0.3, float(i) * 0.5 + 0.2);
    result[n++] = vec4(textureLod(flat_map, vec3(p, r), 0.0), textureGrad(flat_map, vec3(p, r), vec2(0.1), vec2(0.1)),
                       textureProjLod(flat_map, vec4(p * 2.0, r * 2.0, 2.0), 0.0),
                       textureLodOffset(flat_map, vec3(p, r), 0.0, ivec2(1, -1)));
    result[n++] = textureGather(flat_map, p, r);
    result[n++] = vec4(textureGrad(array_map, vec4(p, i, r), vec2(0.1), vec2(0.1)), texture(cube_map, vec4(p, 1.0, r)),
                       textureGrad(cube_map, vec4(1.0, p, r), vec3(0.1), vec3(0.1)), i);
    result[n++] = textureGather(array_map, vec3(p, i), r) + textureGather(cube_map, vec3(p, 1.0), r);
    result[n++] = vec4(textureLod(sampler2DShadow(image, comparison), vec3(p, r), 0.0),
                       textureGather(sampler2DShadow(image, comparison), p, r).xyz);
  }
  result[n++] = vec4(textureSize(flat_map, 0), textureSize(array_map, 0).xz);
  result[n++] = vec4(textureSize(cube_map, 0), textureQueryLevels(flat_map), textureQueryLevels(cube_map));
}
