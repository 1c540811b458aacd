#version 450
layout(triangles, equal_spacing, ccw) in;
layout(location = 0) in vec3 normal_in[];
layout(location = 1) patch in float level;
layout(location = 0) out vec3 normal;
layout(set = 0, binding = 1) uniform sampler2D heights;
void main() {
  normal = vec3(0.0);
  vec4 position = vec4(0.0);
  for (int i = 0; i < 3; ++i) {
    normal += gl_TessCoord[i] * normal_in[i];
    position += gl_TessCoord[i] * gl_in[i].gl_Position;
  }
  gl_Position = position + vec4(normal * textureLod(heights, gl_TessCoord.xy, level).r, 0.0);
}
