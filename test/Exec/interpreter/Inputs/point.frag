#version 450
layout(location = 0) in vec3 smoothed;
layout(location = 0) out vec4 colour;
void main() { colour = vec4(gl_PointCoord, smoothed.x / 8.0, gl_FragCoord.w); }
