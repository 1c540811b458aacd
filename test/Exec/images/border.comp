// What a sampler does beside the texels must not show: linear filtering, an opaque white border, wrapping, levels.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:null,filter=linear,mip=linear,address=border,border=opaque-white 0.2=combined-image-sampler:null,filter=linear,address=border,border=opaque-black'
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:null,filter=linear,mip=linear,address=repeat 0.2=combined-image-sampler:format=rgba32f,dim=3d,extent=4x4x4,fill=ramp,filter=linear,address=border,border=opaque-white'
// RUN: %python %S/null_images.py %t.spv %t.dir --no-null --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:format=rgba32f,extent=8x8,levels=3,fill=ramp,filter=linear,mip=linear,address=border,border=opaque-white 0.2=combined-image-sampler:format=rgba8,dim=3d,extent=4x4x4,fill=ramp,filter=linear,address=border,border=opaque-white'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { vec4 result[]; };
layout(set = 0, binding = 1) uniform sampler2D a;
layout(set = 0, binding = 2) uniform sampler3D b;
void main() {
  int n = 0;
  for (int i = -1; i < 3; ++i) {
    vec2 p = vec2(i) * 0.75 + 0.1;
    result[n++] = textureLod(a, p, float(i));
    result[n++] = texture(a, p);
    result[n++] = textureLodOffset(a, p, 0.0, ivec2(3, -2));
    result[n++] = textureGrad(a, p, vec2(0.5, 0.0), vec2(0.0, 0.25));
    result[n++] = textureGradOffset(a, p, vec2(0.5, 0.0), vec2(0.0, 0.25), ivec2(-1, 1));
    result[n++] = textureProjLod(a, vec3(p, 2.0), 1.0);
    result[n++] = textureProjLod(a, vec4(p, 7.0, 0.5), 0.5);
    result[n++] = textureProjGrad(a, vec3(p, 2.0), vec2(0.5), vec2(0.25));
    result[n++] = textureLod(b, vec3(p, 0.5), 0.0);
    result[n++] = textureProjLodOffset(b, vec4(p, 0.5, 1.5), 0.0, ivec3(1, 0, -1));
    result[n++] = texelFetchOffset(a, ivec2(1), 0, ivec2(1, 2));
  }
}
