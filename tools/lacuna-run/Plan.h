// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_PLAN_H_
#define LACUNA_TOOLS_RUN_PLAN_H_

// One run, fully decided: a run description, the module and its interface map
// made into bytes. A back end executes a plan and knows nothing of where it
// came from.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "Failure.h"
#include "ModuleScan.h"
#include "RunDescription.h"
#include "lacuna/InterfaceMap.h"

namespace lacuna::run {

// What stands where the description says null.
enum class NullMode {
  kNative,   // a null descriptor, which needs the nullDescriptor feature
  kStandIn,  // a small buffer whose memory is filled with poison
};

// The byte that fills a stand-in's memory.
constexpr uint8_t kPoison = 0xee;

struct PlannedDescriptor {
  bool null = false;      // a native null descriptor; nothing below holds then
  bool stand_in = false;  // in place of a null element; its memory must not change
  std::vector<uint8_t> contents;
  uint64_t offset = 0, range = 0;  // bytes of the contents that are bound
};

struct PlannedBinding {
  uint32_t set = 0, binding = 0;
  DescriptorKind kind = DescriptorKind::kStorageBuffer;
  std::vector<PlannedDescriptor> descriptors;
  bool described = true;  // false: added for the map's presence words; not dumped
};

struct Plan {
  std::string entry_point;
  std::vector<PlannedBinding> bindings;  // sorted by (set, binding)
  std::vector<uint8_t> push_constants;   // a whole number of words
  std::array<uint32_t, 3> groups = {1, 1, 1};
  std::vector<std::pair<uint32_t, std::vector<uint8_t>>> spec_constants;  // SpecId and value
  bool uses_null_descriptors = false;
};

struct PlanOptions {
  NullMode null_mode = NullMode::kNative;
  const InterfaceMap* map = nullptr;
  std::optional<uint64_t> stand_in_range;  // bytes; overrides the default
};

// Makes the plan, or says what the description lacks: a binding that the module
// uses, elements, push constants, a spec constant that does not exist.
bool MakePlan(const RunDescription& description, const ModuleInfo& module, const PlanOptions& options, Plan* plan,
              Failure* failure);

// What a back end gives back: the memory of every planned descriptor, in the
// plan's order; empty for a null descriptor.
using RunOutput = std::vector<std::vector<std::vector<uint8_t>>>;

// A line for each stand-in whose memory changed: which byte, what it holds now.
std::vector<std::string> FindTouchedStandIns(const Plan& plan, const RunOutput& output);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_PLAN_H_
