// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_VULKANMULTISAMPLE_H_
#define LACUNA_TOOLS_RUN_VULKANMULTISAMPLE_H_

#include <string>
#include <vector>

#include "Interpreter/ImageShape.h"
#include "VulkanDevice.h"

namespace lacuna::run {

// Reads a multisampled storage image back. No command copies its samples into a
// buffer, so a compute shader of our own does.
class MultisampleReadback {
 public:
  explicit MultisampleReadback(const VulkanDevice& device) : device_(device) {}
  MultisampleReadback(const MultisampleReadback&) = delete;
  MultisampleReadback& operator=(const MultisampleReadback&) = delete;
  ~MultisampleReadback();

  // Fails as unsupported on formats whose components have not 32 bits. `name` is
  // how messages name the image.
  bool Create(const ImageShape& shape, VkImageView view, const std::string& name, Failure* failure);

  // Records the copy of the image, which is in the general layout.
  bool Record(VkCommandBuffer commands, Failure* failure) const;

  // Writes the samples over bytes, in the order of ImageShape: the samples of a
  // texel one after the other.
  void Read(std::vector<uint8_t>* bytes) const;

 private:
  bool CreatePipeline(Failure* failure);
  bool CreateSet(VkImageView view, Failure* failure);

  const VulkanDevice& device_;
  ImageShape shape_;
  HostBuffer buffer_;
  VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
  VkShaderModule shader_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
};

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_VULKANMULTISAMPLE_H_
