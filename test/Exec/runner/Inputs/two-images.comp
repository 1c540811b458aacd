#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform sampler3D image;
layout(set = 0, binding = 1) buffer Out { vec4 result; };

void main() { result = texelFetch(image, ivec3(0), 0); }
