// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_VULKANPIPELINE_H_
#define LACUNA_TOOLS_RUN_VULKANPIPELINE_H_

#include <vector>

#include "Plan.h"
#include "VulkanDevice.h"

namespace lacuna::run {

// A module of the plan's stage with the same number.
struct Shader {
  std::vector<uint32_t> words;
  ModuleInfo info;
};

// The shader modules of a plan's stages, and what a pipeline needs to know of
// each: its entry point and spec constants.
class ShaderStages {
 public:
  explicit ShaderStages(const VulkanDevice& device) : device_(device) {}
  ShaderStages(const ShaderStages&) = delete;
  ShaderStages& operator=(const ShaderStages&) = delete;
  ~ShaderStages();

  bool Create(const Plan& plan, const std::vector<Shader>& shaders, Failure* failure);

  const std::vector<VkPipelineShaderStageCreateInfo>& infos() const { return infos_; }

 private:
  struct Constants {
    std::vector<VkSpecializationMapEntry> entries;
    std::vector<uint8_t> data;
    VkSpecializationInfo info;
  };

  const VulkanDevice& device_;
  std::vector<VkShaderModule> modules_;
  std::vector<Constants> constants_;
  std::vector<VkPipelineShaderStageCreateInfo> infos_;
};

// The compute pipeline of a plan, made or taken from the device's cache, which
// owns it. Null on failure.
VkPipeline GetComputePipeline(const VulkanDevice& device, const Plan& plan, const std::vector<Shader>& shaders,
                              VkPipelineLayout layout, Failure* failure);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_VULKANPIPELINE_H_
