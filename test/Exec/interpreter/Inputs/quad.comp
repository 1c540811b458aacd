#version 450
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Data { uint words[]; };
void main() { words[0] = subgroupQuadBroadcast(words[1], 1u); }
