// Spec constants as indices, and as the size of a descriptor array.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --spec=1:5 --spec=2:-2 --resources='0.0=storage-buffer:null;size=64,fill=count:4;null 0.1=storage-buffer:size=64'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --spec=2:3 --resources='0.0=storage-buffer:size=64,fill=count:4;null*2 0.1=storage-buffer:size=64'
#version 450
layout(local_size_x = 1) in;
layout(constant_id = 0) const int kCount = 3;
layout(constant_id = 1) const uint kIndex = 2u;
layout(constant_id = 2) const int kShift = 1;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; } arrays[kCount];
layout(set = 0, binding = 1, std430) buffer Out { uint result[]; };
void main() {
  for (int k = 0; k < 3; ++k) {
    result[k] = arrays[k].a[kIndex];
    arrays[k].a[int(kIndex) + kShift] = 40u + k;
    result[4 + k] = arrays[k].a[int(kIndex) + kShift];
    result[8 + k] = arrays[k].a.length();
  }
}
