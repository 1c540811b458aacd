#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform Camera { mat4 view_projection; } camera;
layout(set = 1, binding = 0) uniform sampler2D displacement;
layout(set = 1, binding = 2) uniform sampler2D albedo[4];
layout(set = 1, binding = 3, rgba8) uniform writeonly image2D trace;
layout(set = 1, binding = 4) readonly buffer Lights { vec4 lights[]; };
layout(set = 1, binding = 5) uniform sampler unused_sampler;
layout(push_constant) uniform Push { layout(offset = 64) vec4 tint; float strength; } push;
void main() {
  color = texture(displacement, uv) * push.tint + texture(albedo[2], uv) * push.strength + lights[0];
  color.xyz += normal * camera.view_projection[0][0];
  imageStore(trace, ivec2(0), color);
}
