#version 450
layout(location = 0) in flat int mode;
layout(location = 1) in mediump vec2 uv;
layout(location = 0) out mediump vec4 color;
layout(location = 1) out uint flags;
const bool kNever = false;
mediump vec4 pick(int m) {
  switch (m) {
    case 0: return vec4(uv, 0.0, 1.0);
    case 1: discard;
    case 2: return vec4(1.0);
    default: break;
  }
  return vec4(dFdx(uv), fwidth(uv));
}
void main() {
  mediump vec4 result = pick(mode);
  float wasted = 3.0;
  if (kNever) result *= wasted;
  for (int i = 0; i < 10; ++i) {
    if (result.x > float(i)) continue;
    result.y += 0.25;
    if (result.y > 5.0) break;
  }
  color = result;
  flags = uint(mode) * 8u / 2u;
}
