#version 450
layout(local_size_x = 4, local_size_y = 2) in;
layout(constant_id = 7) const uint kSize = 4;
layout(set = 0, binding = 0, std430) buffer Buffers { uint values[]; } buffers[kSize];
layout(set = 0, binding = 10) uniform sampler2D textures[3];
layout(set = 0, binding = 20) uniform Block { vec4 v; } blocks[2];
void main() {
  uint table[5] = uint[](1u, 2u, 3u, 5u, 8u);
  uint copied[5] = table;
  vec4 sum = texelFetch(textures[1], ivec2(0), 0) + blocks[0].v + blocks[1].v;
  buffers[gl_LocalInvocationID.y].values[gl_LocalInvocationID.x] = copied[gl_LocalInvocationID.x] + uint(sum.x);
  buffers[3].values[kSize * 2] = kSize;
}
