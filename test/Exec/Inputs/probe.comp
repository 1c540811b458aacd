#version 450
// For the tests of lacuna-run itself: reads, writes, measures and counts on
// `a` and reports into `b`.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer B { uint b[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  b[i] = a[i] + 100u;
  barrier();
  a[i] = 7u;
  if (i == 0u) {
    b[8] = a.length();
    b[9] = b.length();
    b[10] = atomicAdd(a[0], 3u);
  }
}
