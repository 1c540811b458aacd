// Uniform buffers beside storage buffers, one of them decides what is accessed.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=uniform-buffer:size=64,fill=count:1 0.1=storage-buffer:null 0.2=storage-buffer:size=64,fill=count:7 1.1=uniform-buffer:size=32,fill=hex:02000000000000000000000000000000 1.2=storage-buffer:size=64'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=uniform-buffer:size=64,fill=count:1 0.1=storage-buffer:size=64,fill=count:3 0.2=storage-buffer:null 1.1=uniform-buffer:size=32,fill=hex:03000000000000000000000000000000 1.2=storage-buffer:size=64'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std140) uniform Params { uvec4 p[4]; };
layout(set = 0, binding = 1, std430) buffer A { uint a[]; };
layout(set = 0, binding = 2, std430) buffer B { uint b[]; };
layout(set = 1, binding = 1, std140) uniform Choice { uint choice; };
layout(set = 1, binding = 2, std430) buffer Out { uint result[]; };
void main() {
  result[0] = a[p[0].x] + b[choice];
  a[choice] = p[1].y;
  b[p[0].z] = p[choice].w;
  memoryBarrierBuffer();
  result[1] = a[choice] + b[p[0].z];
}
