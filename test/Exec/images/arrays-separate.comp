// An array of separate integer images with some elements null, picked by constants and at run time.
// lavapipe needs the same care as in arrays-sampled.comp, and an index known at run time does not pick element 0, for which
// it gives 0 though an image is bound.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: glslangValidator -V --target-env vulkan1.2 -DCONSTANT %s -o %t.constant.spv
// RUN: spirv-opt --emulate-null-descriptors --interface=%t.json %t.spv -o %t.out.spv
// RUN: spirv-opt --emulate-null-descriptors=loads=select --interface=%t.select.json %t.spv -o %t.select.spv
// RUN: lacuna-run --compare --map=%t.json --groups=3 --resources='0.0=storage-buffer:size=1024 0.1=sampled-image:null;null;format=rgba32i,extent=4x4,fill=ramp;null;null;format=rgba32i,extent=4x4,fill=ramp:9' %t.constant.spv %t.out.spv
// RUN: lacuna-run --compare --map=%t.select.json --groups=3 --resources='0.0=storage-buffer:size=1024 0.1=sampled-image:null;null;format=rgba32i,extent=4x4,fill=ramp;null;null;format=rgba32i,extent=4x4,fill=ramp:9' %t.constant.spv %t.select.spv
// RUN: lacuna-run --compare --map=%t.json --groups=3 --resources='0.0=storage-buffer:size=1024 0.1=sampled-image:format=rgba32i,extent=4x4,fill=ramp:9*6' %t.constant.spv %t.out.spv
// RUN: lacuna-run --compare --map=%t.select.json --groups=3 --resources='0.0=storage-buffer:size=1024 0.1=sampled-image:format=rgba32i,extent=4x4,fill=ramp:9*6' %t.constant.spv %t.select.spv
// It can fail: unmodified, with stand-ins, the result differs.
// RUN: not lacuna-run --compare --groups=3 --resources='0.0=storage-buffer:size=1024 0.1=sampled-image:null;null;format=rgba32i,extent=4x4,fill=ramp;null;null;format=rgba32i,extent=4x4,fill=ramp:9' %t.constant.spv %t.spv
#version 450
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { ivec4 result[]; };
layout(set = 0, binding = 1) uniform itexture2D images[6];
#define FETCH_OF(i) texelFetch(images[i], ivec2(g, 1), 0)
#ifdef CONSTANT
#define PICK(Of, i) ivec4[6](Of(0), Of(1), Of(2), Of(3), Of(4), Of(5))[i]
#else
#define PICK(Of, i) Of(i)
#endif
void main() {
  int g = int(gl_WorkGroupID.x);
  int o = g * 16;
  for (int i = 0; i < 6; ++i) result[o++] = texelFetch(images[i], ivec2(g, i & 3), 0);
  result[o++].xyz = PICK(FETCH_OF, g * 2 + 1).xyz;
  result[o++].xyz = PICK(FETCH_OF, 5 - g).xyz;
  result[o++] = ivec4(textureSize(images[2], 0), textureSize(images[3], 0));
}
