#version 450
// Each invocation draws a number: which one depends on the order in which they run.
layout(local_size_x = 2) in;
layout(set = 0, binding = 0, std430) buffer Tickets {
  uint next;
  uint drawn[];
};

void main() {
  drawn[gl_GlobalInvocationID.x] = atomicAdd(next, 1u);
}
