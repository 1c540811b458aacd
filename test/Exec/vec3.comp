// Three-component vectors: the last one of a buffer has no padding behind it.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=60,fill=random:21 0.2=storage-buffer:size=256'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=60,fill=random:22 0.1=storage-buffer:null 0.2=storage-buffer:size=256'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --no-null --resources='0.0=storage-buffer:size=60,fill=random:23 0.1=storage-buffer:size=24,fill=random:24 0.2=storage-buffer:size=256'
#version 450
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, std430) buffer A { uvec3 a[]; };
layout(set = 0, binding = 1, scalar) buffer B { uvec3 b[]; };
layout(set = 0, binding = 2, std430) buffer Out { uvec4 result[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  result[i] = uvec4(a[i], 1u);
  result[i + 4] = uvec4(b[i], 2u);
  a[i] = uvec3(i, i + 1u, i + 2u);
  b[i].y = 5u;
  b[i].zx = uvec2(8u, 9u);
  memoryBarrierBuffer();
  result[i + 8] = uvec4(a[i].zyx, b[i].y);
}
