// Two triangles, the second with perspective, and all sorts of outputs.
#version 450
layout(location = 0) out vec3 smoothed;
layout(location = 1) flat out uvec2 number;
layout(location = 3) noperspective out vec2 straight;
layout(location = 4) out mat2 matrix;
layout(location = 6, component = 1) out float array[2];
layout(location = 8) out Block { vec2 a; float b; } block;
void main() {
  vec2 corners[6] = vec2[](vec2(-0.75, -0.75), vec2(0.5, -0.75), vec2(-0.75, 0.5), vec2(0.75, -0.75), vec2(0.75, 0.75),
                           vec2(-0.75, 0.75));
  vec2 corner = corners[gl_VertexIndex];
  float w = gl_VertexIndex < 5 ? 1.0 : 2.0;
  gl_Position = vec4(corner * w, 0.25 * w, w);
  gl_PointSize = 3.0;
  smoothed = vec3(gl_VertexIndex, corner);
  number = uvec2(gl_VertexIndex + 5, gl_InstanceIndex);
  straight = corner * 8.0;
  matrix = mat2(1, 2, 3, gl_VertexIndex);
  array[0] = 4.0;
  array[1] = 5.0;
  block.a = vec2(6.0, 7.0);
  block.b = 8.0;
}
