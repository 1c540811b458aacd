// A header before the runtime array: it is there even when no element is.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=40,fill=random:81 0.2=storage-buffer:size=128'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=96,fill=random:82 0.1=storage-buffer:null 0.2=storage-buffer:size=128'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --no-null --resources='0.0=storage-buffer:size=8,fill=count:1 0.1=storage-buffer:size=36,fill=count:2 0.2=storage-buffer:size=128'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint count; uint flags; uvec4 items[]; };
layout(set = 0, binding = 1, std430) buffer B { uint x; uint pad[7]; uint y; uint tail[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
void main() {
  result[0] = count;
  result[1] = flags;
  result[2] = items[0].y + items[1].w;
  result[3] = x + pad[6] + y;
  result[4] = tail[0];
  flags = 9u;
  items[2].z = 3u;
  y = 4u;
  tail[1] = 5u;
  memoryBarrierBuffer();
  result[5] = atomicAdd(count, 2u) + flags + items[2].z;
  result[6] = y + tail[1];
}
