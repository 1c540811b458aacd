// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The inputs and outputs of DXBC, which go by semantics and lie in registers,
// against those of SPIR-V, which go by location.

#include <algorithm>
#include <optional>
#include <string_view>

#include "Reflection/Verify/FlatInterface.h"
#include "Reflection/Verify/Partners.h"

namespace lacuna::reflection {

namespace {

struct Same {
  std::string_view system_value, built_in;
};

// System values as SystemValueName() calls them, and SPIR-V's built-ins.
constexpr Same kSystemValues[] = {{"Position", "Position"},
                                  {"Position", "FragCoord"},
                                  {"ClipDistance", "ClipDistance"},
                                  {"CullDistance", "CullDistance"},
                                  {"RenderTargetArrayIndex", "Layer"},
                                  {"ViewportArrayIndex", "ViewportIndex"},
                                  {"VertexId", "VertexIndex"},
                                  {"VertexId", "VertexId"},
                                  {"PrimitiveId", "PrimitiveId"},
                                  {"InstanceId", "InstanceIndex"},
                                  {"InstanceId", "InstanceId"},
                                  {"IsFrontFace", "FrontFacing"},
                                  {"SampleIndex", "SampleId"},
                                  {"FinalQuadEdgeTessfactor", "TessLevelOuter"},
                                  {"FinalTriEdgeTessfactor", "TessLevelOuter"},
                                  {"FinalLineDetailTessfactor", "TessLevelOuter"},
                                  {"FinalLineDensityTessfactor", "TessLevelOuter"},
                                  {"FinalQuadInsideTessfactor", "TessLevelInner"},
                                  {"FinalTriInsideTessfactor", "TessLevelInner"},
                                  {"Barycentrics", "BaryCoordKHR"},
                                  {"Shadingrate", "PrimitiveShadingRateKHR"},
                                  {"Shadingrate", "ShadingRateKHR"},
                                  {"Cullprimitive", "CullPrimitiveEXT"},
                                  {"Depth", "FragDepth"},
                                  {"DepthGreaterEqual", "FragDepth"},
                                  {"DepthLessEqual", "FragDepth"},
                                  {"Coverage", "SampleMask"},
                                  {"StencilRef", "FragStencilRefEXT"},
                                  {"InnerCoverage", "FullyCoveredEXT"}};

// What one location or register holds.
struct Place {
  std::string key;                        // "TEXCOORD3"; empty without a semantic
  std::optional<uint32_t> number;         // the location or register
  std::string name;                       // of the variable
  ScalarKind scalar = ScalarKind::kVoid;  // kVoid: not told
  uint32_t components = 1;
  bool used = true;

  std::string TypeText() const { return std::string(Name(scalar)) + std::to_string(components); }
};

class SignatureComparer {
 public:
  SignatureComparer(Stage stage, bool is_input, bool spirv_first, std::string subject, Findings* findings)
      : stage_(stage),
        is_input_(is_input),
        spirv_first_(spirv_first),
        subject_(std::move(subject)),
        findings_(*findings) {}

  void Run(const std::vector<InterfaceVariable>& dxbc, const std::vector<InterfaceVariable>& spirv) {
    const std::vector<const InterfaceVariable*> variables = Flatten(spirv, StructureArrays::kMembers);
    CompareSystemValues(dxbc, variables);
    std::vector<Place> theirs, ours;
    for (const InterfaceVariable& element : dxbc) {
      if (!IsSystemValue(element)) theirs.push_back(PlaceOf(element));
    }
    for (const InterfaceVariable* variable : variables) {
      if (variable->built_in.empty()) AddPlaces(*variable, &ours);
    }
    const bool told = std::all_of(ours.begin(), ours.end(), [](const Place& place) { return !place.key.empty(); });
    if (told) {
      CompareBySemantics(theirs, ours);
    } else {
      CompareTypes(std::move(theirs), std::move(ours));
    }
  }

 private:
  bool IsTarget() const { return stage_ == Stage::kFragment && !is_input_; }
  bool IsVertexInput() const { return stage_ == Stage::kVertex && is_input_; }

  // A vertex declaration fills SV_Position like any other input, and targets
  // have locations in SPIR-V.
  bool IsSystemValue(const InterfaceVariable& element) const {
    if (element.system_value == "Undefined" || (IsTarget() && element.system_value == "Target")) return false;
    return !(IsVertexInput() && element.system_value == "Position");
  }

  void Report(Finding::Severity severity, const std::string& what, const std::string& name, const std::string& dxbc,
              const std::string& spirv) {
    const std::string& first = spirv_first_ ? spirv : dxbc;
    const std::string& second = spirv_first_ ? dxbc : spirv;
    const std::string subject = subject_ + (name.empty() ? "" : " " + name);
    if (severity == Finding::Severity::kError) {
      findings_.Error(subject, what, first, second);
    } else {
      findings_.Warning(subject, what, first, second);
    }
  }

