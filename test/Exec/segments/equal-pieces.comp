// Pieces of one size, a power of two bytes or not: loads, stores and atomics in every piece, the piece found by a switch
// or as a computed number, in a helper or in place.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:4,piece-bytes=32 %t.spv -o %t.32.spv --interface=%t.json
// RUN: lacuna-run --on=both --compare --map=%t.json --resources='0.0=storage-buffer:size=96,fill=count:5,pieces=32/32/32 0.1=storage-buffer:size=256' %t.spv %t.32.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:4,piece-bytes=28,helpers=inline %t.spv -o %t.28.spv --interface=%t.json
// RUN: lacuna-run --on=both --compare --map=%t.json --resources='0.0=storage-buffer:size=96,fill=count:5,pieces=28/28/28 0.1=storage-buffer:size=256' %t.spv %t.28.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:4,piece-bytes=32,piece-index=dynamic %t.spv -o %t.d32.spv --interface=%t.json
// RUN: lacuna-run --on=both --ignore-missing-features --compare --map=%t.json --resources='0.0=storage-buffer:size=96,fill=count:5,pieces=32/32/32 0.1=storage-buffer:size=256' %t.spv %t.d32.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:4,piece-bytes=28,piece-index=dynamic,helpers=inline %t.spv -o %t.d28.spv --interface=%t.json
// RUN: lacuna-run --on=both --ignore-missing-features --compare --map=%t.json --resources='0.0=storage-buffer:size=96,fill=count:5,pieces=28/28/28 0.1=storage-buffer:size=256' %t.spv %t.d28.spv

// Behind all pieces it is the last piece that an access misses, and no descriptor that is not there.
// RUN: glslangValidator -V -DBEHIND --target-env vulkan1.2 %s -o %t.behind.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:4,piece-bytes=32,piece-index=dynamic %t.behind.spv -o %t.missed.spv --interface=%t.json
// RUN: not lacuna-run --on=cpu --map=%t.json --resources='0.0=storage-buffer:size=128,fill=count:5,pieces=32/32/32 0.1=storage-buffer:size=256' %t.missed.spv 2>&1 | FileCheck %s
// CHECK: fault (out-of-range): a load of 4 bytes at byte {{[0-9]+}} of 0.0[3]
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Results { uint results[]; };
void main() {
  for (uint i = 0; i < 24; ++i) {
    results[i] = a[i] * 3;
    a[i] = a[23 - i] + i;
    results[i + 24] = atomicAdd(a[(i + 9) % 24], i);
  }
#ifdef BEHIND
  results[60] = a[32 + results[63]];
#endif
}
