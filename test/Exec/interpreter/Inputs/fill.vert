// A triangle over the whole target.
#version 450
#ifndef W
#define W 1.0
#endif
void main() { gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4.0 - 1.0, 0.0, W); }
