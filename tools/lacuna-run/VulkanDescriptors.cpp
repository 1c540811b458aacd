// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "VulkanDescriptors.h"

#include <algorithm>
#include <map>
#include <vector>

#include "VulkanFormats.h"

namespace lacuna::run {

VulkanDescriptors::VulkanDescriptors(const VulkanDevice& device, const Plan& plan)
    : device_(device),
      plan_(plan),
      stages_(plan.is_graphics() ? VK_SHADER_STAGE_ALL_GRAPHICS : VK_SHADER_STAGE_COMPUTE_BIT) {}

VulkanDescriptors::~VulkanDescriptors() {
  vkDestroyPipelineLayout(device_.handle(), layout_, nullptr);
  vkDestroyDescriptorPool(device_.handle(), pool_, nullptr);
  for (VkDescriptorSetLayout layout : set_layouts_) vkDestroyDescriptorSetLayout(device_.handle(), layout, nullptr);
}

bool VulkanDescriptors::Create(const VulkanBuffers& buffers, const VulkanImages& images, Failure* failure) {
  if (!CheckKinds(failure) || !CreateLayouts(failure) || !CreateSets(failure)) return false;
  Write(buffers, images);
  return true;
}

bool VulkanDescriptors::CheckKinds(Failure* failure) const {
  const VkPhysicalDeviceLimits& limits = device_.context().properties().limits;
  for (const PlannedBinding& binding : plan_.bindings) {
    VkDescriptorType type;
    if (!DescriptorTypeOf(binding.kind, &type)) {
      return failure->Unsupported(BindingName(binding.set, binding.binding) + ": a descriptor of the kind " +
                                  std::string(DescriptorKindName(binding.kind)) +
                                  " is not supported by the Vulkan back end");
    }
  }
  if (!plan_.bindings.empty() && plan_.bindings.back().set >= limits.maxBoundDescriptorSets) {
    return failure->Unsupported("set " + std::to_string(plan_.bindings.back().set) + " is over the device's limit of " +
                                std::to_string(limits.maxBoundDescriptorSets) + " descriptor sets");
  }
  // What a device does with more is anything, a crash as well.
  struct Limit {
    const char* name;
    uint32_t most;
    std::vector<VkDescriptorType> types;
  };
  const Limit per_stage[] = {
      {"storage buffers", limits.maxPerStageDescriptorStorageBuffers, {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}},
      {"uniform buffers", limits.maxPerStageDescriptorUniformBuffers, {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER}},
      {"sampled images and uniform texel buffers",
       limits.maxPerStageDescriptorSampledImages,
       {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
        VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER}},
      {"storage images and storage texel buffers",
       limits.maxPerStageDescriptorStorageImages,
       {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER}},
      {"samplers",
       limits.maxPerStageDescriptorSamplers,
       {VK_DESCRIPTOR_TYPE_SAMPLER, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER}},
  };
  for (const Limit& limit : per_stage) {
    uint64_t count = 0;
    for (const PlannedBinding& binding : plan_.bindings) {
      VkDescriptorType type;
      DescriptorTypeOf(binding.kind, &type);
      if (std::count(limit.types.begin(), limit.types.end(), type) != 0) count += binding.descriptors.size();
    }
    if (count <= limit.most) continue;
    return failure->Unsupported("the run has " + std::to_string(count) + " " + limit.name + "; a stage takes " +
                                std::to_string(limit.most) + " on the device");
  }
  if (plan_.push_constants.size() > limits.maxPushConstantsSize) {
    return failure->Unsupported("the run has " + std::to_string(plan_.push_constants.size()) +
                                " bytes of push constants; the device takes " +
                                std::to_string(limits.maxPushConstantsSize));
  }
  return true;
}

// One layout for each set up to the highest; a set that nothing is in gets an
// empty one.
bool VulkanDescriptors::CreateLayouts(Failure* failure) {
  const uint32_t sets = plan_.bindings.empty() ? 0 : plan_.bindings.back().set + 1;
  for (uint32_t set = 0; set < sets; ++set) {
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (const PlannedBinding& planned : plan_.bindings) {
      if (planned.set != set) continue;
      VkDescriptorSetLayoutBinding binding = {};
      binding.binding = planned.binding;
      DescriptorTypeOf(planned.kind, &binding.descriptorType);
      binding.descriptorCount = static_cast<uint32_t>(planned.descriptors.size());
      binding.stageFlags = stages_;
      bindings.push_back(binding);
    }
    VkDescriptorSetLayoutCreateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    info.bindingCount = static_cast<uint32_t>(bindings.size());
    info.pBindings = bindings.data();
    set_layouts_.push_back(VK_NULL_HANDLE);
    if (!CheckVulkan(vkCreateDescriptorSetLayout(device_.handle(), &info, nullptr, &set_layouts_.back()),
                     "vkCreateDescriptorSetLayout", failure)) {
      return false;
    }
  }
  const VkPushConstantRange push = {stages_, 0, static_cast<uint32_t>(plan_.push_constants.size())};
  VkPipelineLayoutCreateInfo info = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  info.setLayoutCount = static_cast<uint32_t>(set_layouts_.size());
  info.pSetLayouts = set_layouts_.data();
  info.pushConstantRangeCount = push.size ? 1 : 0;
  info.pPushConstantRanges = &push;
  return CheckVulkan(vkCreatePipelineLayout(device_.handle(), &info, nullptr, &layout_), "vkCreatePipelineLayout",
                     failure);
}

bool VulkanDescriptors::CreateSets(Failure* failure) {
  if (set_layouts_.empty()) return true;
  std::map<VkDescriptorType, uint32_t> counts;
  for (const PlannedBinding& planned : plan_.bindings) {
    VkDescriptorType type;
    if (DescriptorTypeOf(planned.kind, &type)) counts[type] += static_cast<uint32_t>(planned.descriptors.size());
  }
  std::vector<VkDescriptorPoolSize> sizes;
  for (const auto& count : counts) sizes.push_back({count.first, count.second});
  VkDescriptorPoolCreateInfo pool = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  pool.maxSets = static_cast<uint32_t>(set_layouts_.size());
  pool.poolSizeCount = static_cast<uint32_t>(sizes.size());
  pool.pPoolSizes = sizes.data();
  if (!CheckVulkan(vkCreateDescriptorPool(device_.handle(), &pool, nullptr, &pool_), "vkCreateDescriptorPool",
                   failure)) {
    return false;
  }
  sets_.resize(set_layouts_.size());
  VkDescriptorSetAllocateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
  info.descriptorPool = pool_;
  info.descriptorSetCount = static_cast<uint32_t>(sets_.size());
  info.pSetLayouts = set_layouts_.data();
  return CheckVulkan(vkAllocateDescriptorSets(device_.handle(), &info, sets_.data()), "vkAllocateDescriptorSets",
                     failure);
}

void VulkanDescriptors::Write(const VulkanBuffers& buffers, const VulkanImages& images) {
  for (size_t b = 0; b < plan_.bindings.size(); ++b) {
    const PlannedBinding& planned = plan_.bindings[b];
    std::vector<VkDescriptorBufferInfo> buffer_infos;
    std::vector<VkDescriptorImageInfo> image_infos;
    std::vector<VkBufferView> views;
    for (size_t e = 0; e < planned.descriptors.size(); ++e) {
      const PlannedDescriptor& descriptor = planned.descriptors[e];
      if (IsTexelBufferKind(planned.kind)) {
        views.push_back(buffers.view(b, e));
      } else if (!IsBufferKind(planned.kind)) {
        image_infos.push_back(images.info(b, e));
      } else if (descriptor.null) {
        // The only offset and range that a null buffer may have.
        buffer_infos.push_back({VK_NULL_HANDLE, 0, VK_WHOLE_SIZE});
      } else {
        buffer_infos.push_back({buffers.buffer(b, e), descriptor.offset, descriptor.range});
      }
    }
    VkWriteDescriptorSet write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = sets_[planned.set];
    write.dstBinding = planned.binding;
    write.descriptorCount = static_cast<uint32_t>(planned.descriptors.size());
    DescriptorTypeOf(planned.kind, &write.descriptorType);
    write.pBufferInfo = buffer_infos.data();
    write.pImageInfo = image_infos.data();
    write.pTexelBufferView = views.data();
    vkUpdateDescriptorSets(device_.handle(), 1, &write, 0, nullptr);
  }
}

void VulkanDescriptors::Record(VkCommandBuffer commands, VkPipelineBindPoint bind_point) const {
  if (!sets_.empty()) {
    vkCmdBindDescriptorSets(commands, bind_point, layout_, 0, static_cast<uint32_t>(sets_.size()), sets_.data(), 0,
                            nullptr);
  }
  if (!plan_.push_constants.empty()) {
    vkCmdPushConstants(commands, layout_, stages_, 0, static_cast<uint32_t>(plan_.push_constants.size()),
                       plan_.push_constants.data());
  }
}

}  // namespace lacuna::run
