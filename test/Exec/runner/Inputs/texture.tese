#version 450
layout(triangles) in;
layout(set = 0, binding = 0) uniform samplerBuffer colours;
layout(location = 0) out vec4 colour;

void main() {
  gl_Position = gl_in[0].gl_Position * gl_TessCoord.x + gl_in[1].gl_Position * gl_TessCoord.y +
                gl_in[2].gl_Position * gl_TessCoord.z;
  colour = texelFetch(colours, 1);
}
