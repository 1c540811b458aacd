#version 450
layout(set = 0, binding = 0) uniform samplerBuffer colours;
layout(location = 0) out vec4 colour;

void main() {
  gl_PointSize = 1.0;
  gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4.0 - 1.0, 0.0, 1.0);
  colour = texelFetch(colours, 0);
}
