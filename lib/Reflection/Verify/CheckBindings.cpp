// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "Interface/JsonError.h"
#include "Reflection/Verify/Partners.h"
#include "lacuna/Reflection/Verifier.h"

namespace lacuna::reflection {

namespace {

std::string Subject(const Resource& resource) { return std::string(Name(resource.kind)) + " '" + resource.name + "'"; }

Error UsageError(std::string message, std::string expected = "") {
  Error error;
  error.code = error_code::kUsage;
  error.message = std::move(message);
  error.expected = std::move(expected);
  return error;
}

// One slot of one name, compared with the map.
void CheckSlot(const Resource& resource, const std::map<std::string, uint32_t>& slots, const char* what,
               std::optional<uint32_t> slot, std::set<std::string>* found, Findings* findings) {
  auto entry = slots.find(resource.name);
  const std::string mine = slot ? std::to_string(*slot) : kAbsent;
  if (entry == slots.end()) {
    findings->Error(Subject(resource), what, mine, kAbsent);
    return;
  }
  found->insert(resource.name);
  if (std::to_string(entry->second) != mine) {
    findings->Error(Subject(resource), what, mine, std::to_string(entry->second));
  }
}

bool ReadSlots(const nlohmann::json& json, const char* key, std::map<std::string, uint32_t>* slots) {
  if (!json.contains(key)) return true;
  if (!json[key].is_object()) return false;
  for (const auto& [name, value] : json[key].items()) {
    if (!value.is_number_unsigned() || value.get<uint64_t>() > UINT32_MAX) return false;
    (*slots)[name] = static_cast<uint32_t>(value.get<uint64_t>());
  }
  return true;
}

}  // namespace

Result<BindingSlotMap> ParseBindingSlotMap(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) return UsageError("the map of slots is no JSON: " + JsonError(text));
  BindingSlotMap map;
  if (!json.is_object() || !ReadSlots(json, "textures", &map.textures) || !ReadSlots(json, "samplers", &map.samplers)) {
    return UsageError("the map of slots has another form", R"({"textures": {"name": slot}, "samplers": {}})");
  }
  return map;
}

Findings CheckBindingSlotMap(const Module& module, const BindingSlotMap& map) {
  Findings findings;
  std::set<uint32_t> used;
  for (const EntryPoint& entry_point : module.entry_points) {
    for (const ResourceUse& use : entry_point.uses) used.insert(use.resource);
  }
  std::set<std::string> textures, samplers;
  for (uint32_t index : used) {
    const Resource& resource = module.resources[index];
    if (HasTexture(resource.kind))
      CheckSlot(resource, map.textures, "texture slot", resource.slot, &textures, &findings);
    if (HasSampler(resource.kind)) {
      const bool combined = resource.kind == ResourceKind::kCombinedSampler && resource.sampler_slot;
      CheckSlot(resource, map.samplers, "sampler slot", combined ? resource.sampler_slot : resource.slot, &samplers,
                &findings);
    }
  }
  for (const auto& [name, slot] : map.textures) {
    if (textures.count(name) == 0)
      findings.Warning("texture '" + name + "'", "texture slot", kAbsent, std::to_string(slot));
  }
  for (const auto& [name, slot] : map.samplers) {
    if (samplers.count(name) == 0)
      findings.Warning("sampler '" + name + "'", "sampler slot", kAbsent, std::to_string(slot));
  }
  return findings;
}

namespace {

// Bindings that a layout has for a stage of which no entry point uses them: for
// another shader of that stage, or for what an optimization has removed. Said
// once a stage, at its first entry point.
void CheckLeftOver(const Module& module, Stage stage, const PipelineLayout& layout, std::set<Stage>* stages,
                   Findings* findings) {
  if (!stages->insert(stage).second) return;
  std::set<std::pair<uint32_t, uint32_t>> used;
  for (const EntryPoint& entry_point : module.entry_points) {
    if (entry_point.stage != stage) continue;
    for (const ResourceUse& use : entry_point.uses) {
      const Resource& resource = module.resources[use.resource];
      if (resource.set && resource.binding) used.insert({*resource.set, *resource.binding});
    }
  }
  for (const PipelineLayout::Binding& binding : layout.bindings) {
    const bool listed = std::find(binding.stages.begin(), binding.stages.end(), stage) != binding.stages.end();
    if (!listed || used.count({binding.set, binding.binding}) != 0) continue;
    const std::string place = std::to_string(binding.set) + "." + std::to_string(binding.binding);
    findings->Warning(std::string(DescriptorKindName(binding.kind)) +
                          (binding.names.empty() ? "" : " '" + binding.names[0] + "'") + " of the " +
                          std::string(Name(stage)) + " stage",
                      "binding", kAbsent, place);
  }
}

}  // namespace

Findings CheckPipelineLayout(const Module& module, const PipelineLayout& layout) {
  Findings findings;
  std::set<Stage> stages;
  std::map<std::pair<uint32_t, uint32_t>, const PipelineLayout::Binding*> bindings;
  for (const PipelineLayout::Binding& binding : layout.bindings) bindings[{binding.set, binding.binding}] = &binding;
  for (const EntryPoint& entry_point : module.entry_points) {
    for (const ResourceUse& use : entry_point.uses) {
      const Resource& resource = module.resources[use.resource];
      const auto kind = ToDescriptorKind(resource.kind);
      if (!kind) continue;
      const std::string subject = Subject(resource) + " in '" + entry_point.name + "'";
      const std::string place = (resource.set ? std::to_string(*resource.set) : "?") + "." +
                                (resource.binding ? std::to_string(*resource.binding) : "?");
      auto found = bindings.find({resource.set.value_or(~0u), resource.binding.value_or(~0u)});
      if (found == bindings.end()) {
        findings.Error(subject, "binding", place, kAbsent);
        continue;
      }
      const PipelineLayout::Binding& binding = *found->second;
      if (binding.kind != *kind) {
        findings.Error(subject, "kind", std::string(DescriptorKindName(*kind)),
                       std::string(DescriptorKindName(binding.kind)));
      }
      const uint64_t length = resource.array_length.value_or(1);
      if (binding.count != 0 && length > binding.count) {
        findings.Error(subject, "number of descriptors", std::to_string(length), std::to_string(binding.count));
      }
      if (std::find(binding.stages.begin(), binding.stages.end(), entry_point.stage) == binding.stages.end()) {
        findings.Error(subject, "stage", std::string(Name(entry_point.stage)), kAbsent);
      }
    }
    CheckLeftOver(module, entry_point.stage, layout, &stages, &findings);
    if (!entry_point.push_constants) continue;
    const PushConstantUse& push = *entry_point.push_constants;
    const std::string range = std::to_string(push.used_offset) + " to " + std::to_string(push.used_end);
    std::string given = kAbsent;
    bool covered = push.used_offset == push.used_end;
    for (const PipelineLayout::PushConstants& other : layout.push_constants) {
      if (other.stage != entry_point.stage) continue;
      given = std::to_string(other.offset) + " to " + std::to_string(other.offset + other.size);
      covered = covered || (other.offset <= push.used_offset && push.used_end <= other.offset + other.size);
    }
    if (!covered) findings.Error("entry point '" + entry_point.name + "'", "push constants", range, given);
  }
  return findings;
}

}  // namespace lacuna::reflection
