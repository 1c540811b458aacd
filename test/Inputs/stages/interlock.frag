#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(set = 0, binding = 0, r32f) uniform image2D depth;
layout(location = 0) in vec3 barycentric;
layout(location = 0) out vec4 color;
void main() {
  beginInvocationInterlockARB();
  float old = imageLoad(depth, ivec2(gl_FragCoord.xy)).x;
  if (old > barycentric.z) imageStore(depth, ivec2(gl_FragCoord.xy), vec4(barycentric.z));
  endInvocationInterlockARB();
  color = vec4(interpolateAtCentroid(barycentric), interpolateAtSample(barycentric, 1).x);
}
