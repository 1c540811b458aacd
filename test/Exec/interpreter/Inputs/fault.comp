#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 1) in;
layout(constant_id = 0) const uint kind = 0u;
layout(set = 0, binding = 0) buffer Data { uint words[]; } data;
layout(set = 0, binding = 1) buffer Many { uint words[]; } many[2];
layout(set = 0, binding = 2, r32ui) uniform uimage2D image;
layout(push_constant) uniform Push { uint index; };
shared uint both;

uint unset() {
  uint never;
  if (index == 77u) never = 1u;
  return never;
}

void main() {
  switch (kind) {
    case 0u:
      data.words[0] = data.words[index];  // line 20
      break;
    case 1u:
      data.words[index] = 5u;
      break;
    case 2u:
      atomicAdd(data.words[index], 1u);
      break;
    case 3u:
      data.words[0] = many[index].words[0];
      break;
    case 4u:
      if (unset() == 3u) data.words[0] = 1u;
      break;
    case 5u:
      data.words[unset()] = 1u;
      break;
    case 6u:
      data.words[0] = imageLoad(image, ivec2(index, 0)).x;
      break;
    case 7u:
      imageStore(image, ivec2(index, 0), uvec4(1u));
      break;
    case 8u:
      imageAtomicAdd(image, ivec2(index, 0), 1u);
      break;
    case 9u:
      data.words[0] = uint(data.words.length());
      break;
  }
}
