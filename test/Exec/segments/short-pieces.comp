// Measured in bytes or halves, a range under 4 bytes stands for an unused piece: it has no elements, and what lies behind
// it follows the piece before it.
// RUN: glslangValidator -V --target-env vulkan1.2 %s -o %t.spv
// RUN: spirv-opt --split-segmented-buffers=segments=0.0:3,0.2:3 %t.spv -o %t.out.spv
// RUN: lacuna-run --on=both --resources='0.0=storage-buffer:size=8,fill=count:1;size=3,fill=count:100;size=8,fill=count:200 0.1=storage-buffer:size=16 0.2=storage-buffer:size=8,fill=count:1;size=2,fill=count:100;size=8,fill=count:200' %t.out.spv | FileCheck %s
#version 450
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer A { uint8_t a[]; };
layout(set = 0, binding = 2, std430) buffer B { uint16_t b[]; };
layout(set = 0, binding = 1, std430) buffer Results { uint results[]; };
void main() {
  results[0] = a.length();
  results[1] = a[8];
  results[2] = b.length();
  results[3] = b[4];
}
// CHECK: 0.1
// CHECK-NEXT: 00000010 000000c8 00000008 000000c8
