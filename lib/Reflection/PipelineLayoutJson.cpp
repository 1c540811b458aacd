// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// A pipeline layout as an interface map, both ways. Reading never trusts the
// text.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "Interface/JsonError.h"
#include "Reflection/JsonWriter.h"
#include "lacuna/InterfaceMap.h"
#include "lacuna/Reflection/PipelineLayout.h"
#include "lacuna/Version.h"

namespace lacuna::reflection {

namespace {

using Json = nlohmann::ordered_json;

// More bits than the pass would take.
constexpr uint64_t kMaxBits = uint64_t{1} << 24;

bool NeedsPresenceBit(DescriptorKind kind, const PresenceNumbering& numbering) {
  switch (kind) {
    case DescriptorKind::kSampledImage:
    case DescriptorKind::kCombinedImageSampler:
    case DescriptorKind::kStorageImage:
    case DescriptorKind::kUniformTexelBuffer:
    case DescriptorKind::kStorageTexelBuffer:
      return true;
    case DescriptorKind::kStorageBuffer:
      return numbering.storage_buffers;
    case DescriptorKind::kUniformBuffer:
      return numbering.uniform_buffers;
    default:
      // Samplers and attachments are never null; an empty acceleration
      // structure stands in for a null one.
      return false;
  }
}

std::string Place(const PipelineLayout::Binding& binding) {
  return std::to_string(binding.set) + "." + std::to_string(binding.binding);
}

// 64-bit FNV-1a: the stamp of a layout for caches.
std::string Fingerprint(const std::string& text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (unsigned char c : text) hash = (hash ^ c) * 0x100000001b3;
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[hash >> shift & 0xf];
  return digits;
}

std::string StageName(Stage stage) { return std::string(Name(stage)); }

Json LayoutToJson(const PipelineLayout& layout) {
  Json json;
  json["bindings"] = Json::array();
  for (const PipelineLayout::Binding& binding : layout.bindings) {
    Json item;
    item["set"] = binding.set;
    item["binding"] = binding.binding;
    item["kind"] = DescriptorKindName(binding.kind);
    item["count"] = binding.count;
    item["stages"] = Json::array();
    for (Stage stage : binding.stages) item["stages"].push_back(StageName(stage));
    item["names"] = Json::array();
    for (const std::string& name : binding.names) item["names"].push_back(ToUtf8(name));
    json["bindings"].push_back(std::move(item));
  }
  json["push_constants"] = Json::array();
  for (const PipelineLayout::PushConstants& range : layout.push_constants) {
    json["push_constants"].push_back(
        {{"stage", StageName(range.stage)}, {"offset", range.offset}, {"size", range.size}});
  }
  return json;
}

Error BadLayout(const std::string& message) {
  Error error;
  error.code = error_code::kUsage;
  error.message = message;
  error.expected = "what lacuna-reflect --layout writes";
  return error;
}

bool ReadNumber(const Json& json, const char* key, uint64_t limit, uint64_t* number) {
  if (!json.contains(key) || !json[key].is_number_unsigned() || json[key].get<uint64_t>() > limit) return false;
  *number = json[key].get<uint64_t>();
  return true;
}

bool ReadStage(const Json& json, Stage* stage) {
  if (!json.is_string()) return false;
  for (int i = 0; i <= static_cast<int>(Stage::kCallable); ++i) {
    *stage = static_cast<Stage>(i);
    if (json.get<std::string>() == Name(*stage)) return true;
  }
  return false;
}

bool ReadBinding(const Json& json, PipelineLayout::Binding* binding) {
  uint64_t set = 0, number = 0;
  if (!json.is_object() || !ReadNumber(json, "set", UINT32_MAX, &set) ||
      !ReadNumber(json, "binding", UINT32_MAX, &number) || !ReadNumber(json, "count", UINT64_MAX, &binding->count) ||
      !json.contains("kind") || !json["kind"].is_string() ||
      !ParseDescriptorKind(json["kind"].get<std::string>(), &binding->kind) || !json.contains("stages") ||
      !json["stages"].is_array()) {
    return false;
  }
  binding->set = static_cast<uint32_t>(set);
  binding->binding = static_cast<uint32_t>(number);
  // Names are for messages, and may be missing.
  if (json.contains("names") && json["names"].is_array()) {
    for (const Json& item : json["names"]) {
      if (item.is_string()) binding->names.push_back(item.get<std::string>());
    }
  }
  for (const Json& item : json["stages"]) {
    Stage stage = Stage::kUnknown;
    if (!ReadStage(item, &stage)) return false;
    binding->stages.push_back(stage);
  }
  return true;
}

}  // namespace

std::string ToJson(const PipelineLayout& layout, const PresenceNumbering& numbering, std::vector<std::string>* open) {
  InterfaceMap map;
  map.generator.name = "lacuna";
  map.generator.version = VersionString();
  map.generator.spirv_tools = SpirvToolsVersionString();
  for (const PipelineLayout::EntryPointName& entry_point : layout.entry_points) {
    map.entry_points.push_back({ToUtf8(entry_point.name), entry_point.stage == Stage::kUnknown
                                                              ? "model-" + std::to_string(entry_point.stage_number)
                                                              : StageName(entry_point.stage)});
  }
  InterfaceMap::Presence presence;
  uint64_t first = 0, push_end = 0, push_begin = UINT64_MAX;
  for (const PipelineLayout::Binding& binding : layout.bindings) {
    if (!NeedsPresenceBit(binding.kind, numbering)) continue;
    const auto given = numbering.runtime_counts.Find(binding.set, binding.binding);
    const uint64_t count = binding.count == 0 && given ? *given : binding.count;
    if (count == 0 || count > kMaxBits || first + count > kMaxBits) {
      open->push_back(Place(binding));
      continue;
    }
    InterfaceMap::PresenceBits bits;
    bits.set = binding.set;
    bits.binding = binding.binding;
    bits.kind = binding.kind;
    bits.first = static_cast<uint32_t>(first);
    bits.count = static_cast<uint32_t>(count);
    presence.bits.push_back(bits);
    first += count;
  }
  for (const PipelineLayout::PushConstants& range : layout.push_constants) {
    push_begin = std::min(push_begin, range.offset);
    push_end = std::max(push_end, range.offset + range.size);
  }
  const uint64_t offset = (push_end + 3) / 4 * 4;
  if (!presence.bits.empty() && offset <= UINT32_MAX) {
    presence.words = static_cast<uint32_t>((first + 31) / 32);
    presence.offset = static_cast<uint32_t>(offset);
    map.presence = presence;
  }
  if (!layout.push_constants.empty() && push_end <= UINT32_MAX) {
    map.push_constants = InterfaceMap::PushConstantRange{static_cast<uint32_t>(push_begin),
                                                         static_cast<uint32_t>(push_end - push_begin)};
  }
  map.generator.fingerprint = Fingerprint(map.ToJson() + LayoutToJson(layout).dump());
  Json json = Json::parse(map.ToJson(), nullptr, false);
  json["pipeline_layout"] = LayoutToJson(layout);
  return json.dump(2) + "\n";
}

Result<PipelineLayout> ParsePipelineLayout(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return BadLayout("the pipeline layout is no JSON: " + JsonError(text));
  if (!json.is_object() || !json.contains("pipeline_layout") || !json["pipeline_layout"].is_object()) {
    return BadLayout("the JSON has no object \"pipeline_layout\"");
  }
  const Json& body = json["pipeline_layout"];
  PipelineLayout layout;
  for (const char* key : {"bindings", "push_constants"}) {
    if (!body.contains(key) || !body[key].is_array()) {
      return BadLayout(std::string("\"pipeline_layout\" has no list \"") + key + "\"");
    }
  }
  for (const Json& item : body["bindings"]) {
    PipelineLayout::Binding binding;
    if (!ReadBinding(item, &binding)) return BadLayout("a binding of \"pipeline_layout\" has another form");
    layout.bindings.push_back(std::move(binding));
  }
  for (const Json& item : body["push_constants"]) {
    PipelineLayout::PushConstants range;
    if (!item.is_object() || !item.contains("stage") || !ReadStage(item["stage"], &range.stage) ||
        !ReadNumber(item, "offset", UINT64_MAX, &range.offset) ||
        !ReadNumber(item, "size", UINT64_MAX - range.offset, &range.size)) {
      return BadLayout("a push constant range of \"pipeline_layout\" has another form");
    }
    layout.push_constants.push_back(range);
  }
  return layout;
}

}  // namespace lacuna::reflection
