// Spec constants as indices, as offsets of them and as workgroup size.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --spec=1:5 --spec=2:-2 --spec=3:3 --resources='0.0=storage-buffer:null;size=64,fill=count:4;null 0.1=storage-buffer:size=128'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --spec=2:3 --resources='0.0=storage-buffer:size=64,fill=count:4;null*2 0.1=storage-buffer:size=128'
#version 450
layout(local_size_x_id = 3) in;
layout(constant_id = 1) const uint kIndex = 2u;
layout(constant_id = 2) const int kShift = 1;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; } arrays[3];
layout(set = 0, binding = 1, std430) buffer Out { uint result[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  for (int k = 0; k < 3; ++k) {
    result[i * 9u + k] = arrays[k].a[kIndex + i * 4u];
    arrays[k].a[int(kIndex + i * 4u) + kShift] = 40u + k;
    memoryBarrierBuffer();
    result[i * 9u + 3 + k] = arrays[k].a[int(kIndex + i * 4u) + kShift];
    result[i * 9u + 6 + k] = arrays[k].a.length();
  }
}
