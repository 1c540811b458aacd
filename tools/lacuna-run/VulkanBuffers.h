// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_VULKANBUFFERS_H_
#define LACUNA_TOOLS_RUN_VULKANBUFFERS_H_

#include <vector>

#include "Plan.h"
#include "VulkanContext.h"

namespace lacuna::run {

// The Vulkan descriptor type of a kind. Returns false for kinds that this back
// end does not run yet.
bool DescriptorTypeOf(DescriptorKind kind, VkDescriptorType* type);

// The buffers of a plan in host-visible memory, in the plan's order.
class VulkanBuffers {
 public:
  VulkanBuffers(const VulkanContext& context, VkDevice device) : context_(context), device_(device) {}
  VulkanBuffers(const VulkanBuffers&) = delete;
  VulkanBuffers& operator=(const VulkanBuffers&) = delete;
  ~VulkanBuffers();

  // Makes and fills the buffers. Fails as unsupported on a kind, an offset or a
  // range that the device does not allow.
  bool Create(const Plan& plan, Failure* failure);

  // The buffer of descriptor `element` of the plan's binding number `binding`;
  // VK_NULL_HANDLE for a null one.
  VkBuffer Get(size_t binding, size_t element) const { return buffers_[binding][element].buffer; }

  // Copies what the buffers hold now.
  void Read(RunOutput* output) const;

 private:
  struct Buffer {
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    uint8_t* mapped = nullptr;
    size_t size = 0;
  };

  bool CheckLimits(const PlannedBinding& binding, size_t element, Failure* failure) const;
  bool CreateOne(const std::vector<uint8_t>& contents, VkBufferUsageFlags usage, Buffer* buffer, Failure* failure);

  const VulkanContext& context_;
  VkDevice device_;
  std::vector<std::vector<Buffer>> buffers_;
};

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_VULKANBUFFERS_H_
