// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_VULKANDESCRIPTORS_H_
#define LACUNA_TOOLS_RUN_VULKANDESCRIPTORS_H_

#include <vector>

#include "Plan.h"
#include "VulkanBuffers.h"
#include "VulkanDevice.h"
#include "VulkanImages.h"

namespace lacuna::run {

// The descriptor sets of a plan and the pipeline layout that they fit.
class VulkanDescriptors {
 public:
  VulkanDescriptors(const VulkanDevice& device, const Plan& plan);
  VulkanDescriptors(const VulkanDescriptors&) = delete;
  VulkanDescriptors& operator=(const VulkanDescriptors&) = delete;
  ~VulkanDescriptors();

  // Makes the layout and the sets, and writes every descriptor. Fails as
  // unsupported on a kind or a number that the device does not take.
  bool Create(const VulkanBuffers& buffers, const VulkanImages& images, Failure* failure);

  VkPipelineLayout layout() const { return layout_; }

  // Records the binding of all sets and the push constants.
  void Record(VkCommandBuffer commands, VkPipelineBindPoint bind_point) const;

 private:
  bool CheckKinds(Failure* failure) const;
  bool CreateLayouts(Failure* failure);
  bool CreateSets(Failure* failure);
  void Write(const VulkanBuffers& buffers, const VulkanImages& images);

  const VulkanDevice& device_;
  const Plan& plan_;
  VkShaderStageFlags stages_;
  std::vector<VkDescriptorSetLayout> set_layouts_;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  std::vector<VkDescriptorSet> sets_;
};

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_VULKANDESCRIPTORS_H_
