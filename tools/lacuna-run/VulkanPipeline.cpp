// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "VulkanPipeline.h"

#include <utility>

namespace lacuna::run {
namespace {

// In the order of Stage.
constexpr VkShaderStageFlagBits kStages[kStageCount] = {VK_SHADER_STAGE_VERTEX_BIT,
                                                        VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
                                                        VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
                                                        VK_SHADER_STAGE_GEOMETRY_BIT,
                                                        VK_SHADER_STAGE_FRAGMENT_BIT,
                                                        VK_SHADER_STAGE_COMPUTE_BIT};

// The shader, and what of the plan goes into its pipeline's layout: a pipeline
// may be used with any layout that is defined in the same way.
VulkanPipelineCache::Key KeyOf(const Plan& plan, const Shader& shader) {
  VulkanPipelineCache::Key key;
  const auto append = [&key](const auto& bytes) {
    key.push_back(static_cast<uint32_t>(bytes.size()));
    for (const auto byte : bytes) key.push_back(static_cast<uint8_t>(byte));
  };
  key.push_back(static_cast<uint32_t>(shader.words.size()));
  key.insert(key.end(), shader.words.begin(), shader.words.end());
  append(plan.stages[0].entry_point);
  key.push_back(static_cast<uint32_t>(plan.stages[0].spec_constants.size()));
  for (const auto& [id, value] : plan.stages[0].spec_constants) {
    key.push_back(id);
    append(value);
  }
  key.push_back(static_cast<uint32_t>(plan.push_constants.size()));
  for (const PlannedBinding& binding : plan.bindings) {
    key.insert(key.end(), {binding.set, binding.binding, static_cast<uint32_t>(binding.kind),
                           static_cast<uint32_t>(binding.descriptors.size())});
  }
  return key;
}

}  // namespace

ShaderStages::~ShaderStages() {
  for (VkShaderModule shader : modules_) vkDestroyShaderModule(device_.handle(), shader, nullptr);
}

bool ShaderStages::Create(const Plan& plan, const std::vector<Shader>& shaders, Failure* failure) {
  constants_.resize(shaders.size());
  for (size_t i = 0; i < shaders.size(); ++i) {
    const PlannedStage& stage = plan.stages[i];
    VkShaderModuleCreateInfo shader = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    shader.codeSize = shaders[i].words.size() * 4;
    shader.pCode = shaders[i].words.data();
    modules_.push_back(VK_NULL_HANDLE);
    if (!CheckVulkan(vkCreateShaderModule(device_.handle(), &shader, nullptr, &modules_.back()), "vkCreateShaderModule",
                     failure)) {
      return false;
    }
    Constants& constants = constants_[i];
    for (const auto& constant : stage.spec_constants) {
      constants.entries.push_back(
          {constant.first, static_cast<uint32_t>(constants.data.size()), constant.second.size()});
      constants.data.insert(constants.data.end(), constant.second.begin(), constant.second.end());
    }
    constants.info = {static_cast<uint32_t>(constants.entries.size()), constants.entries.data(), constants.data.size(),
                      constants.data.data()};
    VkPipelineShaderStageCreateInfo info = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage = kStages[static_cast<size_t>(stage.stage)];
    info.module = modules_.back();
    info.pName = stage.entry_point.c_str();
    info.pSpecializationInfo = &constants.info;
    infos_.push_back(info);
  }
  return true;
}

VkPipeline GetComputePipeline(const VulkanDevice& device, const Plan& plan, const std::vector<Shader>& shaders,
                              VkPipelineLayout layout, Failure* failure) {
  const VkPhysicalDeviceLimits& limits = device.context().properties().limits;
  for (int i = 0; i < 3; ++i) {
    if (plan.groups[i] > limits.maxComputeWorkGroupCount[i]) {
      failure->Unsupported(std::to_string(plan.groups[i]) + " workgroups are over the device's limit of " +
                           std::to_string(limits.maxComputeWorkGroupCount[i]));
      return VK_NULL_HANDLE;
    }
  }
  VulkanPipelineCache::Key key = KeyOf(plan, shaders[0]);
  if (VkPipeline known = device.pipelines().Find(key)) return known;

  ShaderStages stages(device);
  if (!stages.Create(plan, shaders, failure)) return VK_NULL_HANDLE;
  VkComputePipelineCreateInfo info = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.stage = stages.infos()[0];
  info.layout = layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  if (!CheckVulkan(vkCreateComputePipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
                   "vkCreateComputePipelines", failure)) {
    return VK_NULL_HANDLE;
  }
  device.pipelines().Add(std::move(key), pipeline);
  return pipeline;
}

}  // namespace lacuna::run
