// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_VULKANDEVICE_H_
#define LACUNA_TOOLS_RUN_VULKANDEVICE_H_

#include <map>
#include <memory>
#include <utility>

#include "VulkanContext.h"
#include "VulkanFeatures.h"
#include "VulkanPipelineCache.h"

namespace lacuna::run {

// A logical device with one queue for graphics and compute shaders.
class VulkanDevice {
 public:
  static std::unique_ptr<VulkanDevice> Create(const VulkanContext& context, bool null_descriptor, bool robust,
                                              Failure* failure);
  VulkanDevice(const VulkanDevice&) = delete;
  VulkanDevice& operator=(const VulkanDevice&) = delete;
  ~VulkanDevice();

  const VulkanContext& context() const { return context_; }
  const VulkanFeatures& features() const { return features_; }
  VkDevice handle() const { return device_; }
  VkQueue queue() const { return queue_; }
  uint32_t queue_family() const { return queue_family_; }
  bool has_graphics() const { return has_graphics_; }
  // What it holds does not change what the device does.
  VulkanPipelineCache& pipelines() const { return *pipelines_; }

  // Allocates memory with all of the properties for what has the requirements.
  bool Allocate(const VkMemoryRequirements& requirements, VkMemoryPropertyFlags properties, VkDeviceMemory* memory,
                Failure* failure) const;

 private:
  explicit VulkanDevice(const VulkanContext& context) : context_(context) {}
  bool ChooseQueue(Failure* failure);

  const VulkanContext& context_;
  VulkanFeatures features_;
  VkPhysicalDeviceMemoryProperties memory_ = {};
  VkDevice device_ = VK_NULL_HANDLE;
  std::unique_ptr<VulkanPipelineCache> pipelines_;
  VkQueue queue_ = VK_NULL_HANDLE;
  uint32_t queue_family_ = 0;
  bool has_graphics_ = false;
};

// The devices of a process, made when first asked for: one for each choice of
// features.
class VulkanDevices {
 public:
  explicit VulkanDevices(const VulkanContext& context) : context_(context) {}

  // Null on failure.
  const VulkanDevice* Get(bool null_descriptor, bool robust, Failure* failure);

 private:
  const VulkanContext& context_;
  std::map<std::pair<bool, bool>, std::unique_ptr<VulkanDevice>> devices_;
};

// A buffer in host-visible memory, mapped as long as it lives.
class HostBuffer {
 public:
  HostBuffer() = default;
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;
  HostBuffer(HostBuffer&& other) noexcept;
  ~HostBuffer();

  bool Create(const VulkanDevice& device, uint64_t size, VkBufferUsageFlags usage, Failure* failure);

  VkBuffer handle() const { return buffer_; }
  uint8_t* data() const { return mapped_; }
  uint64_t size() const { return size_; }

 private:
  VkDevice device_ = VK_NULL_HANDLE;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  uint8_t* mapped_ = nullptr;
  uint64_t size_ = 0;
};

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_VULKANDEVICE_H_
