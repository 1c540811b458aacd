// The length of runtime arrays of every stride, with and without a header.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null*6 0.1=storage-buffer:size=64'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=77;size=100,offset=16,range=51;null;size=300;size=48;size=16 0.1=storage-buffer:size=64'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --no-null --resources='0.0=storage-buffer:size=1;size=2;size=3;size=15;size=20;size=7 0.1=storage-buffer:size=64'
#version 450
layout(local_size_x = 1) in;
struct Pair { vec3 p; float q; vec2 r; };
layout(set = 0, binding = 0, std430) buffer Words { uint w[]; } words[6];
layout(set = 0, binding = 0, std430) buffer Vectors { vec4 head; vec4 v[]; } vectors[6];
layout(set = 0, binding = 0, std430) buffer Pairs { uint head; Pair p[]; } pairs[6];
layout(set = 0, binding = 1, std430) buffer Out { uint result[16]; };
void main() {
  result[0] = words[0].w.length();
  result[1] = words[1].w.length();
  result[2] = words[2].w.length();
  result[3] = words[3].w.length();
  // A header longer than the range makes a length wrap natively, so arrays with
  // one are asked of longer ranges only.
  if (words[3].w.length() > 20) {
    result[4] = vectors[3].v.length();
    result[5] = pairs[3].p.length();
  }
  result[6] = vectors[2].v.length();
  result[7] = pairs[2].p.length();
  for (int i = words[5].w.length() - 1; i >= 0; --i) result[8] += i + 1;
}
