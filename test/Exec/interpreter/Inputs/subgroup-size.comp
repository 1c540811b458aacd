#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Data { uint words[]; };
void main() { words[0] = gl_SubgroupSize; }
