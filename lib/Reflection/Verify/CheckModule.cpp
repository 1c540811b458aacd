// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "Reflection/JsonFields.h"
#include "Reflection/Verify/FlatInterface.h"
#include "lacuna/Reflection/Verifier.h"

namespace lacuna::reflection {

namespace {

// The required limits of Vulkan 1.0 (specification, "Required Limits"), which
// every device has.
constexpr uint64_t kMaxPushBytes = 128;
constexpr uint64_t kMaxUniformBufferBytes = 16384;
constexpr uint64_t kMaxStorageBufferBytes = uint64_t{1} << 27;
constexpr uint32_t kMaxBoundSets = 4;
constexpr uint32_t kMaxVertexAttributes = 16;
constexpr uint64_t kMaxWorkgroupInvocations = 128;

std::string Subject(const Resource& resource) { return std::string(Name(resource.kind)) + " '" + resource.name + "'"; }

bool NeedsBinding(ResourceKind kind) { return ToDescriptorKind(kind).has_value(); }

void AtMost(const std::string& subject, const char* what, uint64_t value, uint64_t limit, Findings* findings) {
  if (value > limit) {
    findings->Warning(subject, std::string(what) + " (then what every device has)", std::to_string(value),
                      std::to_string(limit));
  }
}

void CheckMembers(const std::string& subject, const std::vector<Variable>& members, Findings* findings) {
  for (const Variable& member : members) {
    const std::string name = subject + ", member '" + member.name + "'";
    if (member.overlaps) {
      findings->Error(name, "offset (then what it should be)", std::to_string(member.offset),
                      "past the member before it");
    }
    if (member.offset_missing) findings->Error(name, "offset", "missing", "an Offset");
    CheckMembers(name, member.members, findings);
  }
}

void CheckPlaces(const Module& module, const EntryPoint& entry_point, Findings* findings) {
  std::map<std::pair<uint32_t, uint32_t>, const Resource*> places;
  for (const ResourceUse& use : entry_point.uses) {
    const Resource& resource = module.resources[use.resource];
    if (!NeedsBinding(resource.kind)) continue;
    if (!resource.set || !resource.binding) {
      findings->Error(Subject(resource), !resource.set ? "set" : "binding", "missing", "a decoration");
      continue;
    }
    AtMost(Subject(resource), "set", *resource.set, kMaxBoundSets - 1, findings);
    auto [found, added] = places.emplace(std::make_pair(*resource.set, *resource.binding), &resource);
    if (added || (found->second->aliased && resource.aliased)) continue;
    const std::string place = std::to_string(*resource.set) + "." + std::to_string(*resource.binding);
    const std::string subject = "binding " + place + " in '" + entry_point.name + "'";
    if (found->second->kind != resource.kind) {
      findings->Error(subject, "the resource", Subject(*found->second), Subject(resource));
    } else {
      findings->Warning(subject, "the resource", Subject(*found->second), Subject(resource));
    }
  }
}

void CheckLocations(const std::string& subject, const std::vector<InterfaceVariable>& variables, Findings* findings) {
  // By location, component, index of the color and kind of rate.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, bool>, const InterfaceVariable*> taken;
  for (const InterfaceVariable* variable : Located(variables)) {
    const uint32_t first = variable->component.value_or(0);
    const uint32_t wanted = variable->components * (variable->scalar_bits == 64 ? 2 : 1);
    const uint32_t count = std::min(variable->location_count, kLastLocation);
    std::set<const InterfaceVariable*> reported;
    for (uint32_t i = 0; i < count; ++i) {
      // An array of structures has its locations for itself; three components of
      // 64 bits leave half of their second location.
      const uint32_t left = wanted > 4 && i % 2 == 1 ? wanted - 4 : wanted;
      const uint32_t components = variable->members.empty() ? std::min(4 - std::min(first, 4u), left) : 4;
      for (uint32_t c = 0; c < components; ++c) {
        const auto key = std::make_tuple(*variable->location + i, first + c, variable->index.value_or(0),
                                         variable->patch || variable->per_primitive);
        auto [found, added] = taken.emplace(key, variable);
        if (added || !reported.insert(found->second).second) continue;
        findings->Error(subject + " location " + std::to_string(*variable->location + i), "the variable",
                        found->second->name, variable->name);
      }
    }
  }
}

}  // namespace

Findings CheckModule(const Module& module) {
  Findings findings;
  for (const Resource& resource : module.resources) {
    if (!resource.block) continue;
    CheckMembers(Subject(resource), resource.block->members, &findings);
    if (resource.kind == ResourceKind::kConstantBuffer) {
      AtMost(Subject(resource), "size", resource.block->size, kMaxUniformBufferBytes, &findings);
    } else if (resource.kind == ResourceKind::kStorageBuffer) {
      AtMost(Subject(resource), "size", resource.block->size, kMaxStorageBufferBytes, &findings);
    }
  }
  for (const EntryPoint& entry_point : module.entry_points) {
    const std::string subject = "entry point '" + entry_point.name + "'";
    if (module.format == SourceFormat::kSpirv) CheckPlaces(module, entry_point, &findings);
    CheckLocations(subject + ", input", entry_point.inputs, &findings);
    CheckLocations(subject + ", output", entry_point.outputs, &findings);
    if (entry_point.push_constants) {
      AtMost(subject, "end of the push constants", entry_point.push_constants->end, kMaxPushBytes, &findings);
    }
    if (entry_point.stage == Stage::kVertex) {
      uint64_t locations = 0;
      for (const InterfaceVariable* input : Located(entry_point.inputs)) locations += input->location_count;
      AtMost(subject, "number of vertex attributes", locations, kMaxVertexAttributes, &findings);
    }
    if (entry_point.workgroup.size() == 3) {
      uint64_t invocations = 1;
      for (const WorkgroupDimension& dimension : entry_point.workgroup) {
        invocations = std::min<uint64_t>(invocations * std::min<uint64_t>(dimension.value, UINT32_MAX), UINT32_MAX);
      }
      AtMost(subject, "number of invocations in a workgroup", invocations, kMaxWorkgroupInvocations, &findings);
    }
  }
  return findings;
}

}  // namespace lacuna::reflection