  // SPIR-V has built-ins that a signature does not list, and blocks of them of
  // which a shader uses some; so only what D3D has counts.
  void CompareSystemValues(const std::vector<InterfaceVariable>& dxbc,
                           const std::vector<const InterfaceVariable*>& variables) {
    for (const InterfaceVariable& element : dxbc) {
      if (!IsSystemValue(element) || !element.used) continue;
      bool known = false, found = false;
      for (const Same& same : kSystemValues) {
        if (same.system_value != element.system_value) continue;
        known = true;
        found = found || std::any_of(variables.begin(), variables.end(), [&](const InterfaceVariable* variable) {
                  return variable->built_in == same.built_in;
                });
      }
      if (known && !found) Report(Finding::Severity::kError, "the variable", element.name, element.name, kAbsent);
    }
  }

  Place PlaceOf(const InterfaceVariable& element) const {
    Place place;
    place.key = SemanticKey(element);
    if (element.patch) place.key = "patch " + place.key;
    if (element.register_index.value_or(-1) >= 0) place.number = static_cast<uint32_t>(*element.register_index);
    place.name = element.name;
    place.scalar = element.scalar;
    place.components = element.components;
    place.used = element.used;
    return place;
  }

  // One place for each column and element: so HLSL counts semantics.
  void AddPlaces(const InterfaceVariable& variable, std::vector<Place>* places) const {
    const uint32_t count = std::min(std::max(variable.location_count, 1u), kLastLocation);
    for (uint32_t i = 0; i < count && places->size() < kLastLocation; ++i) {
      Place place;
      place.name = variable.name;
      place.scalar = variable.scalar;
      place.components = variable.components;
      place.used = variable.used;
      if (variable.location) place.number = *variable.location + i;
      if (IsTarget() && variable.location) {
        // The second color of dual source blending is a target of its own.
        place.key = "SV_TARGET" + std::to_string(*place.number + variable.index.value_or(0));
      } else if (!variable.semantic.empty()) {
        InterfaceVariable part;
        part.semantic = variable.semantic;
        part.semantic_index = variable.semantic_index.value_or(0) + i;
        place.key = SemanticKey(part);
        if (variable.patch) place.key = "patch " + place.key;
      }
      places->push_back(std::move(place));
    }
  }

  void CompareBySemantics(const std::vector<Place>& dxbc, const std::vector<Place>& spirv) {
    const std::vector<size_t> partners = Partners(dxbc, spirv, [](const Place& place) { return place.key; });
    for (size_t i = 0; i < dxbc.size(); ++i) {
      const Place& place = dxbc[i];
      if (partners[i] == kFree) {
        Report(place.used ? Finding::Severity::kError : Finding::Severity::kWarning, "the variable", place.key,
               place.name, kAbsent);
        continue;
      }
      const Place& other = spirv[partners[i]];
      const bool told = place.scalar != ScalarKind::kVoid && other.scalar != ScalarKind::kVoid;
      if (told && place.TypeText() != other.TypeText()) {
        Report(Finding::Severity::kError, "type", place.key, place.TypeText(), other.TypeText());
      }
      // Between stages a compiler numbers as it likes, as long as both agree; a
      // host's vertex declaration may go by register.
      if (IsVertexInput() && place.number && other.number && *place.number != *other.number) {
        Report(Finding::Severity::kWarning, "location", place.key, std::to_string(*place.number),
               std::to_string(*other.number));
      }
    }
    for (const Place* place : WithoutPartner(spirv, partners)) {
      Report(place->used ? Finding::Severity::kError : Finding::Severity::kWarning, "the variable", place->key, kAbsent,
             place->name);
    }
  }

  std::string Types(const std::vector<Place>& places) const {
    std::vector<std::string> types;
    for (const Place& place : places) types.push_back(place.TypeText());
    if (!IsVertexInput()) std::sort(types.begin(), types.end());
    std::string text;
    for (const std::string& type : types) text += (text.empty() ? "" : " ") + type;
    return text.empty() ? "none" : text;
  }

  void CompareTypes(std::vector<Place> dxbc, std::vector<Place> spirv) {
    const auto by_number = [](const Place& a, const Place& b) { return a.number < b.number; };
    std::stable_sort(dxbc.begin(), dxbc.end(), by_number);
    std::stable_sort(spirv.begin(), spirv.end(), by_number);
    const std::string mine = Types(spirv), all = Types(dxbc);
    // Compilers may have dropped what is not used.
    const auto unused = [](const Place& place) { return !place.used; };
    dxbc.erase(std::remove_if(dxbc.begin(), dxbc.end(), unused), dxbc.end());
    if (mine == all || mine == Types(dxbc)) return;
    Report(Finding::Severity::kError, IsVertexInput() ? "types by location" : "types", "", all, mine);
  }

  const Stage stage_;
  const bool is_input_, spirv_first_;
  const std::string subject_;
  Findings& findings_;
};

}  // namespace

void CompareWithSignatures(const EntryPoint& first, const EntryPoint& second, bool spirv_first, Findings* findings) {
  const EntryPoint& spirv = spirv_first ? first : second;
  const EntryPoint& dxbc = spirv_first ? second : first;
  const std::string subject = "entry point '" + spirv.name + "', ";
  SignatureComparer(spirv.stage, true, spirv_first, subject + "input", findings).Run(dxbc.inputs, spirv.inputs);
  SignatureComparer(spirv.stage, false, spirv_first, subject + "output", findings).Run(dxbc.outputs, spirv.outputs);
}

}  // namespace lacuna::reflection
