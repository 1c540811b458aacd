#version 450
layout(location = 0) in vec3 smoothed;
layout(location = 1) flat in uvec2 number;
layout(location = 3) noperspective in vec2 straight;
layout(location = 4) in mat2 matrix;
layout(location = 6, component = 1) in float array[2];
layout(location = 8) in Block { vec2 a; float b; } block;
layout(location = 0) out vec4 colour;
void main() {
  float slope = dFdx(straight.x) + fwidth(straight.y);
  if (gl_FragCoord.x > 10.0 && gl_FragCoord.y < 3.0) discard;
  colour = vec4((smoothed.x + matrix[1][1]) / 16.0, (straight.x + array[0] + array[1] + block.a.y + block.b) / 32.0,
                (float(number.x) + (gl_FrontFacing ? 8.0 : 0.0) + slope) / 32.0, gl_FragCoord.z + gl_FragCoord.w / 4.0);
}
