// Arrays whose length the module leaves open: runtime-counts gives them presence bits.
// lavapipe has no runtimeDescriptorArray, so the rewritten module gets lengths before it runs. What it is compared with has
// them from the start, and picks as in arrays-sampled.comp.
// RUN: glslangValidator -V --target-env vulkan1.2 -DCOUNT= %s -o %t.spv
// RUN: glslangValidator -V --target-env vulkan1.2 -DCOUNT=3 -DCONSTANT %s -o %t.constant.spv
// RUN: spirv-opt --emulate-null-descriptors=runtime-counts=0.1:3,0.2:3 --interface=%t.out.json %t.spv -o %t.out.open.spv
// RUN: spirv-dis %t.out.open.spv | sed -E -e 's/(%_runtimearr_([0-9]+)) = OpTypeRuntimeArray (%[0-9]+)/%count_\2 = OpConstant %uint 3\n\1 = OpTypeArray \3 %count_\2/' -e '/OpCapability RuntimeDescriptorArray/d' > %t.out.spvasm
// RUN: spirv-as --target-env vulkan1.2 %t.out.spvasm -o %t.out.spv
// RUN: lacuna-run --compare --map=%t.out.json --groups=3 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:null;format=rgba32f,extent=4x4,fill=ramp;null 0.2=storage-image:null;format=r32ui,extent=4x4,fill=count;null' %t.constant.spv %t.out.spv
// RUN: lacuna-run --compare --map=%t.out.json --groups=3 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:format=rgba32f,extent=4x4,fill=ramp*3 0.2=storage-image:format=r32ui,extent=4x4,fill=count*3' %t.constant.spv %t.out.spv
// RUN: spirv-opt --emulate-null-descriptors=runtime-counts=0.1:3,0.2:3,loads=select --interface=%t.select.json %t.spv -o %t.select.open.spv
// RUN: spirv-dis %t.select.open.spv | sed -E -e 's/(%_runtimearr_([0-9]+)) = OpTypeRuntimeArray (%[0-9]+)/%count_\2 = OpConstant %uint 3\n\1 = OpTypeArray \3 %count_\2/' -e '/OpCapability RuntimeDescriptorArray/d' > %t.select.spvasm
// RUN: spirv-as --target-env vulkan1.2 %t.select.spvasm -o %t.select.spv
// RUN: lacuna-run --compare --map=%t.select.json --groups=3 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:null;format=rgba32f,extent=4x4,fill=ramp;null 0.2=storage-image:null;format=r32ui,extent=4x4,fill=count;null' %t.constant.spv %t.select.spv
// RUN: lacuna-run --compare --map=%t.select.json --groups=3 --resources='0.0=storage-buffer:size=1024 0.1=combined-image-sampler:format=rgba32f,extent=4x4,fill=ramp*3 0.2=storage-image:format=r32ui,extent=4x4,fill=count*3' %t.constant.spv %t.select.spv
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uvec4 result[]; };
layout(set = 0, binding = 1) uniform sampler2D textures[COUNT];
layout(set = 0, binding = 2, r32ui) uniform uimage2D images[COUNT];
#define FETCH_OF(i) texelFetch(textures[i], ivec2(g, 2), 0)
#ifdef CONSTANT
#define PICK(Of, i) vec4[3](Of(0), Of(1), Of(2))[i]
#else
#define PICK(Of, i) Of(i)
#endif
void main() {
  uint g = gl_WorkGroupID.x;
  uint o = g * 8u;
  result[o++] = uvec4(floatBitsToUint(PICK(FETCH_OF, g).xyz), 0);
  result[o++] = floatBitsToUint(textureLod(textures[1], vec2(0.4), 0.0));
  result[o++] = uvec4(textureSize(textures[2], 0), imageSize(images[1]));
  imageStore(images[g], ivec2(g, 1), uvec4(g + 70u));
  result[o++] = imageLoad(images[1], ivec2(g, 2)) + imageAtomicAdd(images[0], ivec2(g, 3), 4u);
}
