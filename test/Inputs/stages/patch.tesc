#version 450
layout(vertices = 3) out;
layout(location = 0) in vec3 normal_in[];
layout(location = 0) out vec3 normal_out[];
layout(location = 1) patch out float level;
void main() {
  normal_out[gl_InvocationID] = normal_in[gl_InvocationID];
  gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
  barrier();
  if (gl_InvocationID == 0) {
    level = length(normal_out[1] - normal_out[2]);
    gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = level;
    gl_TessLevelInner[0] = max(level, 1.0);
  }
}
