// Each pixel has an element; helpers, of which the target's edge has some, must write nothing.
#version 450
layout(set = 0, binding = 0, std430) buffer Data { uint seen; uint element[]; };
layout(location = 0) out uvec4 colour;
void main() {
  uint index = uint(gl_FragCoord.y) * 3u + uint(gl_FragCoord.x);
  atomicAdd(seen, 1u);
  element[index] = index + 1u;
#ifdef LOAD
  index = element[index];
#endif
  colour = uvec4(index + 1u, uint(dFdx(gl_FragCoord.x)), 300u, 4u);
}
