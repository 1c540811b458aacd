// Two modules of one pipeline layout: the second keeps to the numbering of the first, whose bits for what only the first
// touches stay, and appends its own. So one set of presence words serves both.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: glslangValidator -V --target-env vulkan1.2 %S/Inputs/layout-second.comp -o %t.second.spv
// RUN: spirv-opt --emulate-null-descriptors --interface=%t.json %t.spv -o %t.out.spv
// RUN: spirv-opt --emulate-null-descriptors=layout=%t.json --interface=%t.second.json %t.second.spv -o %t.second.out.spv
// Each with its own map, and the first with the second's, which numbers both.
// RUN: lacuna-run --compare --map=%t.json --resources='0.0=storage-buffer:size=64 0.1=combined-image-sampler:null 0.2=combined-image-sampler:format=rgba32ui,extent=4x4,fill=ramp 0.3=combined-image-sampler:format=rgba32ui,extent=4x4,fill=ramp:7' %t.spv %t.out.spv
// RUN: lacuna-run --compare --map=%t.json --resources='0.0=storage-buffer:size=64 0.1=combined-image-sampler:format=rgba32ui,extent=4x4,fill=ramp 0.2=combined-image-sampler:null 0.3=combined-image-sampler:null' %t.spv %t.out.spv
// RUN: lacuna-run --compare --map=%t.second.json --resources='0.0=storage-buffer:size=64 0.1=combined-image-sampler:null 0.2=combined-image-sampler:format=rgba32ui,extent=4x4,fill=ramp 0.3=combined-image-sampler:format=rgba32ui,extent=4x4,fill=ramp:7 0.4=uniform-texel-buffer:null' %t.spv %t.out.spv
// RUN: lacuna-run --compare --map=%t.second.json --resources='0.0=storage-buffer:size=64 0.1=combined-image-sampler:null 0.2=combined-image-sampler:null 0.3=combined-image-sampler:format=rgba32ui,extent=4x4,fill=ramp:7 0.4=uniform-texel-buffer:null' %t.second.spv %t.second.out.spv
// RUN: lacuna-run --compare --map=%t.second.json --resources='0.0=storage-buffer:size=64 0.1=combined-image-sampler:format=rgba32ui,extent=4x4,fill=ramp 0.2=combined-image-sampler:null 0.3=combined-image-sampler:null 0.4=uniform-texel-buffer:format=r32ui,extent=8,fill=count:5' %t.second.spv %t.second.out.spv
// It can fail: with words for the numbering that the second module has by itself, a null descriptor counts as present.
// RUN: spirv-opt --emulate-null-descriptors --interface=%t.alone.json %t.second.spv -o %t.alone.spv
// RUN: not lacuna-run --compare --map=%t.alone.json --resources='0.0=storage-buffer:size=64 0.1=combined-image-sampler:null 0.2=combined-image-sampler:null 0.3=combined-image-sampler:format=rgba32ui,extent=4x4,fill=ramp:7 0.4=uniform-texel-buffer:null' %t.second.spv %t.second.out.spv
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uvec4 result[]; };
layout(set = 0, binding = 1) uniform usampler2D a;
layout(set = 0, binding = 2) uniform usampler2D b;
layout(set = 0, binding = 3) uniform usampler2D c;
void main() {
  result[0] = texelFetch(a, ivec2(2, 1), 0);
  result[1] = texelFetch(b, ivec2(3, 1), 0);
  result[2] = texelFetch(c, ivec2(1, 2), 0);
}
