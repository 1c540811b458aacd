// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "RunDescription.h"

#include <algorithm>

#include "Numbers.h"

namespace lacuna::run {

std::string DescriptorKindList() {
  std::string text;
  for (int i = 0; i <= static_cast<int>(DescriptorKind::kAccelerationStructure); ++i) {
    text += (i == 0 ? "" : ", ") + std::string(DescriptorKindName(static_cast<DescriptorKind>(i)));
  }
  return text;
}

std::string BindingName(uint32_t set, uint32_t binding) { return std::to_string(set) + "." + std::to_string(binding); }

std::string ElementName(uint32_t set, uint32_t binding, size_t element) {
  return BindingName(set, binding) + "[" + std::to_string(element) + "]";
}

bool ParseGroups(std::string_view text, std::array<uint32_t, 3>* groups, std::string* error) {
  *groups = {1, 1, 1};
  for (size_t i = 0; i < 3; ++i) {
    const size_t comma = text.find(',');
    uint64_t value = 0;
    if (!ParseNumber(text.substr(0, comma), UINT32_MAX, &value) || value == 0) break;
    (*groups)[i] = static_cast<uint32_t>(value);
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
  *error = "workgroups are one to three numbers from 1 on, separated by commas, as in 4,1,1";
  return false;
}

bool ParseSpecConstant(std::string_view text, RunDescription* description, std::string* error) {
  const size_t colon = text.find(':');
  uint64_t id = 0;
  if (colon == std::string_view::npos || colon + 1 == text.size() ||
      !ParseNumber(text.substr(0, colon), UINT32_MAX, &id)) {
    *error = "spec constant '" + std::string(text) + "' is not <id>:<value>";
    return false;
  }
  description->spec_constants[static_cast<uint32_t>(id)] = std::string(text.substr(colon + 1));
  return true;
}

bool ParseTopology(std::string_view text, GraphicsState* graphics, std::string* error) {
  constexpr std::string_view kPatches = "patches:";
  uint64_t points = 0;
  if (text == "points") {
    graphics->topology = GraphicsState::Topology::kPoints;
  } else if (text == "triangles") {
    graphics->topology = GraphicsState::Topology::kTriangles;
  } else if (text.substr(0, kPatches.size()) == kPatches && ParseNumber(text.substr(kPatches.size()), 32, &points) &&
             points > 0) {
    graphics->topology = GraphicsState::Topology::kPatches;
    graphics->patch_points = static_cast<uint32_t>(points);
  } else {
    *error = "it is points, triangles or patches:<points>, with 1 to 32 points";
    return false;
  }
  return true;
}

bool ParseTarget(std::string_view text, GraphicsState* graphics, std::string* error) {
  const size_t colon = text.find(':');
  const TexelFormatInfo* format = FindFormat(text.substr(0, colon));
  if (!format || format->depth) {
    *error = "'" + std::string(text.substr(0, colon)) + "' is no colour format";
    return false;
  }
  graphics->target = format->format;
  if (colon == std::string_view::npos) return true;
  const std::string_view extent = text.substr(colon + 1);
  const size_t by = extent.find('x');
  uint64_t width = 0, height = 0;
  if (by == std::string_view::npos || !ParseNumber(extent.substr(0, by), 4096, &width) ||
      !ParseNumber(extent.substr(by + 1), 4096, &height) || !width || !height) {
    *error = "'" + std::string(extent) + "' is not <width>x<height> with 1 to 4096 pixels each";
    return false;
  }
  graphics->width = static_cast<uint32_t>(width);
  graphics->height = static_cast<uint32_t>(height);
  return true;
}

size_t Resource::PieceCount() const {
  for (const Element& element : elements) {
    if (!element.pieces.empty()) return element.pieces.size();
  }
  return 1;
}

bool CheckRunDescription(RunDescription* description, std::string* error) {
  std::vector<Resource>& resources = description->resources;
  std::sort(resources.begin(), resources.end(), [](const Resource& a, const Resource& b) {
    return a.set != b.set ? a.set < b.set : a.binding < b.binding;
  });
  uint64_t elements = 0, bytes = 0;
  for (size_t i = 0; i < resources.size(); ++i) {
    const Resource& resource = resources[i];
    const std::string name = BindingName(resource.set, resource.binding);
    if (i && resources[i - 1].set == resource.set && resources[i - 1].binding == resource.binding) {
      *error = name + " is described twice";
      return false;
    }
    if (resource.set > RunDescription::kMaxSet || resource.binding > RunDescription::kMaxBinding) {
      *error = name + " is out of bounds: sets go to " + std::to_string(RunDescription::kMaxSet) + ", bindings to " +
               std::to_string(RunDescription::kMaxBinding);
      return false;
    }
    const bool sampler = resource.kind == DescriptorKind::kSampler;
    if (sampler && std::any_of(resource.elements.begin(), resource.elements.end(),
                               [](const Element& element) { return element.null; })) {
      *error = name + ": a sampler is never null";
      return false;
    }
    const size_t pieces = resource.PieceCount();
    for (const Element& element : resource.elements) {
      if (element.null || pieces == 1 || element.pieces.size() == pieces) continue;
      *error = name + ": every element of a segmented buffer is null or has as many pieces as the others";
      return false;
    }
    elements += resource.elements.size() * pieces;
    for (const Element& element : resource.elements) bytes += element.size;
  }
  if (elements > RunDescription::kMaxElements) {
    *error = std::to_string(elements) + " descriptors are described; the limit is " +
             std::to_string(RunDescription::kMaxElements);
    return false;
  }
  if (bytes > RunDescription::kMaxTotalSize) {
    *error = "the buffers and images have " + std::to_string(bytes) + " bytes together; the limit is " +
             std::to_string(RunDescription::kMaxTotalSize);
    return false;
  }
  return true;
}

}  // namespace lacuna::run
