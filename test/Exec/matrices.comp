// Matrices of both majors: whole, by column and by element.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=1024,fill=repeat:0000803f00000040 0.2=storage-buffer:size=256'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=1024,fill=repeat:000080400000c03f0000a03f 0.1=storage-buffer:null 0.2=storage-buffer:size=256'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430, column_major) buffer A { mat4 a; mat3 a3; mat2x3 a23[2]; mat4 more[]; };
layout(set = 0, binding = 1, std430, row_major) buffer B { mat4 b; mat3 b3; mat2x3 b23[2]; mat4 rows[]; };
layout(set = 0, binding = 2, std430) buffer Out { vec4 result[]; };
void Step(uint i, uint o) {
  result[o] = a * vec4(1, 2, 3, 4) + b * vec4(4, 3, 2, 1);
  result[o + 1] = vec4(a3[i], 1) + vec4(b3[i], 2);
  result[o + 2] = vec4(a23[i][1], a[2][i]) + vec4(b23[i][0], b[i][3]);
  if (i == 0u) {
    a[1] = vec4(9);
    b[2] = vec4(7);
    a3[1][2] = 3.0;
    b3[2][1] = 6.0;
    a23[1] = mat2x3(1, 2, 3, 4, 5, 6);
    b23[0] = mat2x3(6, 5, 4, 3, 2, 1);
    memoryBarrierBuffer();
    more[1] = mat4(2.0) * b;
    rows[0] = mat4(3.0) * a;
    memoryBarrierBuffer();
    result[o + 3] = a[1] + b[2] + vec4(a3[1], b3[2].y);
    result[o + 4] = more[1][3] + rows[0][1];
  }
}
void main() {
  for (uint i = 0u; i < 2u; ++i) Step(i, i * 8u);
}
