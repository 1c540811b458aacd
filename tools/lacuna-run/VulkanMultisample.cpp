// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "VulkanMultisample.h"

#include <algorithm>

#include "spirv-tools/libspirv.hpp"

namespace lacuna::run {
namespace {

// SPIR-V's name for the format, or null for one that is not of 32-bit components.
const char* SpirvFormatName(TexelFormat format) {
  switch (format) {
    case TexelFormat::kR32F:
      return "R32f";
    case TexelFormat::kR32I:
      return "R32i";
    case TexelFormat::kR32Ui:
      return "R32ui";
    case TexelFormat::kRg32F:
      return "Rg32f";
    case TexelFormat::kRg32I:
      return "Rg32i";
    case TexelFormat::kRg32Ui:
      return "Rg32ui";
    case TexelFormat::kRgba32F:
      return "Rgba32f";
    case TexelFormat::kRgba32I:
      return "Rgba32i";
    case TexelFormat::kRgba32Ui:
      return "Rgba32ui";
    default:
      return nullptr;
  }
}

// Invocation (x, y, z) copies sample z % samples of texel (x, y) of layer
// z / samples into its place in a buffer.
std::string ShaderText(const ImageShape& shape) {
  const TexelFormatInfo& format = GetFormat(shape.format);
  std::string number = "OpTypeFloat 32";
  if (format.format_class() == FormatClass::kUint) number = "OpTypeInt 32 0";
  if (format.format_class() == FormatClass::kSint) number = "OpTypeInt 32 1";
  // Two integer types with the same operands would be one type declared twice.
  const bool is_uint = format.format_class() == FormatClass::kUint;
  const std::string texel = is_uint ? "%uint" : "%number";
  std::string text =
      "OpCapability Shader\n"
      "OpCapability StorageImageMultisample\n";
  if (shape.arrayed) text += "OpCapability ImageMSArray\n";
  if (format.components == 2) text += "OpCapability StorageImageExtendedFormats\n";
  text +=
      "OpMemoryModel Logical GLSL450\n"
      "OpEntryPoint GLCompute %main \"main\" %gid\n"
      "OpExecutionMode %main LocalSize 1 1 1\n"
      "OpDecorate %gid BuiltIn GlobalInvocationId\n"
      "OpDecorate %array ArrayStride 4\n"
      "OpDecorate %block Block\n"
      "OpMemberDecorate %block 0 Offset 0\n"
      "OpDecorate %image DescriptorSet 0\n"
      "OpDecorate %image Binding 0\n"
      "OpDecorate %buffer DescriptorSet 0\n"
      "OpDecorate %buffer Binding 1\n"
      "%void = OpTypeVoid\n"
      "%fn = OpTypeFunction %void\n"
      "%uint = OpTypeInt 32 0\n"
      "%uvec2 = OpTypeVector %uint 2\n"
      "%uvec3 = OpTypeVector %uint 3\n";
  if (!is_uint) text += "%number = " + number + "\n";
  text += "%vec4 = OpTypeVector " + texel + " 4\n";
  text += "%image_type = OpTypeImage " + texel + " 2D 0 " + (shape.arrayed ? "1" : "0") + " 1 2 " +
          SpirvFormatName(shape.format) + "\n";
  text += "%array = OpTypeRuntimeArray " + texel + "\n";
  text +=
      "%block = OpTypeStruct %array\n"
      "%image_ptr = OpTypePointer UniformConstant %image_type\n"
      "%block_ptr = OpTypePointer StorageBuffer %block\n"
      "%in_ptr = OpTypePointer Input %uvec3\n"
      "%image = OpVariable %image_ptr UniformConstant\n"
      "%buffer = OpVariable %block_ptr StorageBuffer\n"
      "%gid = OpVariable %in_ptr Input\n";
  text += "%element_ptr = OpTypePointer StorageBuffer " + texel + "\n";
  text += "%zero = OpConstant %uint 0\n";
  text += "%width = OpConstant %uint " + std::to_string(shape.extent[0]) + "\n";
  text += "%height = OpConstant %uint " + std::to_string(shape.extent[1]) + "\n";
  text += "%samples = OpConstant %uint " + std::to_string(shape.samples) + "\n";
  for (uint32_t c = 0; c < 4; ++c) {
    text += "%c" + std::to_string(c) + " = OpConstant %uint " + std::to_string(c) + "\n";
  }
  text += "%components = OpConstant %uint " + std::to_string(format.components) + "\n";
  text +=
      "%main = OpFunction %void None %fn\n"
      "%entry = OpLabel\n"
      "%id = OpLoad %uvec3 %gid\n"
      "%x = OpCompositeExtract %uint %id 0\n"
      "%y = OpCompositeExtract %uint %id 1\n"
      "%z = OpCompositeExtract %uint %id 2\n"
      "%layer = OpUDiv %uint %z %samples\n"
      "%sample = OpUMod %uint %z %samples\n"
      "%image_value = OpLoad %image_type %image\n";
  text +=
      shape.arrayed ? "%at = OpCompositeConstruct %uvec3 %x %y %layer\n" : "%at = OpCompositeConstruct %uvec2 %x %y\n";
  text +=
      "%value = OpImageRead %vec4 %image_value %at Sample %sample\n"
      "%rows = OpIMul %uint %layer %height\n"
      "%row = OpIAdd %uint %rows %y\n"
      "%texels = OpIMul %uint %row %width\n"
      "%texel = OpIAdd %uint %texels %x\n"
      "%before = OpIMul %uint %texel %samples\n"
      "%place = OpIAdd %uint %before %sample\n"
      "%first = OpIMul %uint %place %components\n";
  for (uint32_t c = 0; c < format.components; ++c) {
    const std::string n = std::to_string(c);
    text += "%v" + n + " = OpCompositeExtract " + texel + " %value " + n + "\n";
    text += "%i" + n + " = OpIAdd %uint %first %c" + n + "\n";
    text += "%p" + n + " = OpAccessChain %element_ptr %buffer %zero %i" + n + "\n";
    text += "OpStore %p" + n + " %v" + n + "\n";
  }
  return text + "OpReturn\nOpFunctionEnd\n";
}

}  // namespace

MultisampleReadback::~MultisampleReadback() {
  const VkDevice device = device_.handle();
  vkDestroyPipeline(device, pipeline_, nullptr);
  vkDestroyShaderModule(device, shader_, nullptr);
  vkDestroyDescriptorPool(device, pool_, nullptr);
  vkDestroyPipelineLayout(device, layout_, nullptr);
  vkDestroyDescriptorSetLayout(device, set_layout_, nullptr);
}

bool MultisampleReadback::Create(const ImageShape& shape, VkImageView view, const std::string& name, Failure* failure) {
  shape_ = shape;
  if (!SpirvFormatName(shape.format)) {
    return failure->Unsupported(name + ": multisampled storage images have a format of 32-bit components, not " +
                                GetFormat(shape.format).name);
  }
  return buffer_.Create(device_, shape.TotalBytes(), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, failure) &&
         CreateSet(view, failure) && CreatePipeline(failure);
}

bool MultisampleReadback::CreateSet(VkImageView view, Failure* failure) {
  const VkDevice device = device_.handle();
  const VkDescriptorSetLayoutBinding bindings[] = {
      {0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
      {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr}};
  VkDescriptorSetLayoutCreateInfo layout = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
  layout.bindingCount = 2;
  layout.pBindings = bindings;
  const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1}, {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}};
  VkDescriptorPoolCreateInfo pool = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  pool.maxSets = 1;
  pool.poolSizeCount = 2;
  pool.pPoolSizes = sizes;
  if (!CheckVulkan(vkCreateDescriptorSetLayout(device, &layout, nullptr, &set_layout_), "vkCreateDescriptorSetLayout",
                   failure) ||
      !CheckVulkan(vkCreateDescriptorPool(device, &pool, nullptr, &pool_), "vkCreateDescriptorPool", failure)) {
    return false;
  }
  VkDescriptorSetAllocateInfo allocate = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
  allocate.descriptorPool = pool_;
  allocate.descriptorSetCount = 1;
  allocate.pSetLayouts = &set_layout_;
  if (!CheckVulkan(vkAllocateDescriptorSets(device, &allocate, &set_), "vkAllocateDescriptorSets", failure))
    return false;
  const VkDescriptorImageInfo image = {VK_NULL_HANDLE, view, VK_IMAGE_LAYOUT_GENERAL};
  const VkDescriptorBufferInfo buffer = {buffer_.handle(), 0, VK_WHOLE_SIZE};
  VkWriteDescriptorSet writes[2] = {{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET}, {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET}};
  for (uint32_t i = 0; i < 2; ++i) {
    writes[i].dstSet = set_;
    writes[i].dstBinding = i;
    writes[i].descriptorCount = 1;
    writes[i].descriptorType = bindings[i].descriptorType;
  }
  writes[0].pImageInfo = &image;
  writes[1].pBufferInfo = &buffer;
  vkUpdateDescriptorSets(device, 2, writes, 0, nullptr);
  return true;
}

