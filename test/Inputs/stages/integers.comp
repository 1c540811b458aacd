#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_atomic_int64 : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Data { uint8_t bytes[16]; int16_t shorts[8]; uint64_t wide; f16vec4 halves; double d; };
void main() {
  wide = atomicMax(wide, uint64_t(bytes[3]) << 33);
  shorts[1] = int16_t(shorts[0] * shorts[2] + int16_t(7));
  halves = halves * halves + f16vec4(0.5);
  d = sqrt(d) * 2.0 / 4.0;
  bytes[0] = uint8_t(bitCount(uint(wide & 0xFFul)) % 8);
}
