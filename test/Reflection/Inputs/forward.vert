#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 uv;
layout(location = 2) in mat4 instance_matrix;
layout(location = 0) out vec2 out_uv;
layout(location = 1) out vec3 out_normal;
layout(set = 0, binding = 0) uniform Camera { mat4 view_projection; } camera;
layout(set = 1, binding = 0) uniform sampler2D displacement;
layout(push_constant) uniform Push { mat4 model; } push;
void main() {
  gl_Position = camera.view_projection * push.model * instance_matrix *
                vec4(position + textureLod(displacement, uv, 0.0).xyz, 1.0);
  out_uv = uv;
  out_normal = position;
}
