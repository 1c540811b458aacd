#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) coherent buffer Data { uint x[]; };
void main() {
  uint v = x[gl_GlobalInvocationID.x];
  uint sum = subgroupAdd(v) + subgroupShuffle(v, gl_SubgroupInvocationID ^ 1u);
  uvec4 ballot = subgroupBallot(v > 3u);
  if (subgroupElect()) atomicOr(x[0], sum + subgroupBallotBitCount(ballot));
  memoryBarrierBuffer();
}
