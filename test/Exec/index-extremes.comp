// Negative and huge indices into null buffers, and indices just past the end of
// present ones, all computed at run time.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=44,fill=count:3 0.2=storage-buffer:size=256 0.3=storage-buffer:size=40,fill=hex:ffffffff_00000080_ffffff7f_00000040_00000020_00000010_ffffff3f_0a000000_0b000000_0c000000'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:null 0.2=storage-buffer:size=256 0.3=storage-buffer:size=40,fill=hex:ffffffff_00000080_ffffff7f_00000040_00000020_00000010_ffffff3f_0a000000_0b000000_0c000000'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uvec4 head; uint a[]; };
layout(set = 0, binding = 1, std430) buffer B { uint b[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
layout(set = 0, binding = 3, std430) readonly buffer Indices { int indices[]; };
void main() {
  for (int k = 0; k < 10; ++k) {
    int i = indices[k];
    result[k] = a[i] + a[uint(i)];
    a[i] = 1u;
    a[i - 4] = 2u;
    memoryBarrierBuffer();
    result[10 + k] = atomicAdd(a[i], 3u) + head.x;
    if (k >= 7) {
      result[20 + k] = b[i];
      b[i] = 50u + k;
      memoryBarrierBuffer();
      result[30 + k] = b[i];
    }
  }
}
