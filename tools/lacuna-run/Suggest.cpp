// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Suggest.h"

#include <algorithm>

namespace lacuna::run {
namespace {

constexpr uint32_t kRuntimeElements = 8;
constexpr uint32_t kExtent = 8, kTexels = 64, kLayers = 2, kLevels = 2;

bool IsBuffer(DescriptorKind kind) {
  return kind == DescriptorKind::kStorageBuffer || kind == DescriptorKind::kUniformBuffer ||
         kind == DescriptorKind::kAccelerationStructure;
}

TexelFormat FormatFor(const ImageType& type) {
  if (type.format != TexelFormat::kNone) return type.format;
  if (type.depth) return TexelFormat::kD32F;
  switch (type.format_class) {
    case FormatClass::kSint:
      return type.wide ? TexelFormat::kR64I : TexelFormat::kRgba32I;
    case FormatClass::kUint:
      return type.wide ? TexelFormat::kR64Ui : TexelFormat::kRgba32Ui;
    default:
      return TexelFormat::kRgba32F;
  }
}

Element SuggestElement(const UsedDescriptor& used, uint64_t buffer_bytes, const FillPattern& fill) {
  Element element;
  if (IsBuffer(used.kind)) {
    element.size = element.range = buffer_bytes;
    element.fill = fill;
    return element;
  }
  if (used.image && used.image->depth) element.sampler.compare = SamplerParameters::Compare::kLess;
  if (!used.image) return element;
  const ImageType& type = *used.image;
  ImageShape& shape = element.shape;
  shape.format = FormatFor(type);
  shape.dim = type.dim;
  shape.arrayed = type.arrayed;
  shape.multisampled = type.multisampled;
  if (type.dim == ImageDim::kBuffer) {
    element.size = element.range = uint64_t{kTexels} * GetFormat(shape.format).texel_bytes();
    element.fill.kind = FillPattern::Kind::kRamp;
    return element;
  }
  for (uint32_t i = 0; i < shape.Dimensions(); ++i) shape.extent[i] = kExtent;
  shape.layers = (type.arrayed ? kLayers : 1) * (type.dim == ImageDim::kCube ? 6 : 1);
  const bool sampled = used.kind != DescriptorKind::kStorageImage;
  shape.levels = sampled && !type.multisampled ? kLevels : 1;
  if (type.multisampled) {
    shape.samples = 4;
    element.fill.kind = FillPattern::Kind::kTexel;
    element.fill.values = {1};
  } else {
    element.fill.kind = FillPattern::Kind::kRamp;
  }
  element.size = element.range = shape.TotalBytes();
  return element;
}

}  // namespace

bool SuggestResources(const std::vector<ModuleInfo>& modules, uint64_t buffer_bytes, const FillPattern& fill,
                      std::vector<Resource>* resources, Failure* failure) {
  for (const ModuleInfo& module : modules) {
    for (const UsedDescriptor& used : module.descriptors) {
      const uint32_t wanted = used.count.value_or(used.default_count.value_or(kRuntimeElements));
      const uint32_t count = std::min(wanted, RunDescription::kMaxElements);
      auto found = std::find_if(resources->begin(), resources->end(), [&](const Resource& resource) {
        return resource.set == used.set && resource.binding == used.binding;
      });
      if (found == resources->end()) {
        Resource resource;
        resource.set = used.set;
        resource.binding = used.binding;
        resource.kind = used.kind;
        resources->push_back(std::move(resource));
        found = resources->end() - 1;
      }
      if (found->kind != used.kind) {
        return failure->Unsupported(BindingName(used.set, used.binding) + " is both a " +
                                    std::string(DescriptorKindName(found->kind)) + " and a " +
                                    std::string(DescriptorKindName(used.kind)) + ", which no description can say");
      }
      // Of several variables at a binding the longest counts.
      if (found->elements.size() < count) found->elements.resize(count, SuggestElement(used, buffer_bytes, fill));
    }
  }
  return true;
}

bool SuggestOptions(const std::vector<ModuleInfo>& modules, uint64_t buffer_bytes, const FillPattern& fill,
                    std::string* options, Failure* failure) {
  uint32_t push = 0;
  for (const ModuleInfo& module : modules) push = std::max(push, module.push_constant_bytes);
  std::vector<Resource> resources;
  if (!SuggestResources(modules, buffer_bytes, fill, &resources, failure)) return false;
  if (!resources.empty()) *options += "--resources='" + FormatResources(resources) + "'";
  if (push) *options += (options->empty() ? "" : " ") + ("--push=" + std::string(size_t{push} * 2, '0'));
  *options += "\n";
  return true;
}

}  // namespace lacuna::run
