// A module with names, source and lines behaves as one without them.
// RUN: glslangValidator -V -g --target-env vulkan1.2 %s -o %t.spv
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:null 0.1=storage-buffer:size=64,fill=count:2 0.2=storage-buffer:size=32'
// RUN: %python %S/null_equivalence.py %t.spv %t.dir --resources='0.0=storage-buffer:size=64,fill=count:2 0.1=storage-buffer:null 0.2=storage-buffer:size=32'
#version 450
layout(local_size_x = 1) in;
struct Item { uint key; uint value; };
layout(set = 0, binding = 0, std430) buffer Items { Item items[]; };
layout(set = 0, binding = 1, std430) buffer Keys { uint keys[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint result[]; };
uint Find(uint key) {
  for (uint i = 0u; i < uint(items.length()); ++i) {
    if (items[i].key == key) return items[i].value;
  }
  return 0xffffu;
}
void main() {
  result[0] = Find(4u);
  result[1] = Find(keys[2]);
  items[1] = Item(keys[0], keys[1]);
  memoryBarrierBuffer();
  keys[3] = items[1].value;
  memoryBarrierBuffer();
  result[2] = keys[3] + items[1].key;
  result[3] = keys.length();
}
