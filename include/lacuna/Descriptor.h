// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_DESCRIPTOR_H_
#define LACUNA_DESCRIPTOR_H_

#include <cstdint>
#include <string_view>

namespace lacuna {

// The kinds of Vulkan descriptors a shader variable can stand for (Vulkan
// specification, "Shader Resource and Descriptor Type Correspondence").
enum class DescriptorKind : uint8_t {
  kStorageBuffer,
  kUniformBuffer,
  kUniformTexelBuffer,
  kStorageTexelBuffer,
  kSampledImage,
  kCombinedImageSampler,
  kStorageImage,
  kSampler,
  kInputAttachment,
  kAccelerationStructure,
};

// The name used in interface maps and messages, e.g. "storage-buffer".
std::string_view DescriptorKindName(DescriptorKind kind);

// The inverse of DescriptorKindName. Returns false for an unknown name.
bool ParseDescriptorKind(std::string_view name, DescriptorKind* kind);

}  // namespace lacuna

#endif  // LACUNA_DESCRIPTOR_H_
