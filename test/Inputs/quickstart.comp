#version 450

// Weighs samples by an optional buffer of weights. An application that has none
// binds a null descriptor to binding 1 and relies on what Vulkan says of those:
// loads give 0, stores and atomics do nothing, and the length is 0.

layout(local_size_x = 1) in;

layout(set = 0, binding = 0, std430) buffer Report {
  uint samples_length;   // samples.length(): the buffer that is there
  uint samples_sum;      // of its elements
  uint samples_counter;  // atomicAdd on it, twice 5
  uint weights_length;   // weights.w.length(): the empty buffer
  uint weights_first;    // weights.w[0]
  uint weights_dynamic;  // weights.w[i], i known at run time only
  uint weights_store;    // weights.w[j] after weights.w[2] = 7, where j is 2 at run time
  uint weights_add;      // what atomicAdd(weights.w[0], 1) returned
  uint weights_swap;     // what atomicCompSwap(weights.w[1], 0, 9) returned
  float weighted_mean;   // 0.0 when the weights sum to 0
  uint samples[];
} report;

layout(set = 0, binding = 1, std430) buffer Weights {
  uint w[];
} weights;

void main() {
  report.weights_first = weights.w[0];
  report.weights_length = weights.w.length();
  report.samples_length = report.samples.length();

  uint sum = 0u;
  uint weighted = 0u;
  uint total = 0u;
  for (uint i = 0u; i < uint(report.samples.length()); ++i) {
    sum += report.samples[i];
    weighted += report.samples[i] * (weights.w[i] & 0xffu);
    total += weights.w[i] & 0xffu;
  }
  report.samples_sum = sum;
  report.weighted_mean = total == 0u ? 0.0 : float(weighted) / float(total);

  atomicAdd(report.samples_counter, 5u);
  atomicAdd(report.samples_counter, 5u);

  report.weights_dynamic = weights.w[report.samples[0]];
  weights.w[2] = 7u;
  report.weights_store = weights.w[report.samples[3] + 1u];
  report.weights_add = atomicAdd(weights.w[0], 1u);
  report.weights_swap = atomicCompSwap(weights.w[1], 0u, 9u);
}
