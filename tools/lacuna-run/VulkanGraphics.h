// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_VULKANGRAPHICS_H_
#define LACUNA_TOOLS_RUN_VULKANGRAPHICS_H_

#include <vector>

#include "Plan.h"
#include "VulkanDevice.h"
#include "VulkanPipeline.h"

namespace lacuna::run {

// A graphics pipeline that draws vertices without vertex buffers into one
// colour target, and the target's way back.
class GraphicsPipeline {
 public:
  explicit GraphicsPipeline(const VulkanDevice& device) : device_(device) {}
  GraphicsPipeline(const GraphicsPipeline&) = delete;
  GraphicsPipeline& operator=(const GraphicsPipeline&) = delete;
  ~GraphicsPipeline();

  bool Create(const Plan& plan, const ShaderStages& stages, VkPipelineLayout layout, Failure* failure);
  VkPipeline handle() const { return pipeline_; }

  // Records the drawing, once pipeline and descriptors are bound.
  void RecordDraw(VkCommandBuffer commands) const;

  // Records the copy of the target into a buffer, after all drawing.
  void RecordReadback(VkCommandBuffer commands) const;

  void Read(RunOutput* output) const;

 private:
  bool CreateTarget(Failure* failure);
  bool CreateRenderPass(Failure* failure);
  bool CreatePipeline(const ShaderStages& stages, VkPipelineLayout layout, Failure* failure);

  const VulkanDevice& device_;
  GraphicsState state_;
  VkImage image_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  VkImageView view_ = VK_NULL_HANDLE;
  VkRenderPass render_pass_ = VK_NULL_HANDLE;
  VkFramebuffer framebuffer_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
  HostBuffer buffer_;
};

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_VULKANGRAPHICS_H_
