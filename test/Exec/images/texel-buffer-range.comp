// A texel buffer's texels by indices out of range: inside, all is as it was; outside, the rewritten module reads 0 and
// changes nothing, which Vulkan leaves open without robustness.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --no-null --groups=8 --resources='0.0=storage-buffer:size=256 0.1=storage-buffer:size=32,fill=count 0.2=uniform-texel-buffer:format=rgba32ui,extent=8,fill=ramp:3 0.3=storage-texel-buffer:format=r32ui,extent=8,fill=count:5'
// RUN: %python %S/null_images.py %t.spv %t.dir --groups=8 --resources='0.0=storage-buffer:size=256 0.1=storage-buffer:fill=hex:00000000ffffffffffffff7f00000080e80300000700000008000000f8ffffff 0.2=uniform-texel-buffer:null 0.3=storage-texel-buffer:null'
// RUN: spirv-opt --emulate-null-descriptors --interface=%t.json %t.spv -o %t.out.spv
// RUN: lacuna-run --map=%t.json --groups=8 --resources='0.0=storage-buffer:size=256 0.1=storage-buffer:fill=hex:00000000ffffffffffffff7f00000080e80300000700000008000000f8ffffff 0.2=uniform-texel-buffer:format=rgba32ui,extent=8,fill=ramp:3 0.3=storage-texel-buffer:format=r32ui,extent=8,fill=count:5' %t.out.spv | FileCheck %s
// The invocations 0 and 5 are in range.
//      CHECK: 0.0[0] size=256
// CHECK-NEXT: 0000: {{[0-9a-f]+ [0-9a-f]+ [0-9a-f]+}} 00000005 00000000 00000000 00000000 00000000
// CHECK-NEXT: 0020: 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000
// CHECK-NEXT: 0040: 00000000 00000000 00000000 00000000 {{[0-9a-f]+ [0-9a-f]+ [0-9a-f]+}} 0000000c
// CHECK-NEXT: 0060: 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000
//      CHECK: 0.3[0] size=32
// CHECK-NEXT: 0000: 00000064 00000006 00000007 00000008 00000009 0000000a 0000000b 00000069
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uvec4 result[]; };
layout(set = 0, binding = 1, std430) readonly buffer Indices { int indices[]; };
layout(set = 0, binding = 2) uniform usamplerBuffer a;
layout(set = 0, binding = 3, r32ui) uniform uimageBuffer b;
void main() {
  uint g = gl_WorkGroupID.x;
  int i = indices[g];
  uvec4 texel = texelFetch(a, i);
  uint old = imageAtomicExchange(b, i, g + 100u);
  result[g] = uvec4(texel.x, texel.y, texel.w, old);
}
