// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/Descriptor.h"

namespace lacuna {

namespace {

// In the order of DescriptorKind.
constexpr std::string_view kNames[] = {
    "storage-buffer",   "uniform-buffer",         "uniform-texel-buffer", "storage-texel-buffer",
    "sampled-image",    "combined-image-sampler", "storage-image",        "sampler",
    "input-attachment", "acceleration-structure",
};
constexpr size_t kCount = sizeof(kNames) / sizeof(kNames[0]);
static_assert(kCount == static_cast<size_t>(DescriptorKind::kAccelerationStructure) + 1);

}  // namespace

std::string_view DescriptorKindName(DescriptorKind kind) { return kNames[static_cast<size_t>(kind)]; }

bool ParseDescriptorKind(std::string_view name, DescriptorKind* kind) {
  for (size_t i = 0; i < kCount; ++i) {
    if (kNames[i] == name) {
      *kind = static_cast<DescriptorKind>(i);
      return true;
    }
  }
  return false;
}

}  // namespace lacuna
