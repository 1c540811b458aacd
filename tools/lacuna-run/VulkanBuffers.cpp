// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "VulkanBuffers.h"

#include <algorithm>
#include <cstring>

#include "VulkanFormats.h"

namespace lacuna::run {
namespace {

VkBufferUsageFlags UsageOf(DescriptorKind kind) {
  switch (kind) {
    case DescriptorKind::kStorageBuffer:
      return VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    case DescriptorKind::kUniformTexelBuffer:
      return VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT;
    case DescriptorKind::kStorageTexelBuffer:
      return VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT;
    default:
      return VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
  }
}

}  // namespace

bool IsTexelBufferKind(DescriptorKind kind) {
  return kind == DescriptorKind::kUniformTexelBuffer || kind == DescriptorKind::kStorageTexelBuffer;
}

bool IsBufferKind(DescriptorKind kind) {
  return kind == DescriptorKind::kStorageBuffer || kind == DescriptorKind::kUniformBuffer || IsTexelBufferKind(kind);
}

VulkanBuffers::~VulkanBuffers() {
  for (const std::vector<Slot>& binding : slots_) {
    for (const Slot& slot : binding) vkDestroyBufferView(device_.handle(), slot.view, nullptr);
  }
}

bool VulkanBuffers::CheckLimits(const PlannedBinding& binding, size_t element, Failure* failure) const {
  const VkPhysicalDeviceLimits& limits = device_.context().properties().limits;
  const PlannedDescriptor& descriptor = binding.descriptors[element];
  uint64_t alignment = limits.minStorageBufferOffsetAlignment, largest = limits.maxStorageBufferRange;
  if (binding.kind == DescriptorKind::kUniformBuffer) {
    alignment = limits.minUniformBufferOffsetAlignment;
    largest = limits.maxUniformBufferRange;
  } else if (IsTexelBufferKind(binding.kind)) {
    alignment = limits.minTexelBufferOffsetAlignment;
    largest = uint64_t{limits.maxTexelBufferElements} * GetFormat(descriptor.shape.format).texel_bytes();
  }
  const std::string name = ElementName(binding.set, binding.binding, element);
  if (alignment && descriptor.offset % alignment) {
    return failure->Unsupported(name + ": offset " + std::to_string(descriptor.offset) + " is no multiple of " +
                                std::to_string(alignment) + ", as the device demands");
  }
  if (descriptor.range > largest) {
    return failure->Unsupported(name + ": range " + std::to_string(descriptor.range) +
                                " is over the device's limit of " + std::to_string(largest) + " bytes");
  }
  return true;
}

bool VulkanBuffers::CreateView(const PlannedBinding& binding, size_t element, Slot* slot, Failure* failure) {
  const PlannedDescriptor& descriptor = binding.descriptors[element];
  const VkFormat format = VulkanFormatOf(descriptor.shape.format);
  VkFormatProperties properties = {};
  vkGetPhysicalDeviceFormatProperties(device_.context().physical_device(), format, &properties);
  const bool storage = binding.kind == DescriptorKind::kStorageTexelBuffer;
  const VkFormatFeatureFlags wanted =
      storage ? VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT : VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT;
  if (!(properties.bufferFeatures & wanted)) {
    return failure->Unsupported(ElementName(binding.set, binding.binding, element) + ": the device has no " +
                                std::string(DescriptorKindName(binding.kind)) + " of format " +
                                GetFormat(descriptor.shape.format).name);
  }
  VkBufferViewCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
  info.buffer = slot->buffer.handle();
  info.format = format;
  info.offset = descriptor.offset;
  info.range = descriptor.range;
  return CheckVulkan(vkCreateBufferView(device_.handle(), &info, nullptr, &slot->view), "vkCreateBufferView", failure);
}

bool VulkanBuffers::Create(const Plan& plan, Failure* failure) {
  for (const PlannedBinding& binding : plan.bindings) {
    slots_.emplace_back(binding.descriptors.size());
    if (!IsBufferKind(binding.kind)) continue;
    for (size_t e = 0; e < binding.descriptors.size(); ++e) {
      const PlannedDescriptor& descriptor = binding.descriptors[e];
      Slot& slot = slots_.back()[e];
      if (descriptor.null) continue;
      if (!CheckLimits(binding, e, failure) ||
          !slot.buffer.Create(device_, descriptor.contents.size(), UsageOf(binding.kind), failure)) {
        return false;
      }
      std::memcpy(slot.buffer.data(), descriptor.contents.data(), descriptor.contents.size());
      if (IsTexelBufferKind(binding.kind) && !CreateView(binding, e, &slot, failure)) return false;
    }
  }
  return true;
}

void VulkanBuffers::Read(const Plan& plan, RunOutput* output) const {
  for (size_t b = 0; b < slots_.size(); ++b) {
    if (!IsWritable(plan.bindings[b].kind)) continue;
    for (size_t e = 0; e < slots_[b].size(); ++e) {
      const HostBuffer& buffer = slots_[b][e].buffer;
      if (buffer.data()) output->descriptors[b][e].assign(buffer.data(), buffer.data() + buffer.size());
    }
  }
}

}  // namespace lacuna::run
