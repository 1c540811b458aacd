// Two variables with different types share one binding; both see it null.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=64,fill=count:1 0.2=storage-buffer:size=64'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=64,fill=repeat:0000803f 0.1=storage-buffer:null 0.2=storage-buffer:size=64'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 0, std430) buffer AsFloat { float f[]; };
layout(set = 0, binding = 0, std430) buffer AsStruct { uvec2 head; uvec4 v[]; };
layout(set = 0, binding = 1, std430) buffer B { uint b[]; };
layout(set = 0, binding = 1, std430) buffer BAsVectors { uvec3 b3[2]; };
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
void main() {
  result[0] = a[2] + uint(f[1] * 8.0) + head.y;
  f[3] = 2.5;
  memoryBarrierBuffer();
  result[1] = a[3];
  v[1].z = 17u;
  memoryBarrierBuffer();
  result[2] = a[10];
  result[3] = a.length() + v.length() * 100 + f.length() * 10000;
  b3[1] = uvec3(4, 5, 6);
  memoryBarrierBuffer();
  result[4] = b[4] + b[5] * 16u + b[6] * 256u + b[7];
}
