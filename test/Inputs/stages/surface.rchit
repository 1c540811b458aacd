#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadInEXT vec3 radiance;
layout(location = 1) callableDataEXT vec4 material;
layout(shaderRecordEXT, std430) buffer Record { uint index; vec3 tint; };
hitAttributeEXT vec2 barycentric;
void main() {
  material = vec4(barycentric, float(gl_InstanceCustomIndexEXT), gl_HitTEXT);
  executeCallableEXT(index, 1);
  radiance = material.rgb * tint;
}
