#version 450
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) out float colour;
void main() {
  if (gl_FragCoord.x < 1.0) demote;
  // The quad is still whole.
  colour = dFdx(gl_FragCoord.x * gl_FragCoord.x);
}
