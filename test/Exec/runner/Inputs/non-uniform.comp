#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) uniform sampler2D images[4];
layout(set = 0, binding = 1) buffer Out { float results[4]; };

void main() {
  uint k = gl_LocalInvocationIndex;
  results[k] = textureLod(images[nonuniformEXT(k)], vec2(0.5), 0.0).x;
}
