#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer In { float values[]; };
layout(set = 0, binding = 1, std430) buffer Out { float sum; uint count; };
shared float partial[64];
void main() {
  uint i = gl_LocalInvocationIndex;
  partial[i] = gl_GlobalInvocationID.x < values.length() ? values[gl_GlobalInvocationID.x] : 0.0;
  barrier();
  for (uint step = 32; step > 0; step >>= 1) {
    if (i < step) partial[i] += partial[i + step];
    barrier();
  }
  if (i == 0) { sum = partial[0]; atomicAdd(count, 1u); }
}
