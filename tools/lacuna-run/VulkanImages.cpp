// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "VulkanImages.h"

#include <algorithm>
#include <cstring>

#include "VulkanFormats.h"

namespace lacuna::run {
namespace {

bool HasImage(DescriptorKind kind) {
  return kind == DescriptorKind::kSampledImage || kind == DescriptorKind::kCombinedImageSampler ||
         kind == DescriptorKind::kStorageImage;
}

bool HasSampler(DescriptorKind kind) {
  return kind == DescriptorKind::kSampler || kind == DescriptorKind::kCombinedImageSampler;
}

// Where a level begins in the staging buffer. Copies want some alignment there,
// which the packed levels of small formats do not have.
uint64_t StagingOffset(const ImageShape& shape, uint32_t level) {
  uint64_t offset = 0;
  for (uint32_t l = 0; l < level; ++l) offset += (shape.LayerBytes(l) * shape.layers + 15) / 16 * 16;
  return offset;
}

VkExtent3D ExtentOf(const std::array<uint32_t, 3>& extent) { return {extent[0], extent[1], extent[2]}; }

std::vector<VkBufferImageCopy> CopiesOf(const ImageShape& shape) {
  std::vector<VkBufferImageCopy> copies;
  for (uint32_t level = 0; level < shape.levels; ++level) {
    VkBufferImageCopy copy = {};
    copy.bufferOffset = StagingOffset(shape, level);
    copy.imageSubresource = {AspectOf(shape.format), level, 0, shape.layers};
    copy.imageExtent = ExtentOf(shape.LevelExtent(level));
    copies.push_back(copy);
  }
  return copies;
}

VkImageSubresourceRange WholeOf(const ImageShape& shape) {
  return {AspectOf(shape.format), 0, shape.levels, 0, shape.layers};
}

}  // namespace

VulkanImages::~VulkanImages() {
  const VkDevice device = device_.handle();
  for (const std::vector<Slot>& binding : slots_) {
    for (const Slot& slot : binding) {
      vkDestroySampler(device, slot.sampler, nullptr);
      vkDestroyImageView(device, slot.view, nullptr);
      vkDestroyImage(device, slot.image, nullptr);
      vkFreeMemory(device, slot.memory, nullptr);
    }
  }
}

bool VulkanImages::CheckSupport(const VkImageCreateInfo& info, const PlannedDescriptor& descriptor, bool filtered,
                                const std::string& name, Failure* failure) const {
  const VkPhysicalDevice physical = device_.context().physical_device();
  const std::string what = std::string(descriptor.stand_in ? "the stand-in" : "the image") + " of format " +
                           GetFormat(descriptor.shape.format).name;
  VkImageFormatProperties properties = {};
  const VkResult result = vkGetPhysicalDeviceImageFormatProperties(physical, info.format, info.imageType, info.tiling,
                                                                   info.usage, info.flags, &properties);
  if (result == VK_ERROR_FORMAT_NOT_SUPPORTED) {
    return failure->Unsupported(name + ": the device does not offer " + what + " for this kind and dimension");
  }
  if (!CheckVulkan(result, "vkGetPhysicalDeviceImageFormatProperties", failure)) return false;
  const VkExtent3D& most = properties.maxExtent;
  if (info.extent.width > most.width || info.extent.height > most.height || info.extent.depth > most.depth ||
      info.mipLevels > properties.maxMipLevels || info.arrayLayers > properties.maxArrayLayers ||
      !(properties.sampleCounts & info.samples)) {
    return failure->Unsupported(name + ": the extent, levels, layers or samples of " + what +
                                " are over the device's limits");
  }
  VkFormatProperties format = {};
  vkGetPhysicalDeviceFormatProperties(physical, info.format, &format);
  if (filtered && !(format.optimalTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT)) {
    return failure->Unsupported(name + ": the device does not filter " + what + " linearly");
  }
  return true;
}

bool VulkanImages::CreateImage(const PlannedDescriptor& descriptor, bool filtered, const std::string& name, Slot* slot,
                               Failure* failure) {
  const VkDevice device = device_.handle();
  const ImageShape& shape = descriptor.shape;
  slot->shape = shape;
  VkImageCreateInfo info = {VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
  if (shape.dim == ImageDim::kCube) info.flags |= VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
  info.imageType = ImageTypeOf(shape);
  info.format = VulkanFormatOf(shape.format);
  info.extent = ExtentOf(shape.extent);
  info.mipLevels = shape.levels;
  info.arrayLayers = shape.layers;
  info.samples = static_cast<VkSampleCountFlagBits>(shape.samples);
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage =
      VK_IMAGE_USAGE_TRANSFER_DST_BIT | (slot->writable ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT);
  if (slot->writable) info.usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  VkMemoryRequirements requirements = {};
  if (!CheckSupport(info, descriptor, filtered, name, failure) ||
      !CheckVulkan(vkCreateImage(device, &info, nullptr, &slot->image), "vkCreateImage", failure)) {
    return false;
  }
  vkGetImageMemoryRequirements(device, slot->image, &requirements);
  if (!device_.Allocate(requirements, 0, &slot->memory, failure) ||
      !CheckVulkan(vkBindImageMemory(device, slot->image, slot->memory, 0), "vkBindImageMemory", failure)) {
    return false;
  }
  VkImageViewCreateInfo view = {VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
  view.image = slot->image;
  view.viewType = ViewTypeOf(shape);
  view.format = info.format;
  view.subresourceRange = WholeOf(shape);
  // Storage accesses reach the first level of a view only.
  if (slot->writable) view.subresourceRange.levelCount = 1;
  if (!CheckVulkan(vkCreateImageView(device, &view, nullptr, &slot->view), "vkCreateImageView", failure)) return false;
  if (!shape.multisampled) return CreateStaging(descriptor.contents, slot, failure);
  const uint32_t texel_bytes = GetFormat(shape.format).texel_bytes();
  slot->texel.assign(descriptor.contents.begin(), descriptor.contents.begin() + texel_bytes);
  if (!slot->writable) return true;
  slot->readback = std::make_unique<MultisampleReadback>(device_);
  return slot->readback->Create(shape, slot->view, name, failure);
}

bool VulkanImages::CreateStaging(const std::vector<uint8_t>& contents, Slot* slot, Failure* failure) {
  const ImageShape& shape = slot->shape;
  const VkBufferUsageFlags usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  if (!slot->staging.Create(device_, StagingOffset(shape, shape.levels), usage, failure)) return false;
  for (uint32_t level = 0; level < shape.levels; ++level) {
    std::memcpy(slot->staging.data() + StagingOffset(shape, level), contents.data() + shape.LayerOffset(level, 0),
                shape.LayerBytes(level) * shape.layers);
  }
  return true;
}

bool VulkanImages::Create(const Plan& plan, Failure* failure) {
  for (const PlannedBinding& binding : plan.bindings) {
    slots_.emplace_back(binding.descriptors.size());
    for (size_t e = 0; e < binding.descriptors.size(); ++e) {
      const PlannedDescriptor& descriptor = binding.descriptors[e];
      Slot& slot = slots_.back()[e];
      slot.writable = IsWritable(binding.kind);
      if (HasSampler(binding.kind)) {
        const VkSamplerCreateInfo info = SamplerInfoOf(descriptor.sampler);
        if (!CheckVulkan(vkCreateSampler(device_.handle(), &info, nullptr, &slot.sampler), "vkCreateSampler", failure))
          return false;
      }
      if (!HasImage(binding.kind) || descriptor.null) continue;
      const bool filtered = binding.kind == DescriptorKind::kCombinedImageSampler && descriptor.sampler.linear;
      if (!CreateImage(descriptor, filtered, ElementName(binding.set, binding.binding, e), &slot, failure))
        return false;
    }
  }
  return true;
}

VkDescriptorImageInfo VulkanImages::info(size_t binding, size_t element) const {
  const Slot& slot = slots_[binding][element];
  return {slot.sampler, slot.view, slot.layout()};
}

void VulkanImages::RecordBarrier(VkCommandBuffer commands, const Slot& slot, VkImageLayout from,
                                 VkImageLayout to) const {
  VkImageMemoryBarrier barrier = {VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
  barrier.srcAccessMask = from == VK_IMAGE_LAYOUT_UNDEFINED ? 0 : VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.oldLayout = from;
  barrier.newLayout = to;
  barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = slot.image;
  barrier.subresourceRange = WholeOf(slot.shape);
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr,
                       0, nullptr, 1, &barrier);
}

void VulkanImages::RecordClear(VkCommandBuffer commands, const Slot& slot) const {
  const VkImageSubresourceRange range = WholeOf(slot.shape);
  const TexelFormatInfo& format = GetFormat(slot.shape.format);
  if (format.depth) {
    const VkClearDepthStencilValue value = {static_cast<float>(DecodeComponent(format, 0, slot.texel.data())), 0};
    vkCmdClearDepthStencilImage(commands, slot.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &value, 1, &range);
    return;
  }
  const VkClearColorValue value = ClearColorOf(slot.shape.format, slot.texel.data());
  vkCmdClearColorImage(commands, slot.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &value, 1, &range);
}

void VulkanImages::RecordUploads(VkCommandBuffer commands) const {
  for (const std::vector<Slot>& binding : slots_) {
    for (const Slot& slot : binding) {
      if (!slot.image) continue;
      RecordBarrier(commands, slot, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
      if (slot.shape.multisampled) {
        RecordClear(commands, slot);
      } else {
        const std::vector<VkBufferImageCopy> copies = CopiesOf(slot.shape);
        vkCmdCopyBufferToImage(commands, slot.staging.handle(), slot.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                               static_cast<uint32_t>(copies.size()), copies.data());
      }
      RecordBarrier(commands, slot, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, slot.layout());
    }
  }
}

bool VulkanImages::RecordReadbacks(VkCommandBuffer commands, Failure* failure) {
  for (std::vector<Slot>& binding : slots_) {
    for (Slot& slot : binding) {
      if (!slot.image || !slot.writable) continue;
      if (slot.readback) {
        if (!slot.readback->Record(commands, failure)) return false;
        continue;
      }
      const std::vector<VkBufferImageCopy> copies = CopiesOf(slot.shape);
      vkCmdCopyImageToBuffer(commands, slot.image, VK_IMAGE_LAYOUT_GENERAL, slot.staging.handle(),
                             static_cast<uint32_t>(copies.size()), copies.data());
    }
  }
  return true;
}

void VulkanImages::Read(const Plan& plan, RunOutput* output) const {
  for (size_t b = 0; b < slots_.size(); ++b) {
    for (size_t e = 0; e < slots_[b].size(); ++e) {
      const Slot& slot = slots_[b][e];
      if (!slot.image || !slot.writable) continue;
      std::vector<uint8_t>& bytes = output->descriptors[b][e];
      bytes = plan.bindings[b].descriptors[e].contents;
      if (slot.readback) {
        slot.readback->Read(&bytes);
        continue;
      }
      for (uint32_t level = 0; level < slot.shape.levels; ++level) {
        std::memcpy(bytes.data() + slot.shape.LayerOffset(level, 0),
                    slot.staging.data() + StagingOffset(slot.shape, level),
                    slot.shape.LayerBytes(level) * slot.shape.layers);
      }
    }
  }
}

}  // namespace lacuna::run
