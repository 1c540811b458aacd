#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform utexture2D image;
layout(set = 0, binding = 1) uniform sampler filtered;
layout(set = 0, binding = 2) buffer Out { uvec4 result; };

void main() { result = textureLod(usampler2D(image, filtered), vec2(0.5), 0.0); }
