#version 450
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
layout(set = 0, binding = 0) uniform samplerBuffer colours;
layout(location = 0) in vec4 before[];
layout(location = 0) out vec4 colour;

void main() {
  for (int i = 0; i < 3; ++i) {
    gl_Position = gl_in[i].gl_Position;
    colour = before[i] + texelFetch(colours, 2);
    EmitVertex();
  }
  EndPrimitive();
}
