#version 450
#extension GL_EXT_samplerless_texture_functions : require
layout(set = 0, binding = 0, rgba8) uniform image2D target;
layout(set = 0, binding = 1, r32ui) uniform uimage2D counters;
layout(set = 0, binding = 2) uniform textureBuffer texels;
layout(set = 0, binding = 3, rgba32f) uniform imageBuffer stored;
layout(set = 0, binding = 4) uniform sampler2DArrayShadow shadow;
layout(input_attachment_index = 0, set = 1, binding = 0) uniform subpassInput previous;
layout(location = 0) in vec4 where;
layout(location = 0) out vec4 color;
void main() {
  ivec2 p = ivec2(where.xy);
  uint n = imageAtomicAdd(counters, p, 1u);
  vec4 value = imageLoad(target, p) + texelFetch(texels, int(n)) + subpassLoad(previous);
  imageStore(target, p, value);
  imageStore(stored, p.x % imageSize(stored), value);
  color = value * texture(shadow, where) * float(textureQueryLevels(shadow) + textureSize(texels)) ;
}
