// The second module of ../layout.comp: other bindings of the same pipeline layout, in another order, and one more.
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uvec4 result[]; };
layout(set = 0, binding = 4) uniform usamplerBuffer d;
layout(set = 0, binding = 3) uniform usampler2D c;
layout(set = 0, binding = 1) uniform usampler2D a;
void main() {
  result[0] = texelFetch(c, ivec2(1, 2), 0);
  result[1] = texelFetch(a, ivec2(2, 1), 0);
  result[2] = texelFetch(d, 3);
}
