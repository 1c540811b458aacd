// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/Reflection/VertexInputs.h"

#include <algorithm>
#include <optional>

namespace lacuna::reflection {

namespace {

struct KnownSemantic {
  std::string_view name;
  VertexUsage usage;
};

constexpr KnownSemantic kSemantics[] = {{"SV_POSITION", VertexUsage::kPosition},
                                        {"POSITION", VertexUsage::kPosition},
                                        {"COLOR", VertexUsage::kColor},
                                        {"TEXCOORD", VertexUsage::kTextureCoordinate},
                                        {"NORMAL", VertexUsage::kNormal},
                                        {"BINORMAL", VertexUsage::kBinormal},
                                        {"TANGENT", VertexUsage::kTangent},
                                        {"BLENDINDICES", VertexUsage::kBlendIndices},
                                        {"BLENDWEIGHT", VertexUsage::kBlendWeight},
                                        {"DEPTH", VertexUsage::kDepth},
                                        {"FOG", VertexUsage::kFog},
                                        {"POINTSIZE", VertexUsage::kPointSize},
                                        {"PSIZE", VertexUsage::kPointSize},
                                        {"TESSELLATEFACTOR", VertexUsage::kTessellateFactor}};

constexpr uint32_t kMaxLocations = 4096;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string UpperCase(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return result;
}

// The value of digits; false when it is past 32 bits. None are 0.
bool ParseDigits(std::string_view digits, uint32_t* value) {
  uint64_t result = 0;
  for (char c : digits) {
    result = result * 10 + static_cast<uint64_t>(c - '0');
    if (result > UINT32_MAX) return false;
  }
  *value = static_cast<uint32_t>(result);
  return true;
}

void SetIndex(uint32_t value, VertexSemantic* semantic) {
  semantic->index = static_cast<uint8_t>(value);
  semantic->index_cut = value > 255;
}

// Where the input comes in. D3D signatures have an element for each register;
// what the hardware makes itself (vertex and instance numbers) is in none that a
// vertex declaration fills.
std::optional<uint32_t> LocationOf(const InterfaceVariable& variable) {
  if (variable.location) return variable.location;
  const bool declared = variable.system_value == "Undefined" || variable.system_value == "Position";
  if (!declared || variable.register_index.value_or(-1) < 0) return std::nullopt;
  return static_cast<uint32_t>(*variable.register_index);
}

// Gathers what an input and its members take.
class TableBuilder {
 public:
  bool Add(const InterfaceVariable& variable) {
    if (!variable.built_in.empty()) return true;
    if (!variable.members.empty()) {
      for (const InterfaceVariable& member : variable.members) {
        if (!Add(member)) return false;
      }
      return true;
    }
    const std::optional<uint32_t> location = LocationOf(variable);
    if (!location) return true;
    const uint32_t location_count = variable.location ? variable.location_count : 1;
    if (location_count > kMaxLocations || table_.inputs.size() + location_count > kMaxLocations) return false;
    std::string semantic = variable.semantic;
    if (semantic.empty()) {
      semantic = variable.name;
    } else if (variable.semantic_index.value_or(0) != 0) {
      // Index 0 may have been written or not; both mean the same.
      semantic += std::to_string(*variable.semantic_index);
    }
    const VertexSemantic mapped = MapVertexSemantic(semantic);
    if (!mapped.known) {
      table_.warnings.push_back("SD0104: '" + semantic + "' is no vertex semantic; input '" + variable.name +
                                "' becomes texture coordinate " + std::to_string(mapped.index));
    } else if (mapped.index_cut) {
      table_.warnings.push_back("SD0104: the index of '" + semantic + "' does not fit into a byte; input '" +
                                variable.name + "' gets " + std::to_string(mapped.index));
    }
    for (uint32_t i = 0; i < location_count; ++i) {
      VertexInput input;
      input.name = variable.name;
      input.semantic = semantic;
      input.usage = mapped.usage;
      input.index = static_cast<uint8_t>(mapped.index + i);
      input.location = *location + i;
      table_.inputs.push_back(std::move(input));
    }
    return true;
  }

  VertexInputTable Finish() {
    std::stable_sort(table_.inputs.begin(), table_.inputs.end(),
                     [](const VertexInput& a, const VertexInput& b) { return a.location < b.location; });
    return std::move(table_);
  }

 private:
  VertexInputTable table_;
};

}  // namespace

VertexSemantic MapVertexSemantic(std::string_view semantic) {
  const std::string text = UpperCase(semantic);
  VertexSemantic result;
  uint32_t value = 0;
  for (const KnownSemantic& known : kSemantics) {
    if (text.compare(0, known.name.size(), known.name) != 0) continue;
    const std::string_view digits = std::string_view(text).substr(known.name.size());
    if (!std::all_of(digits.begin(), digits.end(), IsDigit) || !ParseDigits(digits, &value)) continue;
    result.usage = known.usage;
    SetIndex(value, &result);
    return result;
  }
  result.known = false;
  size_t begin = text.size();
  while (begin > 0 && IsDigit(text[begin - 1])) --begin;
  if (ParseDigits(std::string_view(text).substr(begin), &value)) SetIndex(value, &result);
  return result;
}

Result<VertexInputTable> VertexInputs(const EntryPoint& entry_point) {
  TableBuilder builder;
  for (const InterfaceVariable& input : entry_point.inputs) {
    if (builder.Add(input)) continue;
    Error error;
    error.message = "the inputs of entry point '" + entry_point.name + "' take too many locations";
    error.expected = "at most " + std::to_string(kMaxLocations);
    return error;
  }
  return builder.Finish();
}

}  // namespace lacuna::reflection
