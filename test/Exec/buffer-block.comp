// SPIR-V 1.0: storage buffers are Uniform variables with a BufferBlock.
// RUN: glslangValidator -V --target-env vulkan1.0 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=64,fill=random:131;null 0.2=storage-buffer:size=64 0.3=uniform-buffer:size=16,fill=u32:2'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=64,fill=random:132 0.1=storage-buffer:null;size=64,fill=count 0.2=storage-buffer:size=64 0.3=uniform-buffer:size=16,fill=u32:1'
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer B { uint b[]; } blocks[2];
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
layout(set = 0, binding = 3, std140) uniform C { uint c; };
void main() {
  uint i = gl_LocalInvocationID.x;
  result[i] = a[i] + blocks[0].b[i] + blocks[1].b[i + c];
  barrier();
  a[i] = c;
  blocks[0].b[i] = 3u;
  blocks[1].b[i] += 4u;
  memoryBarrierBuffer();
  result[i + 4u] = a[i] + blocks[0].b[i] + blocks[1].b[i];
  result[i + 8u] = a.length() + blocks[0].b.length() * 100 + blocks[1].b.length() * 10000;
}
