#version 450
layout(triangles, invocations = 2) in;
layout(line_strip, max_vertices = 4) out;
layout(location = 0) in vec4 color_in[];
layout(location = 0) out vec4 color;
void main() {
  for (int i = 0; i < 4; ++i) {
    color = i % 2 == 0 ? color_in[i % 3] : vec4(gl_InvocationID);
    gl_Position = gl_in[i % 3].gl_Position;
    EmitVertex();
    if (i == 1) EndPrimitive();
  }
  EndPrimitive();
}
