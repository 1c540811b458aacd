// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "VulkanPipelineCache.h"

#include <algorithm>

namespace lacuna::run {

VulkanPipelineCache::~VulkanPipelineCache() {
  for (const auto& entry : pipelines_) vkDestroyPipeline(device_, entry.second, nullptr);
}

VkPipeline VulkanPipelineCache::Find(const Key& key) {
  const auto found =
      std::find_if(pipelines_.begin(), pipelines_.end(), [&key](const auto& entry) { return entry.first == key; });
  if (found == pipelines_.end()) return VK_NULL_HANDLE;
  pipelines_.splice(pipelines_.begin(), pipelines_, found);
  return found->second;
}

void VulkanPipelineCache::Add(Key key, VkPipeline pipeline) {
  pipelines_.emplace_front(std::move(key), pipeline);
  if (pipelines_.size() <= kCapacity) return;
  vkDestroyPipeline(device_, pipelines_.back().second, nullptr);
  pipelines_.pop_back();
}

}  // namespace lacuna::run
