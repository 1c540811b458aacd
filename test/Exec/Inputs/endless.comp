#version 450
// Three loops inside each other, since drivers may bound a single one.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
void main() {
  uint n = 0u;
  while (a[0] == 0u) {
    while (a[0] == 0u && (n & 0xffffu) != 0xffffu) {
      n += a[1] + 1u;
      while (a[1] == 5u) n = n * 3u + 1u;
    }
    n += 2u;
  }
  a[1] = n;
}
