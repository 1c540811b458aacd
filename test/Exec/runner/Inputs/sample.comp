#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform texture2D image;
layout(set = 0, binding = 1) uniform sampler filtered;
layout(set = 0, binding = 2) uniform sampler2DShadow shadow;
layout(set = 0, binding = 3) uniform isampler2DArray integers;
layout(set = 0, binding = 4) uniform sampler2D several[3];
layout(set = 0, binding = 5) buffer Out { uint index; vec4 results[8]; };

void main() {
  // Between four texels, and past the edge.
  results[0] = textureLod(sampler2D(image, filtered), vec2(0.5), 0.0);
  results[1] = textureLod(sampler2D(image, filtered), vec2(-1.0, 0.5), 0.0);
  results[2] = textureGather(sampler2D(image, filtered), vec2(0.5), 1);
  results[3] = vec4(textureLod(shadow, vec3(0.5, 0.5, 0.25), 0.0), textureLod(shadow, vec3(0.5, 0.5, 0.75), 0.0),
                    textureQueryLevels(shadow), textureSize(shadow, 1).y);
  results[4] = textureGather(shadow, vec2(0.5), 0.25);
  results[5] = vec4(textureLod(integers, vec3(0.1, 0.1, 1.0), 0.0));
  results[6] = vec4(textureLod(integers, vec3(-1.0, 0.5, 0.0), 0.0));
  results[7] = textureLod(several[index], vec2(0.5), 0.0);
}
