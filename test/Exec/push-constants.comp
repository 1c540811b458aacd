// A module with push constants of its own keeps them where the presence words
// are put behind them.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --push=01000000_07000000_0000803f_00000040_00004040_05000000 --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=64,fill=random:91 0.2=storage-buffer:size=64'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --push=02000000_03000000_0000803f_00000040_00004040_06000000 --resources='0.0=storage-buffer:size=64,fill=random:92 0.1=storage-buffer:null 0.2=storage-buffer:size=64'
#version 450
layout(local_size_x = 1) in;
layout(push_constant) uniform Push { uint first; uint value; float scale[3]; uint last; };
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer B { uint b[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
void main() {
  result[0] = a[first] + value;
  result[1] = b[last] + uint(scale[first] * 10.0);
  a[last] = value;
  b[first] = last;
  memoryBarrierBuffer();
  result[2] = a[last] + b[first];
  result[3] = last;
}
