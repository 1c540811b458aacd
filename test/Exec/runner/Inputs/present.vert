#version 450
// Two stages compiled apart that share their presence words.
layout(push_constant) uniform Push { uint words[2]; };
layout(location = 0) out flat uvec2 seen;

void main() {
  gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4.0 - 1.0, 0.0, 1.0);
  seen = uvec2(words[0], words[1]);
}
