// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "VulkanFormats.h"

namespace lacuna::run {
namespace {

// In the order of TexelFormat.
constexpr VkFormat kFormats[] = {VK_FORMAT_UNDEFINED,
                                 VK_FORMAT_R8_UNORM,
                                 VK_FORMAT_R8_SNORM,
                                 VK_FORMAT_R8_UINT,
                                 VK_FORMAT_R8_SINT,
                                 VK_FORMAT_R8G8_UNORM,
                                 VK_FORMAT_R8G8_SNORM,
                                 VK_FORMAT_R8G8_UINT,
                                 VK_FORMAT_R8G8_SINT,
                                 VK_FORMAT_R8G8B8A8_UNORM,
                                 VK_FORMAT_R8G8B8A8_SNORM,
                                 VK_FORMAT_R8G8B8A8_UINT,
                                 VK_FORMAT_R8G8B8A8_SINT,
                                 VK_FORMAT_R16_UNORM,
                                 VK_FORMAT_R16_UINT,
                                 VK_FORMAT_R16_SINT,
                                 VK_FORMAT_R16_SFLOAT,
                                 VK_FORMAT_R16G16_UNORM,
                                 VK_FORMAT_R16G16_UINT,
                                 VK_FORMAT_R16G16_SINT,
                                 VK_FORMAT_R16G16_SFLOAT,
                                 VK_FORMAT_R16G16B16A16_UNORM,
                                 VK_FORMAT_R16G16B16A16_UINT,
                                 VK_FORMAT_R16G16B16A16_SINT,
                                 VK_FORMAT_R16G16B16A16_SFLOAT,
                                 VK_FORMAT_R32_UINT,
                                 VK_FORMAT_R32_SINT,
                                 VK_FORMAT_R32_SFLOAT,
                                 VK_FORMAT_R32G32_UINT,
                                 VK_FORMAT_R32G32_SINT,
                                 VK_FORMAT_R32G32_SFLOAT,
                                 VK_FORMAT_R32G32B32A32_UINT,
                                 VK_FORMAT_R32G32B32A32_SINT,
                                 VK_FORMAT_R32G32B32A32_SFLOAT,
                                 VK_FORMAT_R64_UINT,
                                 VK_FORMAT_R64_SINT,
                                 VK_FORMAT_D16_UNORM,
                                 VK_FORMAT_D32_SFLOAT};

}  // namespace

bool DescriptorTypeOf(DescriptorKind kind, VkDescriptorType* type) {
  switch (kind) {
    case DescriptorKind::kStorageBuffer:
      *type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
      return true;
    case DescriptorKind::kUniformBuffer:
      *type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
      return true;
    case DescriptorKind::kUniformTexelBuffer:
      *type = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
      return true;
    case DescriptorKind::kStorageTexelBuffer:
      *type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
      return true;
    case DescriptorKind::kSampledImage:
      *type = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
      return true;
    case DescriptorKind::kCombinedImageSampler:
      *type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
      return true;
    case DescriptorKind::kStorageImage:
      *type = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
      return true;
    case DescriptorKind::kSampler:
      *type = VK_DESCRIPTOR_TYPE_SAMPLER;
      return true;
    case DescriptorKind::kInputAttachment:
    case DescriptorKind::kAccelerationStructure:
      break;
  }
  return false;
}

VkFormat VulkanFormatOf(TexelFormat format) { return kFormats[static_cast<size_t>(format)]; }

VkImageType ImageTypeOf(const ImageShape& shape) {
  if (shape.dim == ImageDim::k1D) return VK_IMAGE_TYPE_1D;
  return shape.dim == ImageDim::k3D ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D;
}

VkImageViewType ViewTypeOf(const ImageShape& shape) {
  switch (shape.dim) {
    case ImageDim::k1D:
      return shape.arrayed ? VK_IMAGE_VIEW_TYPE_1D_ARRAY : VK_IMAGE_VIEW_TYPE_1D;
    case ImageDim::k3D:
      return VK_IMAGE_VIEW_TYPE_3D;
    case ImageDim::kCube:
      return shape.arrayed ? VK_IMAGE_VIEW_TYPE_CUBE_ARRAY : VK_IMAGE_VIEW_TYPE_CUBE;
    case ImageDim::k2D:
    case ImageDim::kBuffer:
      break;
  }
  return shape.arrayed ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
}

VkImageAspectFlags AspectOf(TexelFormat format) {
  return GetFormat(format).depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

VkSamplerCreateInfo SamplerInfoOf(const SamplerParameters& sampler) {
  VkSamplerCreateInfo info = {VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
  info.magFilter = info.minFilter = sampler.linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
  info.mipmapMode = sampler.linear_mip ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
  VkSamplerAddressMode address = VK_SAMPLER_ADDRESS_MODE_REPEAT;
  if (sampler.address == SamplerParameters::Address::kMirror) address = VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
  if (sampler.address == SamplerParameters::Address::kClamp) address = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  if (sampler.address == SamplerParameters::Address::kBorder) address = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
  info.addressModeU = info.addressModeV = info.addressModeW = address;
  info.maxLod = VK_LOD_CLAMP_NONE;
  const bool integer = sampler.integer_border;
  switch (sampler.border) {
    case SamplerParameters::Border::kTransparentBlack:
      info.borderColor = integer ? VK_BORDER_COLOR_INT_TRANSPARENT_BLACK : VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
      break;
    case SamplerParameters::Border::kOpaqueBlack:
      info.borderColor = integer ? VK_BORDER_COLOR_INT_OPAQUE_BLACK : VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;
      break;
    case SamplerParameters::Border::kOpaqueWhite:
      info.borderColor = integer ? VK_BORDER_COLOR_INT_OPAQUE_WHITE : VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
      break;
  }
  info.compareEnable = sampler.compare != SamplerParameters::Compare::kNone;
  // The enumeration has Vulkan's order, behind its kNone.
  if (info.compareEnable) info.compareOp = static_cast<VkCompareOp>(static_cast<int>(sampler.compare) - 1);
  return info;
}

VkClearColorValue ClearColorOf(TexelFormat format, const uint8_t* texel) {
  const TexelFormatInfo& info = GetFormat(format);
  VkClearColorValue color = {};
  for (uint32_t c = 0; c < info.components; ++c) {
    const double value = DecodeComponent(info, c, texel);
    switch (info.format_class()) {
      case FormatClass::kFloat:
        color.float32[c] = static_cast<float>(value);
        break;
      case FormatClass::kSint:
        color.int32[c] = static_cast<int32_t>(value);
        break;
      case FormatClass::kUint:
        color.uint32[c] = static_cast<uint32_t>(value);
        break;
    }
  }
  return color;
}

}  // namespace lacuna::run
