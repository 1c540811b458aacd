// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "VulkanDevice.h"

#include <vector>

namespace lacuna::run {

std::unique_ptr<VulkanDevice> VulkanDevice::Create(const VulkanContext& context, bool null_descriptor, bool robust,
                                                   Failure* failure) {
  std::unique_ptr<VulkanDevice> device(new VulkanDevice(context));
  if (!device->features_.Query(context, null_descriptor, robust, failure) || !device->ChooseQueue(failure)) {
    return nullptr;
  }
  const float priority = 1;
  VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queue.queueFamilyIndex = device->queue_family_;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  info.pNext = device->features_.chain();
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = static_cast<uint32_t>(device->features_.extensions().size());
  info.ppEnabledExtensionNames = device->features_.extensions().data();
  if (!CheckVulkan(vkCreateDevice(context.physical_device(), &info, nullptr, &device->device_), "vkCreateDevice",
                   failure)) {
    return nullptr;
  }
  device->pipelines_ = std::make_unique<VulkanPipelineCache>(device->device_);
  vkGetDeviceQueue(device->device_, device->queue_family_, 0, &device->queue_);
  vkGetPhysicalDeviceMemoryProperties(context.physical_device(), &device->memory_);
  return device;
}

VulkanDevice::~VulkanDevice() {
  pipelines_.reset();
  if (device_) vkDestroyDevice(device_, nullptr);
}

bool VulkanDevice::ChooseQueue(Failure* failure) {
  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(context_.physical_device(), &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(context_.physical_device(), &count, families.data());
  bool found = false;
  for (uint32_t i = 0; i < count; ++i) {
    if (!(families[i].queueFlags & VK_QUEUE_COMPUTE_BIT)) continue;
    const bool graphics = (families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0;
    if (found && (has_graphics_ || !graphics)) continue;
    queue_family_ = i;
    has_graphics_ = graphics;
    found = true;
  }
  return found || failure->Unsupported("the device has no queue for compute shaders");
}

bool VulkanDevice::Allocate(const VkMemoryRequirements& requirements, VkMemoryPropertyFlags properties,
                            VkDeviceMemory* memory, Failure* failure) const {
  VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  info.allocationSize = requirements.size;
  for (uint32_t i = 0; i < memory_.memoryTypeCount; ++i) {
    const bool usable = (memory_.memoryTypes[i].propertyFlags & properties) == properties;
    if (!usable || !(requirements.memoryTypeBits >> i & 1)) continue;
    info.memoryTypeIndex = i;
    return CheckVulkan(vkAllocateMemory(device_, &info, nullptr, memory), "vkAllocateMemory", failure);
  }
  return failure->Unsupported("the device has no memory of the kind that the run needs");
}

const VulkanDevice* VulkanDevices::Get(bool null_descriptor, bool robust, Failure* failure) {
  std::unique_ptr<VulkanDevice>& device = devices_[{null_descriptor, robust}];
  if (!device) device = VulkanDevice::Create(context_, null_descriptor, robust, failure);
  return device.get();
}

HostBuffer::HostBuffer(HostBuffer&& other) noexcept
    : device_(other.device_),
      buffer_(std::exchange(other.buffer_, VkBuffer())),
      memory_(std::exchange(other.memory_, VkDeviceMemory())),
      mapped_(std::exchange(other.mapped_, nullptr)),
      size_(other.size_) {}

HostBuffer::~HostBuffer() {
  if (buffer_) vkDestroyBuffer(device_, buffer_, nullptr);
  if (memory_) vkFreeMemory(device_, memory_, nullptr);
}

bool HostBuffer::Create(const VulkanDevice& device, uint64_t size, VkBufferUsageFlags usage, Failure* failure) {
  device_ = device.handle();
  size_ = size;
  VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = size;
  info.usage = usage;
  if (!CheckVulkan(vkCreateBuffer(device_, &info, nullptr, &buffer_), "vkCreateBuffer", failure)) return false;
  VkMemoryRequirements requirements = {};
  vkGetBufferMemoryRequirements(device_, buffer_, &requirements);
  void* mapped = nullptr;
  if (!device.Allocate(requirements, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                       &memory_, failure) ||
      !CheckVulkan(vkBindBufferMemory(device_, buffer_, memory_, 0), "vkBindBufferMemory", failure) ||
      !CheckVulkan(vkMapMemory(device_, memory_, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory", failure)) {
    return false;
  }
  mapped_ = static_cast<uint8_t*>(mapped);
  return true;
}

}  // namespace lacuna::run
