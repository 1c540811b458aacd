#version 450
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 8) in;
layout(set = 0, binding = 0, std430) buffer Data { int a[64]; int b[64]; int c[64]; };
layout(push_constant) uniform Push { bool flag; int limit; };
void main() {
  [[unroll]] for (int i = 0; i < 8; ++i) a[i] = b[i] * 2 + 1;
  for (int i = 0; i < 32; ++i) a[i] = b[i] + c[i];
  for (int i = 0; i < 32; ++i) b[i] = a[i] * c[i];
  for (int i = 0; i < 16; ++i) {
    if (i < 4) c[i] = 7; else c[i] = a[i];
  }
  for (int i = 0; i < limit; ++i) {
    if (flag) a[i] += 3; else b[i] -= 3;
    c[i] = limit * limit;
  }
}
