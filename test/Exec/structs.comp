// Structs: nested members, whole structs copied between buffers and to locals.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=512,fill=random:11 0.2=storage-buffer:size=256'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=512,fill=random:12 0.1=storage-buffer:null 0.2=storage-buffer:size=256'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=512,fill=random:12 0.1=storage-buffer:size=512,fill=random:11 0.2=storage-buffer:null'
#version 450
layout(local_size_x = 2) in;
struct Inner { uint x; uvec2 y; uint z[3]; };
struct Outer { uvec4 head; Inner inner[2]; uint tail; };
layout(set = 0, binding = 0, std430) buffer A { uint count; Outer a[]; };
layout(set = 0, binding = 1, std430) buffer B { Outer b[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
uint Sum(Inner inner) { return inner.x + inner.y.x * 3u + inner.y.y + inner.z[0] + inner.z[1] * 5u + inner.z[2]; }
void main() {
  uint i = gl_LocalInvocationID.x;
  uint o = i * 16u;
  Outer local = a[i];
  result[o] = Sum(local.inner[0]) + local.tail + local.head.z;
  result[o + 1] = Sum(b[i].inner[1]);
  result[o + 2] = b[i].inner[i].z[i + 1];
  b[i].inner[1 - i].z[2] = count;
  memoryBarrierBuffer();
  a[i].inner[0] = b[i].inner[1];
  local.tail = 77u + i;
  local.inner[1].y = uvec2(i, 4);
  b[i] = local;
  memoryBarrierBuffer();
  result[o + 3] = b[i].tail;
  result[o + 4] = a[i].inner[0].z[1];
  a[i].head.y = 5u;
  memoryBarrierBuffer();
  result[o + 5] = a[i].head.y + a[i].head.x;
}
