#version 450
struct Bone { mat3x4 matrix; float weight; };
layout(set = 1, binding = 2, std430) readonly buffer Bones { uint count; Bone bones[]; };
layout(push_constant) uniform Push { layout(offset = 16) mat2x3 offset; float scale; } push;
layout(location = 0) in vec4 position;
layout(location = 1) in uvec4 indices;
layout(location = 0) out float outside;
vec3 skin(uint index) {
  if (index >= count) return vec3(0.0);
  return bones[index].weight * (position * bones[index].matrix);
}
void main() {
  vec3 sum = vec3(0.0);
  for (int i = 0; i < 4; ++i) sum += skin(indices[i]);
  gl_Position = vec4(sum * push.scale + push.offset[1], 1.0);
  outside = bones.length() > 7 ? 1.0 : 0.0;
}
