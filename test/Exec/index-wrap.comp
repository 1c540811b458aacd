// Offsets past 4 GiB do not wrap around into a present buffer: a rewritten
// module neither reads nor writes element 0 through index 0x40000000.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --emulate-null-descriptors --interface=%t.json %t.spv -o %t.out.spv
// RUN: lacuna-run --map=%t.json --null=stand-in --resources='0.0=storage-buffer:size=32,fill=count:1 0.1=storage-buffer:size=16,fill=hex:0000004000000080000000c0ffffffff 0.2=storage-buffer:size=32,fill=u32:9' %t.out.spv | FileCheck %s
// CHECK: 0.0[0] size=32
// CHECK-NEXT: 0000: 00000001 00000002 00000003 00000004 00000005 00000006 00000007 00000008
// CHECK: 0.2[0] size=32
// CHECK-NEXT: 0000: 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) readonly buffer Indices { int indices[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  int k = indices[i];
  result[i] = a[k];
  a[k] = 77u;
  result[4 + i] = atomicAdd(a[k], 5u);
}
