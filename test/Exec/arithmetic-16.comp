// 16-bit integers and floats with arithmetic, vectors of them too.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=64,fill=repeat:003c004000420044 0.2=storage-buffer:size=256'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=64,fill=random:42 0.1=storage-buffer:null 0.2=storage-buffer:size=256'
#version 450
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, std430) buffer A { int8_t bytes[4]; i16vec2 shorts[]; };
layout(set = 0, binding = 1, std430) buffer B { f16vec4 halves[]; };
layout(set = 0, binding = 2, std430) buffer Out { uvec4 result[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  i16vec2 s = shorts[i] * int16_t(3) + int16_t(bytes[i]);
  f16vec4 h = halves[i] * float16_t(2.0) + f16vec4(1.0hf);
  result[i * 2] = uvec4(uint(int(s.x)), uint(int(s.y)), packFloat2x16(h.xy), packFloat2x16(h.zw));
  shorts[i].y = int16_t(i);
  bytes[i] = int8_t(-int(i));
  halves[i].z = float16_t(i);
  memoryBarrierBuffer();
  result[i * 2 + 1] = uvec4(uint(int(shorts[i].y)), uint(int(bytes[i])), packFloat2x16(halves[i].zw), 0u);
}
