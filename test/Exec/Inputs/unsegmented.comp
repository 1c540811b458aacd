#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Whole { uint words[]; } whole;
layout(set = 0, binding = 1, r32ui) uniform uimageBuffer texels;
layout(set = 0, binding = 2) buffer Sizes { uint sizes[]; };
void main() {
  sizes[0] = 8u;
  sizes[1] = 4u;
  sizes[2] = uint(whole.words.length()) - 12u;
  sizes[3] = 2u;
  sizes[4] = uint(imageSize(texels)) - 2u;
  whole.words[7] += 100u;
  whole.words[8] += 100u;
  whole.words[23] += 100u;
  imageStore(texels, 1, uvec4(200u));
  imageStore(texels, 2, uvec4(201u));
}
