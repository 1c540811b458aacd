// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/Reflection/D3D/ResourceArrays.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace lacuna::reflection::d3d {
namespace {

struct ElementName {
  std::string array;
  uint32_t index = 0;
};

// Takes "Name[12]" apart; nothing for another form, or an index that no
// register file has.
std::optional<ElementName> ParseElementName(const std::string& name) {
  constexpr size_t kMaxDigits = 7;
  const size_t open = name.rfind('[');
  if (open == std::string::npos || open == 0 || name.back() != ']') return std::nullopt;
  const size_t digits = name.size() - open - 2;
  if (digits == 0 || digits > kMaxDigits) return std::nullopt;
  ElementName element = {name.substr(0, open), 0};
  for (size_t i = open + 1; i + 1 < name.size(); ++i) {
    if (name[i] < '0' || name[i] > '9') return std::nullopt;
    element.index = element.index * 10 + static_cast<uint32_t>(name[i] - '0');
  }
  return element;
}

// The elements of one array, as they are met.
struct Group {
  size_t resource = 0;      // its place in the result
  int64_t lowest_base = 0;  // lowest register - index
  uint32_t lowest_register = 0;
};

bool SameButForPlace(const RdefBinding& a, const RdefBinding& b) {
  return a.return_type == b.return_type && a.dimension == b.dimension && a.sample_count == b.sample_count &&
         a.space == b.space;
}

}  // namespace

std::vector<BoundResource> CollapseArrays(const std::vector<RdefBinding>& bindings, std::vector<Note>* notes) {
  std::vector<BoundResource> resources;
  std::map<std::pair<uint32_t, std::string>, Group> groups;
  for (const RdefBinding& binding : bindings) {
    BoundResource resource = {binding, binding.name, std::nullopt};
    if (binding.bind_count != 1) {
      resource.array_length = binding.bind_count;
      resources.push_back(std::move(resource));
      continue;
    }
    const std::optional<ElementName> element = ParseElementName(binding.name);
    if (!element) {
      resources.push_back(std::move(resource));
      continue;
    }
    const int64_t base = int64_t{binding.bind_point} - element->index;
    const auto [found, is_new] = groups.insert({{binding.input_type, element->array}, Group()});
    Group& group = found->second;
    if (is_new) {
      group = {resources.size(), base, binding.bind_point};
      resource.binding.name = element->array;
      resource.array_length = uint64_t{element->index} + 1;
      resources.push_back(std::move(resource));
      continue;
    }
    BoundResource& array = resources[group.resource];
    if (!SameButForPlace(array.binding, binding)) {
      notes->push_back({"'" + binding.name + "' is of another type than the first element of '" + element->array +
                            "', so it stays a resource of its own",
                        binding.offset});
      resources.push_back(std::move(resource));
      continue;
    }
    if (base != group.lowest_base) {
      notes->push_back({"'" + binding.name + "' is in register " + std::to_string(binding.bind_point) +
                            ", which is not where the elements before it place it",
                        binding.offset});
    }
    group.lowest_base = std::min(group.lowest_base, base);
    group.lowest_register = std::min(group.lowest_register, binding.bind_point);
    array.array_length = std::max(*array.array_length, uint64_t{element->index} + 1);
  }
  for (const auto& [key, group] : groups) {
    resources[group.resource].binding.bind_point =
        group.lowest_base < 0 ? group.lowest_register : static_cast<uint32_t>(group.lowest_base);
  }
  return resources;
}

}  // namespace lacuna::reflection::d3d
