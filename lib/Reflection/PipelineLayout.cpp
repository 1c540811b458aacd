// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/Reflection/PipelineLayout.h"

#include <algorithm>
#include <map>
#include <set>

namespace lacuna::reflection {

std::optional<DescriptorKind> ToDescriptorKind(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::kConstantBuffer:
      return DescriptorKind::kUniformBuffer;
    case ResourceKind::kStorageBuffer:
      return DescriptorKind::kStorageBuffer;
    case ResourceKind::kTexture:
      return DescriptorKind::kSampledImage;
    case ResourceKind::kSampler:
      return DescriptorKind::kSampler;
    case ResourceKind::kCombinedSampler:
      return DescriptorKind::kCombinedImageSampler;
    case ResourceKind::kStorageImage:
      return DescriptorKind::kStorageImage;
    case ResourceKind::kUniformTexelBuffer:
      return DescriptorKind::kUniformTexelBuffer;
    case ResourceKind::kStorageTexelBuffer:
      return DescriptorKind::kStorageTexelBuffer;
    case ResourceKind::kInputAttachment:
      return DescriptorKind::kInputAttachment;
    case ResourceKind::kAccelerationStructure:
      return DescriptorKind::kAccelerationStructure;
    default:
      return std::nullopt;
  }
}

namespace {

// What is known of a binding while modules are merged.
struct Entry {
  PipelineLayout::Binding binding;
  std::string file;  // that it came from first
  std::set<Stage> stages;
  std::set<std::string> names;
};

Error Contradiction(const std::string& message, const std::string& expected) {
  Error error;
  error.code = error_code::kUsage;
  error.message = message;
  error.expected = expected;
  return error;
}

}  // namespace

Result<PipelineLayout> MergeLayouts(const std::vector<std::pair<std::string, const Module*>>& modules) {
  PipelineLayout layout;
  std::map<std::pair<uint32_t, uint32_t>, Entry> entries;
  std::map<Stage, std::pair<uint64_t, uint64_t>> ranges;  // begin and end
  for (const auto& [file, module] : modules) {
    for (const EntryPoint& entry_point : module->entry_points) {
      layout.entry_points.push_back({entry_point.name, entry_point.stage, entry_point.stage_number});
      for (const ResourceUse& use : entry_point.uses) {
        const Resource& resource = module->resources[use.resource];
        const auto kind = ToDescriptorKind(resource.kind);
        if (!kind) continue;
        if (!resource.set || !resource.binding) {
          return Contradiction("'" + file + "': '" + resource.name + "' is used, but has no " +
                                   (resource.set ? "binding" : "descriptor set"),
                               "a module for Vulkan");
        }
        auto [found, added] = entries.emplace(std::make_pair(*resource.set, *resource.binding), Entry());
        Entry& entry = found->second;
        const uint64_t count = resource.array_length.value_or(1);
        if (added) {
          entry.binding.set = *resource.set;
          entry.binding.binding = *resource.binding;
          entry.binding.kind = *kind;
          entry.binding.count = count;
          entry.file = file;
        } else if (entry.binding.kind != *kind) {
          return Contradiction("binding " + std::to_string(*resource.set) + "." + std::to_string(*resource.binding) +
                                   " is a " + std::string(DescriptorKindName(entry.binding.kind)) + " in '" +
                                   entry.file + "' and a " + std::string(DescriptorKindName(*kind)) + " in '" + file +
                                   "'",
                               "one kind for all stages");
        } else if (entry.binding.count != 0) {
          entry.binding.count = count == 0 ? 0 : std::max(entry.binding.count, count);
        }
        entry.stages.insert(entry_point.stage);
        if (!resource.name_made_up) entry.names.insert(resource.name);
      }
      if (entry_point.push_constants && entry_point.push_constants->end > entry_point.push_constants->offset) {
        auto [range, added] = ranges.emplace(
            entry_point.stage, std::make_pair(entry_point.push_constants->offset, entry_point.push_constants->end));
        range->second.first = std::min(range->second.first, entry_point.push_constants->offset);
        range->second.second = std::max(range->second.second, entry_point.push_constants->end);
      }
    }
  }
  for (auto& [place, entry] : entries) {
    entry.binding.stages.assign(entry.stages.begin(), entry.stages.end());
    entry.binding.names.assign(entry.names.begin(), entry.names.end());
    layout.bindings.push_back(std::move(entry.binding));
  }
  for (const auto& [stage, range] : ranges) {
    layout.push_constants.push_back({stage, range.first, range.second - range.first});
  }
  return layout;
}

}  // namespace lacuna::reflection
