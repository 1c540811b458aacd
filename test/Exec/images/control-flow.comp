// Loads, stores, samples and queries in loops, nested loops, switches and short circuits.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=1024 0.1=storage-image:null 0.2=combined-image-sampler:null 0.3=storage-texel-buffer:null'
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=1024 0.1=storage-image:null 0.2=combined-image-sampler:format=rgba32f,extent=4x4,levels=2,fill=ramp 0.3=storage-texel-buffer:format=r32ui,extent=16,fill=count'
// RUN: %python %S/null_images.py %t.spv %t.dir --no-null --resources='0.0=storage-buffer:size=1024 0.1=storage-image:format=r32i,extent=4x4,fill=count 0.2=combined-image-sampler:format=rgba32f,extent=4x4,levels=2,fill=ramp 0.3=storage-texel-buffer:format=r32ui,extent=16,fill=count'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { int result[]; };
layout(set = 0, binding = 1, r32i) uniform iimage2D a;
layout(set = 0, binding = 2) uniform sampler2D b;
layout(set = 0, binding = 3, r32ui) uniform uimageBuffer c;
void Run(int g) {
  int o = g * 32;
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 4; ++x) {
      if (imageLoad(a, ivec2(x, y)).x % 3 == 1) continue;
      if (g == 1 && x == 3) break;
      result[o + y] += int(texelFetch(b, ivec2(x, y), 0).x) + 1;
    }
  }
  for (int i = 0; i < imageSize(c); ++i) result[o + 4] += int(imageLoad(c, i).x);
  int rounds = 0;
  do {
    imageStore(c, rounds + 8 * g, uvec4(rounds + 40));
    ++rounds;
  } while (rounds < textureSize(b, 0).x);
  result[o + 5] = rounds;
  for (int k = 0; k < 4; ++k) {
    switch (k + g) {
      case 0:
        result[o + 6 + k] = imageLoad(a, ivec2(k, 0)).x;
        break;
      case 1:
        imageStore(a, ivec2(k, g), ivec4(60 + k));
      case 2:
        result[o + 6 + k] = imageAtomicAdd(a, ivec2(k, g), 5);
        break;
      case 3:
        if (g == 0) return;
        result[o + 6 + k] = int(textureLod(b, vec2(0.4), 1.0).y);
        break;
      default:
        result[o + 6 + k] = textureQueryLevels(b);
    }
  }
  result[o + 12] = (textureSize(b, 0).x > 2 && texelFetch(b, ivec2(1), 0).x > 1.0) || imageSize(a).y > 0 ? 5 : 6;
}
void main() {
  Run(0);
  memoryBarrierImage();
  Run(1);
}
