#version 450
layout(constant_id = 3) const int light_count = 4;
layout(constant_id = 4) const bool fog = false;
struct Light { vec4 position; vec3 color; float range; };
layout(set = 0, binding = 0) uniform Lights { Light lights[8]; };
layout(set = 0, binding = 1) uniform sampler2D albedo;
layout(set = 0, binding = 2) uniform texture2D detail[4];
layout(set = 0, binding = 3) uniform sampler linear_sampler;
layout(location = 0) in vec3 normal;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec3 world;
layout(location = 3) in vec4 never_read;
layout(location = 0) out vec4 color;
vec3 shade(Light light) {
  vec3 to_light = light.position.xyz - world;
  float distance = length(to_light);
  if (distance > light.range) return vec3(0.0);
  return light.color * max(dot(normal, to_light / distance), 0.0);
}
void main() {
  vec3 sum = vec3(0.0);
  for (int i = 0; i < light_count; ++i) sum += shade(lights[i]);
  vec4 base = texture(albedo, uv) * texture(sampler2D(detail[2], linear_sampler), uv * 8.0);
  if (base.a < 0.1) discard;
  if (fog) sum = mix(sum, vec3(0.5), gl_FragCoord.z);
  color = vec4(base.rgb * sum, base.a);
}
