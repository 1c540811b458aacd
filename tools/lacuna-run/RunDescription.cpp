// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "RunDescription.h"

#include <algorithm>

#include "Numbers.h"

namespace lacuna::run {

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

bool CompleteElement(const std::string& name, bool has_size, bool has_range, Element* element, std::string* error) {
  const auto bad = [&](const std::string& why) {
    *error = name + ": " + why;
    return false;
  };
  const uint64_t hex_size = element->fill.kind == FillPattern::Kind::kHex ? element->fill.bytes.size() : 0;
  if (!has_size) {
    if (!hex_size) return bad("needs a size (or a hex fill, which has one), or null");
    element->size = hex_size;
  }
  if (element->size == 0) return bad("a buffer has at least 1 byte");
  if (element->size > RunDescription::kMaxBufferSize) {
    return bad("size " + std::to_string(element->size) + " is over the limit of " +
               std::to_string(RunDescription::kMaxBufferSize) + " bytes");
  }
  if (hex_size > element->size) {
    return bad("the hex fill has " + std::to_string(hex_size) + " bytes, the buffer only " +
               std::to_string(element->size));
  }
  if (element->offset >= element->size) {
    return bad("offset " + std::to_string(element->offset) + " is not inside the buffer of " +
               std::to_string(element->size) + " bytes");
  }
  const uint64_t rest = element->size - element->offset;
  if (!has_range) element->range = rest;
  if (element->range == 0) return bad("a range has at least 1 byte");
  if (element->range > rest) {
    return bad("range " + std::to_string(element->range) + " reaches past the end: " + std::to_string(rest) +
               " bytes are left after the offset");
  }
  return true;
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
    elements += resource.elements.size();
    for (const Element& element : resource.elements) bytes += element.size;
  }
  if (elements > RunDescription::kMaxElements) {
    *error = std::to_string(elements) + " descriptors are described; the limit is " +
             std::to_string(RunDescription::kMaxElements);
    return false;
  }
  if (bytes > RunDescription::kMaxTotalSize) {
    *error = "the buffers have " + std::to_string(bytes) + " bytes together; the limit is " +
             std::to_string(RunDescription::kMaxTotalSize);
    return false;
  }
  return true;
}

}  // namespace lacuna::run
