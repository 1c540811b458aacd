#version 450

// Weighs samples by an optional buffer of weights. An application with no
// weights binds a null descriptor to binding 1 and relies on what Vulkan says of
// those: loads give 0, stores and atomics do nothing, and the length is 0.

layout(local_size_x = 1) in;

layout(set = 0, binding = 0, std430) buffer Report {
  uint samples_length;   // samples.length(): the buffer that is there
  uint samples_sum;      // of its elements
  uint samples_counter;  // atomicAdd on it, twice 5
  uint weights_length;   // weights.length(): the empty buffer
  uint weights_first;    // weights[0]
  uint weights_dynamic;  // weights[i], i known at run time only
  uint weights_store;    // weights[j] after weights[2] = 7, where j is 2 at run time
  uint weights_add;      // what atomicAdd(weights[0], 1) returned
  uint weights_swap;     // what atomicCompSwap(weights[1], 0, 9) returned
  float weighted_mean;   // 0.0 when the weights sum to 0
  uint samples[];
};

layout(set = 0, binding = 1, std430) buffer Weights {
  uint weights[];
};

void main() {
  samples_length = samples.length();
  weights_length = weights.length();

  uint sum = 0u;
  uint weighted = 0u;
  uint total = 0u;
  for (uint i = 0u; i < uint(samples.length()); ++i) {
    sum += samples[i];
    weighted += samples[i] * (weights[i] & 0xffu);
    total += weights[i] & 0xffu;
  }
  samples_sum = sum;
  weighted_mean = total == 0u ? 0.0 : float(weighted) / float(total);

  atomicAdd(samples_counter, 5u);
  atomicAdd(samples_counter, 5u);

  weights_first = weights[0];
  weights_dynamic = weights[samples[0]];
  weights[2] = 7u;
  weights_store = weights[samples[3] + 1u];
  weights_add = atomicAdd(weights[0], 1u);
  weights_swap = atomicCompSwap(weights[1], 0u, 9u);
}
