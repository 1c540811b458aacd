// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_VULKANBUFFERS_H_
#define LACUNA_TOOLS_RUN_VULKANBUFFERS_H_

#include <vector>

#include "Plan.h"
#include "VulkanDevice.h"

namespace lacuna::run {

// Whether the kind is bound as a buffer or as a view of one.
bool IsBufferKind(DescriptorKind kind);
bool IsTexelBufferKind(DescriptorKind kind);

// The buffers of a plan in host-visible memory, and the views of texel buffers.
class VulkanBuffers {
 public:
  explicit VulkanBuffers(const VulkanDevice& device) : device_(device) {}
  VulkanBuffers(const VulkanBuffers&) = delete;
  VulkanBuffers& operator=(const VulkanBuffers&) = delete;
  ~VulkanBuffers();

  // Makes and fills the buffers; bindings of other kinds have none. Fails as
  // unsupported on an offset, a range or a format that the device does not allow.
  bool Create(const Plan& plan, Failure* failure);

  // Of descriptor `element` of the plan's binding number `binding`;
  // VK_NULL_HANDLE for a null one.
  VkBuffer buffer(size_t binding, size_t element) const { return slots_[binding][element].buffer.handle(); }
  VkBufferView view(size_t binding, size_t element) const { return slots_[binding][element].view; }

  // Copies what the writable buffers hold now into their place in the output.
  void Read(const Plan& plan, RunOutput* output) const;

 private:
  struct Slot {
    HostBuffer buffer;
    VkBufferView view = VK_NULL_HANDLE;
  };

  bool CheckLimits(const PlannedBinding& binding, size_t element, Failure* failure) const;
  bool CreateView(const PlannedBinding& binding, size_t element, Slot* slot, Failure* failure);

  const VulkanDevice& device_;
  std::vector<std::vector<Slot>> slots_;
};

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_VULKANBUFFERS_H_
