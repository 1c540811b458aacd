#version 450
layout(set = 0, binding = 1) uniform sampler2D image;
layout(set = 0, binding = 2) buffer Out { vec4 lod; };
layout(location = 0) in vec4 colour;
layout(location = 0) out vec4 result;

void main() {
  // With derivatives, a texel for every pixel.
  result = texture(image, gl_FragCoord.xy / 2.0) + colour;
  vec2 levels = textureQueryLod(image, gl_FragCoord.xy);
  if (gl_FragCoord.x < 1.0 && gl_FragCoord.y < 1.0) lod = vec4(levels, 7.0, 7.0);
}
