// atomic-result=comparator: a compare-exchange on null gives its comparator, all other atomics still 0.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --emulate-null-descriptors=atomic-result=comparator --interface=%t.json %t.spv -o %t.out.spv
// RUN: lacuna-run --null=stand-in --map=%t.json --resources='0.0=storage-buffer:size=32 0.1=storage-image:null 0.2=storage-texel-buffer:null 0.3=storage-buffer:null' %t.out.spv | FileCheck %s --check-prefix=NULL
// RUN: lacuna-run --null=stand-in --map=%t.json --resources='0.0=storage-buffer:size=32 0.1=storage-image:format=r32ui,extent=4x4,fill=texel:7 0.2=storage-texel-buffer:format=r32i,extent=4,fill=u32:7 0.3=storage-buffer:size=16,fill=u32:7' %t.out.spv | FileCheck %s --check-prefix=BOUND
//  NULL: 0000: 00000003 fffffffc 00000005 00000000 00000000 00000000 00000000 00000000
// BOUND: 0000: 00000007 00000007 00000007 00000007 00000007 00000007 00000000 00000000
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uint result[]; };
layout(set = 0, binding = 1, r32ui) uniform uimage2D a;
layout(set = 0, binding = 2, r32i) uniform iimageBuffer b;
layout(set = 0, binding = 3, std430) buffer C { uint c[]; };
void main() {
  result[0] = imageAtomicCompSwap(a, ivec2(1), 3u, 9u);
  result[1] = uint(imageAtomicCompSwap(b, 1, -4, 9));
  result[2] = atomicCompSwap(c[1], 5u, 9u);
  result[3] = imageAtomicExchange(a, ivec2(2), 3u);
  result[4] = uint(imageAtomicAdd(b, 2, 3));
  result[5] = atomicMax(c[2], 3u);
}
