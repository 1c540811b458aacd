// Sizes, levels and samples of every shape; levels that a null image is asked for may be any number.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=1024 0.1=storage-buffer:fill=hex:00000000ffffffffffffff7f00000080e8030000 0.2=combined-image-sampler:null 0.3=combined-image-sampler:null 0.4=combined-image-sampler:null 0.5=combined-image-sampler:null 0.6=combined-image-sampler:null 0.7=combined-image-sampler:null 0.8=combined-image-sampler:null 0.9=storage-image:null 0.10=storage-image:null 0.11=uniform-texel-buffer:null'
// RUN: %python %S/null_images.py %t.spv %t.dir --no-null --resources='0.0=storage-buffer:size=1024 0.1=storage-buffer:fill=hex:0000000001000000000000000100000000000000 0.2=combined-image-sampler:format=r32f,dim=1d,extent=8,levels=2 0.3=combined-image-sampler:format=r32f,extent=8x4,levels=3 0.4=combined-image-sampler:format=r32f,dim=3d,extent=8x4x2,levels=2 0.5=combined-image-sampler:format=r32f,dim=cube,extent=4x4,levels=2 0.6=combined-image-sampler:format=r32f,dim=1d-array,extent=8,layers=3,levels=2 0.7=combined-image-sampler:format=r32f,dim=2d-array,extent=8x4,layers=5,levels=2 0.8=combined-image-sampler:format=r32f,dim=cube-array,extent=4x4,layers=2,levels=2 0.9=storage-image:format=r32f,dim=cube-array,extent=4x4,layers=3 0.10=storage-image:format=r32f,dim=3d,extent=2x3x4 0.11=uniform-texel-buffer:format=r32f,extent=77'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { ivec4 result[]; };
layout(set = 0, binding = 1, std430) readonly buffer Lods { int lods[5]; };
layout(set = 0, binding = 2) uniform sampler1D a;
layout(set = 0, binding = 3) uniform sampler2D b;
layout(set = 0, binding = 4) uniform sampler3D c;
layout(set = 0, binding = 5) uniform samplerCube d;
layout(set = 0, binding = 6) uniform sampler1DArray e;
layout(set = 0, binding = 7) uniform sampler2DArray f;
layout(set = 0, binding = 8) uniform samplerCubeArray g;
layout(set = 0, binding = 9, r32f) uniform imageCubeArray h;
layout(set = 0, binding = 10, r32f) uniform image3D i;
layout(set = 0, binding = 11) uniform samplerBuffer j;
void main() {
  int n = 0;
  for (int k = 0; k < 5; ++k) {
    int l = lods[k];
    result[n++] = ivec4(textureSize(a, l), textureSize(b, l), k);
    result[n++] = ivec4(textureSize(c, l), textureSize(d, l).x);
    result[n++] = ivec4(textureSize(e, l), textureSize(d, l).y, 1);
    result[n++] = ivec4(textureSize(f, l), 2);
    result[n++] = ivec4(textureSize(g, l), 3);
  }
  result[n++] = ivec4(textureQueryLevels(a), textureQueryLevels(b), textureQueryLevels(c), textureQueryLevels(d));
  result[n++] = ivec4(textureQueryLevels(e), textureQueryLevels(f), textureQueryLevels(g), textureSize(j));
  result[n++] = ivec4(imageSize(h), 4);
  result[n++] = ivec4(imageSize(i), 5);
}
