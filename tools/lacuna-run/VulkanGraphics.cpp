// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "VulkanGraphics.h"

#include "VulkanFormats.h"

namespace lacuna::run {

GraphicsPipeline::~GraphicsPipeline() {
  const VkDevice device = device_.handle();
  vkDestroyPipeline(device, pipeline_, nullptr);
  vkDestroyFramebuffer(device, framebuffer_, nullptr);
  vkDestroyRenderPass(device, render_pass_, nullptr);
  vkDestroyImageView(device, view_, nullptr);
  vkDestroyImage(device, image_, nullptr);
  vkFreeMemory(device, memory_, nullptr);
}

bool GraphicsPipeline::Create(const Plan& plan, const ShaderStages& stages, VkPipelineLayout layout, Failure* failure) {
  state_ = plan.graphics;
  if (!device_.has_graphics()) return failure->Unsupported("the device has no queue for graphics");
  return CreateTarget(failure) && CreateRenderPass(failure) && CreatePipeline(stages, layout, failure);
}

bool GraphicsPipeline::CreateTarget(Failure* failure) {
  const VkDevice device = device_.handle();
  const VkFormat format = VulkanFormatOf(state_.target);
  VkFormatProperties properties = {};
  vkGetPhysicalDeviceFormatProperties(device_.context().physical_device(), format, &properties);
  const VkPhysicalDeviceLimits& limits = device_.context().properties().limits;
  if (!(properties.optimalTilingFeatures & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT)) {
    return failure->Unsupported("the device cannot draw into a target of format " +
                                std::string(GetFormat(state_.target).name));
  }
  if (state_.width > limits.maxFramebufferWidth || state_.height > limits.maxFramebufferHeight) {
    return failure->Unsupported("the target is larger than the device allows");
  }
  VkImageCreateInfo info = {VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = {state_.width, state_.height, 1};
  info.mipLevels = info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  if (!CheckVulkan(vkCreateImage(device, &info, nullptr, &image_), "vkCreateImage", failure)) return false;
  VkMemoryRequirements requirements = {};
  vkGetImageMemoryRequirements(device, image_, &requirements);
  VkImageViewCreateInfo view = {VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
  view.image = image_;
  view.viewType = VK_IMAGE_VIEW_TYPE_2D;
  view.format = format;
  view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  const uint64_t bytes = uint64_t{state_.width} * state_.height * GetFormat(state_.target).texel_bytes();
  return device_.Allocate(requirements, 0, &memory_, failure) &&
         CheckVulkan(vkBindImageMemory(device, image_, memory_, 0), "vkBindImageMemory", failure) &&
         CheckVulkan(vkCreateImageView(device, &view, nullptr, &view_), "vkCreateImageView", failure) &&
         buffer_.Create(device_, bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, failure);
}

bool GraphicsPipeline::CreateRenderPass(Failure* failure) {
  const VkDevice device = device_.handle();
  VkAttachmentDescription attachment = {};
  attachment.format = VulkanFormatOf(state_.target);
  attachment.samples = VK_SAMPLE_COUNT_1_BIT;
  attachment.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
  attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  attachment.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
  attachment.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
  attachment.finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
  const VkAttachmentReference reference = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
  VkSubpassDescription subpass = {};
  subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
  subpass.colorAttachmentCount = 1;
  subpass.pColorAttachments = &reference;
  VkRenderPassCreateInfo info = {VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
  info.attachmentCount = 1;
  info.pAttachments = &attachment;
  info.subpassCount = 1;
  info.pSubpasses = &subpass;
  if (!CheckVulkan(vkCreateRenderPass(device, &info, nullptr, &render_pass_), "vkCreateRenderPass", failure))
    return false;
  VkFramebufferCreateInfo framebuffer = {VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
  framebuffer.renderPass = render_pass_;
  framebuffer.attachmentCount = 1;
  framebuffer.pAttachments = &view_;
  framebuffer.width = state_.width;
  framebuffer.height = state_.height;
  framebuffer.layers = 1;
  return CheckVulkan(vkCreateFramebuffer(device, &framebuffer, nullptr, &framebuffer_), "vkCreateFramebuffer", failure);
}

bool GraphicsPipeline::CreatePipeline(const ShaderStages& stages, VkPipelineLayout layout, Failure* failure) {
  VkPipelineVertexInputStateCreateInfo input = {VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
  VkPipelineInputAssemblyStateCreateInfo assembly = {VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
  assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  if (state_.topology == GraphicsState::Topology::kPoints) assembly.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
  if (state_.topology == GraphicsState::Topology::kPatches) assembly.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
  VkPipelineTessellationStateCreateInfo tessellation = {VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO};
  tessellation.patchControlPoints = state_.patch_points;
  const VkViewport area = {0, 0, static_cast<float>(state_.width), static_cast<float>(state_.height), 0, 1};
  const VkRect2D scissor = {{0, 0}, {state_.width, state_.height}};
  VkPipelineViewportStateCreateInfo viewport = {VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
  viewport.viewportCount = viewport.scissorCount = 1;
  viewport.pViewports = &area;
  viewport.pScissors = &scissor;
  VkPipelineRasterizationStateCreateInfo raster = {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
  raster.polygonMode = VK_POLYGON_MODE_FILL;
  raster.cullMode = VK_CULL_MODE_NONE;
  raster.lineWidth = 1;
  VkPipelineMultisampleStateCreateInfo samples = {VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
  samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
  VkPipelineColorBlendAttachmentState attachment = {};
  attachment.colorWriteMask =
      VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
  VkPipelineColorBlendStateCreateInfo blend = {VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
  blend.attachmentCount = 1;
  blend.pAttachments = &attachment;
  VkGraphicsPipelineCreateInfo info = {VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
  info.stageCount = static_cast<uint32_t>(stages.infos().size());
  info.pStages = stages.infos().data();
  info.pVertexInputState = &input;
  info.pInputAssemblyState = &assembly;
  info.pTessellationState = &tessellation;
  info.pViewportState = &viewport;
  info.pRasterizationState = &raster;
  info.pMultisampleState = &samples;
  info.pColorBlendState = &blend;
  info.layout = layout;
  info.renderPass = render_pass_;
  return CheckVulkan(vkCreateGraphicsPipelines(device_.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline_),
                     "vkCreateGraphicsPipelines", failure);
}

void GraphicsPipeline::RecordDraw(VkCommandBuffer commands) const {
  VkClearValue clear = {};
  for (int c = 0; c < 4; ++c) {
    if (GetFormat(state_.target).format_class() == FormatClass::kFloat) {
      clear.color.float32[c] = GraphicsState::kClearNumber;
    } else {
      clear.color.uint32[c] = GraphicsState::kClearInteger;
    }
  }
  VkRenderPassBeginInfo begin = {VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
  begin.renderPass = render_pass_;
  begin.framebuffer = framebuffer_;
  begin.renderArea.extent = {state_.width, state_.height};
  begin.clearValueCount = 1;
  begin.pClearValues = &clear;
  vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
  vkCmdDraw(commands, state_.vertices, 1, 0, 0);
  vkCmdEndRenderPass(commands);
}

void GraphicsPipeline::RecordReadback(VkCommandBuffer commands) const {
  VkBufferImageCopy copy = {};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.imageExtent = {state_.width, state_.height, 1};
  vkCmdCopyImageToBuffer(commands, image_, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, buffer_.handle(), 1, &copy);
}

void GraphicsPipeline::Read(RunOutput* output) const {
  output->target.assign(buffer_.data(), buffer_.data() + buffer_.size());
}

}  // namespace lacuna::run
