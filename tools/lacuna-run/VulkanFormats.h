// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_VULKANFORMATS_H_
#define LACUNA_TOOLS_RUN_VULKANFORMATS_H_

// A description's words for formats, dimensions and samplers, as Vulkan has them.

#include <vulkan/vulkan.h>

#include "Interpreter/ImageShape.h"
#include "lacuna/Descriptor.h"

namespace lacuna::run {

// The descriptor type of a kind. Returns false for kinds that this back end does
// not run.
bool DescriptorTypeOf(DescriptorKind kind, VkDescriptorType* type);

VkFormat VulkanFormatOf(TexelFormat format);
VkImageType ImageTypeOf(const ImageShape& shape);
VkImageViewType ViewTypeOf(const ImageShape& shape);
VkImageAspectFlags AspectOf(TexelFormat format);

VkSamplerCreateInfo SamplerInfoOf(const SamplerParameters& sampler);

// One texel as the value that a clear command takes.
VkClearColorValue ClearColorOf(TexelFormat format, const uint8_t* texel);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_VULKANFORMATS_H_
