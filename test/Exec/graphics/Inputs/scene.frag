// The fragment stage of ../stages.vert.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) flat in vec4 from_vertex;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 2) uniform sampler2D mipmapped;
layout(set = 0, binding = 3) uniform sampler2DArray layered;
layout(set = 0, binding = 4, rgba32f) uniform readonly image2D plain;
layout(set = 0, binding = 5) uniform sampler2D extra[2];
void main() {
  vec4 sum = texture(mipmapped, uv * 3.0);                   // implicit derivatives
  sum += texture(mipmapped, uv, 1.0) * 2.0;                  // bias
  sum += 4.0 * textureProj(mipmapped, vec3(uv, 0.5));
  sum.xy += 16.0 * textureQueryLod(mipmapped, uv * 5.0);
  if (gl_FragCoord.x > 4.0) {
    // Control flow that is not uniform over the quad's neighbours in x + y.
    sum += texture(layered, vec3(uv * 2.0, 1.0));
  }
  sum += textureGrad(layered, vec3(uv, 0.0), dFdx(uv) * 2.0, dFdy(uv) * 2.0);
  sum += imageLoad(plain, ivec2(gl_FragCoord.xy) & 3);
  sum += texture(extra[0], uv) + 3.0 * texture(extra[1], uv + dFdx(from_vertex.xy));
  color = sum + from_vertex;
}
