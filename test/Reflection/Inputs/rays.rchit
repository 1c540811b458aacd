#version 460
#extension GL_EXT_ray_tracing : require

struct Payload {
  vec3 color;
  uint depth;
};

layout(location = 0) rayPayloadInEXT Payload payload;
hitAttributeEXT vec2 barycentrics;

void main() { payload.color = vec3(barycentrics, gl_HitTEXT); }
