// Uniform buffers beside images, by presence bits, in an array too.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --keys=uniform-buffers=presence --groups=3 --resources='0.0=storage-buffer:size=256 0.1=uniform-buffer:null;size=64,fill=count;null 0.2=uniform-buffer:null 0.3=combined-image-sampler:null'
// RUN: %python %S/null_images.py %t.spv %t.dir --keys=uniform-buffers=presence --groups=3 --resources='0.0=storage-buffer:size=256 0.1=uniform-buffer:size=64,fill=count;null;size=64,fill=count:50 0.2=uniform-buffer:size=32,fill=count:90 0.3=combined-image-sampler:format=rgba32ui,extent=4x4,fill=ramp'
// RUN: %python %S/null_images.py %t.spv %t.dir --keys=uniform-buffers=presence --groups=3 --no-null --resources='0.0=storage-buffer:size=256 0.1=uniform-buffer:size=64,fill=count*3 0.2=uniform-buffer:size=32,fill=count:90 0.3=combined-image-sampler:format=rgba32ui,extent=4x4,fill=ramp'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uvec4 result[]; };
layout(set = 0, binding = 1, std140) uniform A { uvec4 v[4]; } a[3];
layout(set = 0, binding = 2, std140) uniform B { uvec3 x; uint y; } b;
layout(set = 0, binding = 3) uniform usampler2D t;
void main() {
  uint g = gl_WorkGroupID.x;
  uint o = g * 4u;
  result[o++] = a[g].v[g];
  result[o++] = a[2].v[3] + a[1].v[0];
  result[o++] = uvec4(b.x, b.y);
  result[o++] = texelFetch(t, ivec2(b.y & 3u, a[1].v[1].x & 3u), 0);
}
