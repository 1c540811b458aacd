// A descriptor array whose size is a spec constant. Presence bits need a number
// of elements that is known when the module is rewritten, so these modes are
// not here.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --mode=default --mode=select --mode=call --resources='0.0=storage-buffer:null;size=64,fill=count:4;null 0.1=storage-buffer:size=64'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --mode=default --mode=select --mode=call --spec=0:5 --resources='0.0=storage-buffer:size=64,fill=count:4;null*3;size=32,fill=count:30 0.1=storage-buffer:size=64'
#version 450
layout(local_size_x = 1) in;
layout(constant_id = 0) const int kCount = 3;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; } arrays[kCount];
layout(set = 0, binding = 1, std430) buffer Out { uint result[]; };
void main() {
  for (int k = 0; k < kCount; ++k) {
    result[k] = arrays[k].a[2];
    arrays[k].a[3] += 40u + k;
    memoryBarrierBuffer();
    result[5 + k] = arrays[k].a[3];
    result[10 + k] = arrays[k].a.length();
  }
  result[15] = arrays[1].a[1];
}
