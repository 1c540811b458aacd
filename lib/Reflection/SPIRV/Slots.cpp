// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/SPIRV/Slots.h"

#include <algorithm>
#include <tuple>

namespace lacuna::reflection::spirv {

void AssignSlots(Module* module) {
  auto sorted = [&](ResourceKind kind) {
    std::vector<Resource*> resources;
    for (Resource& resource : module->resources) {
      if (resource.kind == kind) resources.push_back(&resource);
    }
    std::stable_sort(resources.begin(), resources.end(), [](const Resource* a, const Resource* b) {
      return std::make_tuple(a->set.value_or(0), a->binding.value_or(0)) <
             std::make_tuple(b->set.value_or(0), b->binding.value_or(0));
    });
    return resources;
  };
  uint32_t buffers = 0, textures = 0, samplers = 0;
  for (Resource* resource : sorted(ResourceKind::kConstantBuffer)) resource->slot = buffers++;
  for (Resource* resource : sorted(ResourceKind::kTexture)) resource->slot = textures++;
  for (Resource* resource : sorted(ResourceKind::kSampler)) resource->slot = samplers++;
  for (Resource* resource : sorted(ResourceKind::kCombinedSampler)) {
    resource->slot = textures++;
    resource->sampler_slot = samplers++;
  }
}

}  // namespace lacuna::reflection::spirv
