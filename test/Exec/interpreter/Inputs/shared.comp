#version 450
layout(local_size_x = 4) in;
layout(constant_id = 0) const uint kind = 0u;
layout(set = 0, binding = 0) buffer Data { uint words[]; };
shared uint cells[4];

void main() {
  uint i = gl_LocalInvocationIndex;
  if (kind == 0u) {  // each reads its neighbour's cell: a race without the barrier
    cells[i] = i;
    words[i] = cells[(i + 1u) & 3u];
  } else if (kind == 1u) {
    cells[i] = i;
    barrier();
    words[i] = cells[(i + 1u) & 3u];
  } else if (kind == 2u) {  // not all of them come to the barrier
    if (i < 2u) barrier();
    words[i] = 1u;
  } else if (kind == 3u) {  // two invocations write one word
    words[0] = i;
  } else {  // atomics do not race
    atomicAdd(words[0], i);
  }
}
