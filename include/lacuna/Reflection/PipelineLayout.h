// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_PIPELINELAYOUT_H_
#define LACUNA_REFLECTION_PIPELINELAYOUT_H_

// The descriptors and push constants that the stages of a pipeline need
// together, as a Vulkan pipeline layout has them, and a numbering of presence
// bits for all of them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lacuna/Descriptor.h"
#include "lacuna/PresenceOptions.h"
#include "lacuna/Reflection/Model.h"
#include "lacuna/Reflection/Result.h"

namespace lacuna::reflection {

// The Vulkan descriptor that a resource of SPIR-V needs, if it needs one.
std::optional<DescriptorKind> ToDescriptorKind(ResourceKind kind);

struct PipelineLayout {
  struct Binding {
    uint32_t set = 0, binding = 0;
    DescriptorKind kind = DescriptorKind::kStorageBuffer;
    uint64_t count = 1;              // descriptors; 0 when a shader leaves it open
    std::vector<Stage> stages;       // that use it, in the order of the enumeration
    std::vector<std::string> names;  // of the variables, sorted
  };
  struct PushConstants {
    Stage stage = Stage::kUnknown;
    uint64_t offset = 0, size = 0;  // bytes
  };
  struct EntryPointName {
    std::string name;
    Stage stage = Stage::kUnknown;
    uint32_t stage_number = 0;  // SPIR-V's execution model, for stages without a name
  };
  std::vector<EntryPointName> entry_points;
  std::vector<Binding> bindings;              // by set and binding
  std::vector<PushConstants> push_constants;  // one a stage that has any
};

// The layout for all entry points of the modules, each with the name that errors
// use. Fails (SD0400) where stages contradict: two kinds at one binding, a used
// resource without a set or binding. Counts of one binding: the largest; an open
// one wins.
Result<PipelineLayout> MergeLayouts(const std::vector<std::pair<std::string, const Module*>>& modules);

// How presence bits are given out.
struct PresenceNumbering {
  // Storage buffers and uniform buffers need bits only with such options of the
  // pass emulate-null-descriptors.
  bool storage_buffers = false, uniform_buffers = false;
  // Counts of arrays that a shader leaves open.
  RuntimeCounts runtime_counts;
};

// An interface map that the pass option layout= takes, with the whole layout as
// one more key, "pipeline_layout". Bits are numbered by set, binding and element;
// the words follow the push constants of all stages. Arrays without a count get
// no bits: *open names them.
std::string ToJson(const PipelineLayout& layout, const PresenceNumbering& numbering, std::vector<std::string>* open);

// Reads "pipeline_layout" of what ToJson writes. What is no JSON, or has another
// form, is an error with the code SD0400.
Result<PipelineLayout> ParsePipelineLayout(std::string_view text);

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_PIPELINELAYOUT_H_
