// Arrays whose length the module leaves open: runtime-counts gives them presence bits.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --keys=runtime-counts=0.1:3,runtime-counts=0.2:2 --groups=3 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:null;format=rgba32f,extent=4x4,fill=ramp;null 0.2=storage-image:null;format=r32ui,extent=4x4,fill=count'
// RUN: %python %S/null_images.py %t.spv %t.dir --keys=runtime-counts=0.1:3,runtime-counts=0.2:2 --groups=3 --no-null --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:format=rgba32f,extent=4x4,fill=ramp*3 0.2=storage-image:format=r32ui,extent=4x4,fill=count*2'
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uvec4 result[]; };
layout(set = 0, binding = 1) uniform sampler2D textures[];
layout(set = 0, binding = 2, r32ui) uniform uimage2D images[];
void main() {
  uint g = gl_WorkGroupID.x;
  uint o = g * 8u;
  result[o++] = floatBitsToUint(texelFetch(textures[g], ivec2(g, 2), 0));
  result[o++] = floatBitsToUint(textureLod(textures[1], vec2(0.4), 0.0));
  result[o++] = uvec4(textureSize(textures[g], 0), imageSize(images[g & 1u]));
  imageStore(images[g & 1u], ivec2(g, 1), uvec4(g + 70u));
  result[o++] = imageLoad(images[1], ivec2(g, 2)) + imageAtomicAdd(images[0], ivec2(g, 3), 4u);
}
