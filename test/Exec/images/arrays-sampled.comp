// An array of combined image samplers with some elements null, picked by constants and at run time.
// Where an index known at run time picks an image, lavapipe gives anything at all for a null one, and in the last component
// for a present one, too. So the module that runs with native null descriptors reads all of them by constants and picks
// among the values (CONSTANT), and last components are not compared. Indices that are not uniform it does not support.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: glslangValidator -V --target-env vulkan1.2 -DCONSTANT %s -o %t.constant.spv
// RUN: spirv-opt --emulate-null-descriptors --interface=%t.json %t.spv -o %t.out.spv
// RUN: spirv-opt --emulate-null-descriptors=loads=select --interface=%t.select.json %t.spv -o %t.select.spv
// RUN: lacuna-run --compare --map=%t.json --groups=4 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:null;format=rgba32f,extent=4x4,fill=ramp;null;format=rgba32f,extent=4x4,fill=ramp:40' %t.constant.spv %t.out.spv
// RUN: lacuna-run --compare --map=%t.select.json --groups=4 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:null;format=rgba32f,extent=4x4,fill=ramp;null;format=rgba32f,extent=4x4,fill=ramp:40' %t.constant.spv %t.select.spv
// RUN: lacuna-run --compare --map=%t.json --groups=4 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:null*4' %t.constant.spv %t.out.spv
// RUN: lacuna-run --compare --map=%t.select.json --groups=4 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:null*4' %t.constant.spv %t.select.spv
// RUN: lacuna-run --compare --map=%t.json --groups=4 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:format=rgba32f,extent=4x4,fill=ramp*3;null' %t.constant.spv %t.out.spv
// RUN: lacuna-run --compare --map=%t.select.json --groups=4 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:format=rgba32f,extent=4x4,fill=ramp*3;null' %t.constant.spv %t.select.spv
// RUN: lacuna-run --compare --map=%t.json --groups=4 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:format=rgba32f,extent=4x4,fill=ramp*4' %t.constant.spv %t.out.spv
// RUN: lacuna-run --compare --map=%t.select.json --groups=4 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:format=rgba32f,extent=4x4,fill=ramp*4' %t.constant.spv %t.select.spv
// It can fail: unmodified, with stand-ins, the result differs.
// RUN: not lacuna-run --compare --groups=4 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:null;format=rgba32f,extent=4x4,fill=ramp;null;format=rgba32f,extent=4x4,fill=ramp:40' %t.constant.spv %t.spv
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { vec4 result[]; };
layout(set = 0, binding = 1) uniform sampler2D textures[4];
#define LOD_OF(i) textureLod(textures[i], vec2(0.6), 0.0)
#define FETCH_OF(i) texelFetch(textures[i], ivec2(g, 0), 0)
#define GATHER_OF(i) textureGather(textures[i], vec2(0.5), 2)
#define SIZE_OF(i) vec4(textureSize(textures[i], 0), textureQueryLevels(textures[i]), 0)
#ifdef CONSTANT
#define PICK(Of, i) vec4[4](Of(0), Of(1), Of(2), Of(3))[i]
#else
#define PICK(Of, i) Of(i)
#endif
void main() {
  uint g = gl_WorkGroupID.x;
  uint o = g * 16u;
  for (int i = 0; i < 4; ++i) result[o++] = textureLod(textures[i], vec2(0.4), 0.0);
  result[o++] = texelFetch(textures[1], ivec2(g, 2), 0);
  result[o++] = texelFetch(textures[2], ivec2(g, 2), 0) + vec4(textureSize(textures[3], 0), textureSize(textures[0], 0));
  result[o++].xyz = PICK(LOD_OF, g).xyz;
  result[o++].xyz = PICK(LOD_OF, 3u - g).xyz;
  result[o++].xyz = PICK(FETCH_OF, g ^ 1u).xyz;
  result[o++].xyz = PICK(GATHER_OF, g ^ 2u).xyz;
  result[o++].xyz = PICK(SIZE_OF, g ^ 3u).xyz;
}
