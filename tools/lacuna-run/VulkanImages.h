// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_VULKANIMAGES_H_
#define LACUNA_TOOLS_RUN_VULKANIMAGES_H_

#include <memory>
#include <vector>

#include "Plan.h"
#include "VulkanDevice.h"
#include "VulkanMultisample.h"

namespace lacuna::run {

// The images and samplers of a plan, with the buffers that their texels go
// through on the way to the device and back.
class VulkanImages {
 public:
  explicit VulkanImages(const VulkanDevice& device) : device_(device) {}
  VulkanImages(const VulkanImages&) = delete;
  VulkanImages& operator=(const VulkanImages&) = delete;
  ~VulkanImages();

  // Makes images and samplers; bindings of other kinds have none. Fails as
  // unsupported on an image that the device does not offer.
  bool Create(const Plan& plan, Failure* failure);

  // Of descriptor `element` of the plan's binding number `binding`, to be bound
  // while the shader runs. A null one has a sampler at most.
  VkDescriptorImageInfo info(size_t binding, size_t element) const;

  // Records how the images get their contents and the layouts they are bound in.
  void RecordUploads(VkCommandBuffer commands) const;

  // Records how the writable ones are copied back, after all writes.
  bool RecordReadbacks(VkCommandBuffer commands, Failure* failure);

  // Copies what came back into its place in the output.
  void Read(const Plan& plan, RunOutput* output) const;

 private:
  struct Slot {
    ImageShape shape;
    bool writable = false;
    VkImage image = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkImageView view = VK_NULL_HANDLE;
    VkSampler sampler = VK_NULL_HANDLE;
    std::vector<uint8_t> texel;  // of a multisampled image: what all of it holds
    HostBuffer staging;          // of others: the levels, each at StagingOffset
    std::unique_ptr<MultisampleReadback> readback;
    VkImageLayout layout() const {
      return writable ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    }
  };

  bool CheckSupport(const VkImageCreateInfo& info, const PlannedDescriptor& descriptor, bool filtered,
                    const std::string& name, Failure* failure) const;
  bool CreateImage(const PlannedDescriptor& descriptor, bool filtered, const std::string& name, Slot* slot,
                   Failure* failure);
  bool CreateStaging(const std::vector<uint8_t>& contents, Slot* slot, Failure* failure);
  void RecordClear(VkCommandBuffer commands, const Slot& slot) const;
  void RecordBarrier(VkCommandBuffer commands, const Slot& slot, VkImageLayout from, VkImageLayout to) const;

  const VulkanDevice& device_;
  std::vector<std::vector<Slot>> slots_;
};

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_VULKANIMAGES_H_