bool MultisampleReadback::CreatePipeline(Failure* failure) {
  const VkDevice device = device_.handle();
  std::vector<uint32_t> words;
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_3);
  std::string reason;
  tools.SetMessageConsumer(
      [&reason](spv_message_level_t, const char*, const spv_position_t&, const char* message) { reason += message; });
  if (!tools.Assemble(ShaderText(shape_), &words) || !tools.Validate(words)) {
    return failure->Error("the shader that reads multisampled images back is not valid: " + reason);
  }
  VkShaderModuleCreateInfo shader = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  shader.codeSize = words.size() * 4;
  shader.pCode = words.data();
  VkPipelineLayoutCreateInfo layout = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  layout.setLayoutCount = 1;
  layout.pSetLayouts = &set_layout_;
  if (!CheckVulkan(vkCreateShaderModule(device, &shader, nullptr, &shader_), "vkCreateShaderModule", failure) ||
      !CheckVulkan(vkCreatePipelineLayout(device, &layout, nullptr, &layout_), "vkCreatePipelineLayout", failure)) {
    return false;
  }
  VkComputePipelineCreateInfo info = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = shader_;
  info.stage.pName = "main";
  info.layout = layout_;
  return CheckVulkan(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline_),
                     "vkCreateComputePipelines", failure);
}

bool MultisampleReadback::Record(VkCommandBuffer commands, Failure* failure) const {
  const uint32_t groups[] = {shape_.extent[0], shape_.extent[1], shape_.layers * shape_.samples};
  const VkPhysicalDeviceLimits& limits = device_.context().properties().limits;
  for (int i = 0; i < 3; ++i) {
    if (groups[i] > limits.maxComputeWorkGroupCount[i]) {
      return failure->Unsupported("a multisampled storage image is too large to be read back");
    }
  }
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 1, &set_, 0, nullptr);
  vkCmdDispatch(commands, groups[0], groups[1], groups[2]);
  return true;
}

void MultisampleReadback::Read(std::vector<uint8_t>* bytes) const {
  bytes->assign(buffer_.data(), buffer_.data() + buffer_.size());
}

}  // namespace lacuna::run
