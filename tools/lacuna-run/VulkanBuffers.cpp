// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "VulkanBuffers.h"

#include <cstring>

namespace lacuna::run {

bool DescriptorTypeOf(DescriptorKind kind, VkDescriptorType* type) {
  if (kind == DescriptorKind::kStorageBuffer) {
    *type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  } else if (kind == DescriptorKind::kUniformBuffer) {
    *type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  } else {
    return false;
  }
  return true;
}

VulkanBuffers::~VulkanBuffers() {
  for (std::vector<Buffer>& binding : buffers_) {
    for (Buffer& buffer : binding) {
      if (buffer.buffer) vkDestroyBuffer(device_, buffer.buffer, nullptr);
      if (buffer.memory) vkFreeMemory(device_, buffer.memory, nullptr);
    }
  }
}

bool VulkanBuffers::CheckLimits(const PlannedBinding& binding, size_t element, Failure* failure) const {
  const VkPhysicalDeviceLimits& limits = context_.properties().limits;
  const PlannedDescriptor& descriptor = binding.descriptors[element];
  const bool storage = binding.kind == DescriptorKind::kStorageBuffer;
  const uint64_t alignment = storage ? limits.minStorageBufferOffsetAlignment : limits.minUniformBufferOffsetAlignment;
  const uint64_t largest = storage ? limits.maxStorageBufferRange : limits.maxUniformBufferRange;
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

bool VulkanBuffers::CreateOne(const std::vector<uint8_t>& contents, VkBufferUsageFlags usage, Buffer* buffer,
                              Failure* failure) {
  VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = contents.size();
  info.usage = usage;
  if (!CheckVulkan(vkCreateBuffer(device_, &info, nullptr, &buffer->buffer), "vkCreateBuffer", failure)) return false;
  VkMemoryRequirements requirements = {};
  vkGetBufferMemoryRequirements(device_, buffer->buffer, &requirements);
  VkPhysicalDeviceMemoryProperties memory = {};
  vkGetPhysicalDeviceMemoryProperties(context_.physical_device(), &memory);
  const VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  VkMemoryAllocateInfo allocate = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  allocate.allocationSize = requirements.size;
  allocate.memoryTypeIndex = memory.memoryTypeCount;
  for (uint32_t i = memory.memoryTypeCount; i-- > 0;) {
    const bool usable = (memory.memoryTypes[i].propertyFlags & wanted) == wanted;
    if (usable && (requirements.memoryTypeBits >> i & 1)) allocate.memoryTypeIndex = i;
  }
  if (allocate.memoryTypeIndex == memory.memoryTypeCount) {
    return failure->Unsupported("the device has no host-visible memory for storage and uniform buffers");
  }
  void* mapped = nullptr;
  if (!CheckVulkan(vkAllocateMemory(device_, &allocate, nullptr, &buffer->memory), "vkAllocateMemory", failure) ||
      !CheckVulkan(vkBindBufferMemory(device_, buffer->buffer, buffer->memory, 0), "vkBindBufferMemory", failure) ||
      !CheckVulkan(vkMapMemory(device_, buffer->memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory", failure)) {
    return false;
  }
  buffer->mapped = static_cast<uint8_t*>(mapped);
  buffer->size = contents.size();
  std::memcpy(mapped, contents.data(), contents.size());
  return true;
}

bool VulkanBuffers::Create(const Plan& plan, Failure* failure) {
  for (size_t b = 0; b < plan.bindings.size(); ++b) {
    const PlannedBinding& binding = plan.bindings[b];
    VkDescriptorType type;
    if (!DescriptorTypeOf(binding.kind, &type)) {
      return failure->Unsupported(BindingName(binding.set, binding.binding) + ": a " +
                                  std::string(DescriptorKindName(binding.kind)) +
                                  " is not supported by the Vulkan back end yet");
    }
    const VkBufferUsageFlags usage = type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER ? VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
                                                                               : VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
    buffers_.emplace_back(binding.descriptors.size());
    for (size_t e = 0; e < binding.descriptors.size(); ++e) {
      if (binding.descriptors[e].null) continue;
      if (!CheckLimits(binding, e, failure)) return false;
      if (!CreateOne(binding.descriptors[e].contents, usage, &buffers_[b][e], failure)) return false;
    }
  }
  return true;
}

void VulkanBuffers::Read(RunOutput* output) const {
  output->clear();
  for (const std::vector<Buffer>& binding : buffers_) {
    output->emplace_back();
    for (const Buffer& buffer : binding) output->back().emplace_back(buffer.mapped, buffer.mapped + buffer.size);
  }
}

}  // namespace lacuna::run
