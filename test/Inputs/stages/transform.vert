#version 450
layout(set = 0, binding = 0, std140) uniform Camera { mat4 view, projection; vec4 planes[3]; } camera;
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 color;
layout(location = 2) in vec2 unused;
layout(location = 0) out vec4 shade;
layout(location = 1) out flat int id;
out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[3]; };
void main() {
  vec4 world = camera.view * vec4(position, 1.0);
  gl_Position = camera.projection * world;
  for (int i = 0; i < 3; ++i) gl_ClipDistance[i] = dot(world, camera.planes[i]);
  shade = color * 0.5 + color * 0.5;
  id = gl_InstanceIndex;
}
