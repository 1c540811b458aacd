// 8- and 16-bit elements, in ranges that end inside a 32-bit word.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=37,fill=random:31 0.2=storage-buffer:size=512'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=19,fill=random:32 0.1=storage-buffer:null 0.2=storage-buffer:size=512'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --no-null --resources='0.0=storage-buffer:size=15,fill=random:33 0.1=storage-buffer:size=34,fill=random:34 0.2=storage-buffer:size=512'
#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 16) in;
layout(set = 0, binding = 0, std430) buffer A { uint8_t a[]; };
layout(set = 0, binding = 1, std430) buffer B { uint16_t b[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  result[i] = uint(a[i]);
  result[16 + i] = uint(b[i]);
  barrier();
  a[i] = uint8_t(i * 3u);
  b[i + 1] = uint16_t(i + 300u);
  memoryBarrierBuffer();
  barrier();
  result[32 + i] = uint(a[i]) + uint(b[i]);
  if (i == 0u) {
    result[48] = a.length();
    result[49] = b.length();
  }
}
