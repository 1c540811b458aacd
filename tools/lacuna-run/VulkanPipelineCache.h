// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_VULKANPIPELINECACHE_H_
#define LACUNA_TOOLS_RUN_VULKANPIPELINECACHE_H_

#include <vulkan/vulkan.h>

#include <cstdint>
#include <list>
#include <utility>
#include <vector>

namespace lacuna::run {

// The compute pipelines of a device that were used last. Runs of a batch often
// differ in resources alone, and a driver takes longer to compile a shader than
// to run it.
class VulkanPipelineCache {
 public:
  // All that a pipeline depends on, in words.
  using Key = std::vector<uint32_t>;

  explicit VulkanPipelineCache(VkDevice device) : device_(device) {}
  VulkanPipelineCache(const VulkanPipelineCache&) = delete;
  VulkanPipelineCache& operator=(const VulkanPipelineCache&) = delete;
  ~VulkanPipelineCache();

  // The pipeline with that key, or VK_NULL_HANDLE. It lives until kCapacity
  // others have been used.
  VkPipeline Find(const Key& key);

  // Takes a pipeline over.
  void Add(Key key, VkPipeline pipeline);

 private:
  static constexpr size_t kCapacity = 16;

  VkDevice device_;
  std::list<std::pair<Key, VkPipeline>> pipelines_;  // last used first
};

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_VULKANPIPELINECACHE_H_
