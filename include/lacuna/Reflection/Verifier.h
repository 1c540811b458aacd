// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_VERIFIER_H_
#define LACUNA_REFLECTION_VERIFIER_H_

// Compares what a shader needs with what something else says: another module,
// the next stage, a map of slots, a pipeline layout, or the limits of devices.
// All mismatches are reported, not only the first.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lacuna/Reflection/Model.h"
#include "lacuna/Reflection/PipelineLayout.h"
#include "lacuna/Reflection/Result.h"

namespace lacuna::reflection {

struct Finding {
  enum class Severity { kError, kWarning };
  Severity severity = Severity::kError;
  std::string subject;  // "constant-buffer 'lights'", "entry point 'main'"
  std::string what;     // "size", "set", "missing", ...
  // Both values; "-" on the side that has none.
  std::string first, second;

  // "error: constant-buffer 'lights': size is 360, then 352".
  std::string ToText() const;
};

struct Findings {
  std::vector<Finding> list;

  void Error(std::string subject, std::string what, std::string first, std::string second);
  void Warning(std::string subject, std::string what, std::string first, std::string second);
  size_t errors() const;
  size_t warnings() const;
};

// Whether the second module can stand in for the first, as after an optimization
// or a compilation for another API. Resources are matched by name and kind, then
// by name, then by set and binding. Compared are entry points, kinds, dimensions,
// array lengths, sets, bindings (between formats: slots), block sizes, members'
// offsets, strides, types and majorities, push constants, inputs, outputs,
// specialization constants and workgroup sizes. What the first module declares
// and no entry point uses may be missing: a warning. Inputs and outputs of a DXBC
// shader and a SPIR-V one are matched by semantics, system values by built-ins.
Findings CompareModules(const Module& first, const Module& second);

// What is wrong within one module: a used resource without a set or binding,
// two of them at one place that are not declared aliased, members that overlap,
// locations taken twice, and (as warnings) sizes and counts beyond what every
// Vulkan implementation has.
Findings CheckModule(const Module& module);

// Whether the outputs of one entry point fit the inputs of the next stage's, both
// of one format: by location, or in DXBC by semantic and register.
Findings CheckStages(const EntryPoint& producer, const EntryPoint& consumer);

// Slots by name.
struct BindingSlotMap {
  std::map<std::string, uint32_t> textures, samplers;
};

// {"textures": {"albedo": 0}, "samplers": {}}; both keys may be missing. What is
// no JSON, or has another form, is an error with the code SD0400.
Result<BindingSlotMap> ParseBindingSlotMap(std::string_view text);

// Whether every texture and sampler that an entry point uses is in the map, with
// the module's slot.
Findings CheckBindingSlotMap(const Module& module, const BindingSlotMap& map);

// Whether a layout has what every entry point uses: the place, the kind, enough
// descriptors, the stage, and the push constants. What the layout has for a stage
// of the module that does not use it is a warning.
Findings CheckPipelineLayout(const Module& module, const PipelineLayout& layout);

// All differences between two modules, one line each, "- " before what only the
// first has and "+ " before what only the second has; empty when they are equal.
// Ids and byte order are no difference.
std::string DiffModules(const Module& first, const Module& second);

// JSON: a list of objects with the members of Finding.
std::string ToJson(const Findings& findings);

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_VERIFIER_H_
