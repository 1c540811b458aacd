// Arrays of texel buffers with some elements null. lavapipe takes constant indices only.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --groups=3 --resources='0.0=storage-buffer:size=1024 0.3=uniform-texel-buffer:null;format=r32ui,extent=16,fill=count;null 0.5=storage-texel-buffer:null;format=r32i,extent=8,fill=count'
// RUN: %python %S/null_images.py %t.spv %t.dir --groups=3 --resources='0.0=storage-buffer:size=1024 0.3=uniform-texel-buffer:format=r32ui,extent=16,fill=count;null;format=r32ui,extent=16,fill=count:20 0.5=storage-texel-buffer:format=r32i,extent=8,fill=count;null'
// RUN: %python %S/null_images.py %t.spv %t.dir --groups=3 --no-null --resources='0.0=storage-buffer:size=1024 0.3=uniform-texel-buffer:format=r32ui,extent=16,fill=count*3 0.5=storage-texel-buffer:format=r32i,extent=8,fill=count*2'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uvec4 result[]; };
layout(set = 0, binding = 3) uniform usamplerBuffer texels[3];
layout(set = 0, binding = 5, r32i) uniform iimageBuffer counters[2];
void main() {
  uint g = gl_WorkGroupID.x;
  uint o = g * 16u;
  result[o++] = texelFetch(texels[0], int(g)) + uvec4(textureSize(texels[0]));
  result[o++] = texelFetch(texels[1], int(g)) + uvec4(textureSize(texels[1]));
  result[o++] = texelFetch(texels[2], int(g)) + uvec4(textureSize(texels[2]));
  result[o++] = uvec4(imageAtomicAdd(counters[0], int(g), 3), imageAtomicAdd(counters[1], int(g), 3), 0, 0);
  imageStore(counters[0], int(g) + 4, ivec4(33));
  imageStore(counters[1], int(g) + 4, ivec4(44));
  result[o++] = uvec4(imageLoad(counters[0], int(g)).x, imageLoad(counters[1], int(g) + 4).x, imageSize(counters[0]), imageSize(counters[1]));
}
