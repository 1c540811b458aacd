#version 450
layout(local_size_x = 1) in;
// The pieces of one buffer of 24 words: 32, 16 and 48 bytes.
layout(set = 0, binding = 0) buffer Pieces { uint words[]; } pieces[3];
layout(set = 0, binding = 1, r32ui) uniform uimageBuffer texels[2];
layout(set = 0, binding = 2) buffer Sizes { uint sizes[]; };
void main() {
  sizes[0] = uint(pieces[0].words.length());
  sizes[1] = uint(pieces[1].words.length());
  sizes[2] = uint(pieces[2].words.length());
  sizes[3] = uint(imageSize(texels[0]));
  sizes[4] = uint(imageSize(texels[1]));
  pieces[0].words[7] += 100u;
  pieces[1].words[0] += 100u;
  pieces[2].words[11] += 100u;
  imageStore(texels[0], 1, uvec4(200u));
  imageStore(texels[1], 0, uvec4(201u));
}
