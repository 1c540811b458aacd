// Every atomic on images and texel buffers, signed, unsigned and float, and what they leave behind.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_images.py %t.spv %t.dir --resources='0.0=storage-buffer:size=2048 0.1=storage-image:null 0.2=storage-image:null 0.3=storage-image:null 0.4=storage-texel-buffer:null 0.5=storage-texel-buffer:null'
// RUN: %python %S/null_images.py %t.spv %t.dir --mode=default --mode=select --resources='0.0=storage-buffer:size=2048 0.1=storage-image:format=r32ui,extent=4x4,fill=count 0.2=storage-image:null 0.3=storage-image:format=r32f,extent=4x4,fill=ramp 0.4=storage-texel-buffer:null 0.5=storage-texel-buffer:format=r32i,extent=16,fill=count:3'
// RUN: %python %S/null_images.py %t.spv %t.dir --no-null --resources='0.0=storage-buffer:size=2048 0.1=storage-image:format=r32ui,extent=4x4,fill=count 0.2=storage-image:format=r32i,dim=3d,extent=4x4x4,fill=count 0.3=storage-image:format=r32f,extent=4x4,fill=ramp 0.4=storage-texel-buffer:format=r32ui,extent=16,fill=count 0.5=storage-texel-buffer:format=r32i,extent=16,fill=count:3'
#version 450
#extension GL_EXT_shader_atomic_float : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Out { uint result[]; };
layout(set = 0, binding = 1, r32ui) uniform uimage2D a;
layout(set = 0, binding = 2, r32i) uniform iimage3D b;
layout(set = 0, binding = 3, r32f) uniform image2D c;
layout(set = 0, binding = 4, r32ui) uniform uimageBuffer d;
layout(set = 0, binding = 5, r32i) uniform iimageBuffer e;
void main() {
  int n = 0;
  int dim = 2;
  ivec2 p = ivec2(1, dim);
  result[n++] = imageAtomicAdd(a, p, 7u);
  result[n++] = imageAtomicMin(a, p, 3u);
  result[n++] = imageAtomicMax(a, p, 9u);
  result[n++] = imageAtomicAnd(a, p, 12u);
  result[n++] = imageAtomicOr(a, p, 3u);
  result[n++] = imageAtomicXor(a, p, 5u);
  result[n++] = imageAtomicExchange(a, p, 100u);
  result[n++] = imageAtomicCompSwap(a, p, 100u, 50u);
  result[n++] = imageAtomicCompSwap(a, p, 100u, 60u);
  result[n++] = imageAtomicLoad(a, p, gl_ScopeDevice, gl_StorageSemanticsImage, gl_SemanticsAcquire);
  imageAtomicStore(a, ivec2(3, 3), 77u, gl_ScopeDevice, gl_StorageSemanticsImage, gl_SemanticsRelease);
  result[n++] = uint(imageAtomicAdd(b, ivec3(p, 1), -7));
  result[n++] = uint(imageAtomicMin(b, ivec3(p, 1), -3));
  result[n++] = uint(imageAtomicMax(b, ivec3(p, 1), 9));
  result[n++] = uint(imageAtomicCompSwap(b, ivec3(p, 1), 9, -2));
  result[n++] = floatBitsToUint(imageAtomicAdd(c, p, 0.5));
  result[n++] = floatBitsToUint(imageAtomicExchange(c, p, 2.5));
  result[n++] = imageAtomicAdd(d, 3, 7u);
  result[n++] = imageAtomicMin(d, 4, 3u);
  result[n++] = imageAtomicMax(d, 5, 99u);
  result[n++] = imageAtomicAnd(d, 6, 4u);
  result[n++] = imageAtomicOr(d, 7, 8u);
  result[n++] = imageAtomicXor(d, 8, 1u);
  result[n++] = imageAtomicExchange(d, 9, 1000u);
  result[n++] = imageAtomicCompSwap(d, 10, 10u, 2000u);
  result[n++] = uint(imageAtomicMin(e, 3, -7));
  result[n++] = uint(imageAtomicMax(e, 4, 70));
  result[n++] = uint(imageAtomicCompSwap(e, 5, 8, -1));
  memoryBarrierImage();
  result[n++] = imageLoad(a, p).x + imageLoad(d, 9).x;
  result[n++] = uint(imageLoad(b, ivec3(p, 1)).x + imageLoad(e, 5).x);
}
