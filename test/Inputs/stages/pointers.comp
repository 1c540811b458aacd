#version 450
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430) buffer Node { int value; Node next; };
layout(push_constant) uniform Push { Node head; uint padding; } push;
layout(set = 0, binding = 0) buffer Result { int total; };
void main() {
  Node node = push.head;
  int sum = 0;
  for (int i = 0; i < 3; ++i) { sum += node.value; node = node.next; }
  total = sum;
}
