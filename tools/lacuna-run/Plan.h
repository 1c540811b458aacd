// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_PLAN_H_
#define LACUNA_TOOLS_RUN_PLAN_H_

// One run, fully decided: a run description, the modules and their interface
// maps made into bytes. A back end executes a plan and knows nothing of where
// it came from.

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
  kStandIn,  // a small buffer or image that is filled with poison
  kAbsent,   // nothing that may be touched: an access is a fault of the interpreter
};

// What stands where the description cuts a buffer into pieces.
enum class PieceMode {
  kWhole,  // one descriptor of the whole buffer, as the original module has it
  kCut,    // a descriptor for each piece, as split-segmented-buffers leaves it
};

// The byte that fills a stand-in buffer's memory.
constexpr uint8_t kPoison = 0xee;

struct PlannedDescriptor {
  bool null = false;      // a native null descriptor; below, only the sampler holds then
  bool stand_in = false;  // in place of a null element; its memory must not change
  // Of a buffer, or the texels of an image in the order of ImageShape.
  std::vector<uint8_t> contents;
  uint64_t offset = 0, range = 0;  // bytes of a buffer that are bound
  // Of a stand-in buffer: bytes behind the offset that a load may touch, as the map
  // guarantees them. At least the range counts.
  uint64_t readable = 0;
  ImageShape shape;  // of an image; a texel buffer has the format
  SamplerParameters sampler;
};

struct PlannedBinding {
  uint32_t set = 0, binding = 0;
  DescriptorKind kind = DescriptorKind::kStorageBuffer;
  std::vector<PlannedDescriptor> descriptors;
  // So many consecutive descriptors are one element of the description.
  size_t pieces = 1;
  bool described = true;  // false: added for the map's presence words; not dumped
};

// Whether shaders can write to descriptors of the kind, so that what they hold
// after the run is read back.
bool IsWritable(DescriptorKind kind);

struct PlannedStage {
  Stage stage = Stage::kCompute;
  std::string entry_point;
  std::vector<std::pair<uint32_t, std::vector<uint8_t>>> spec_constants;  // SpecId and value
};

struct Plan {
  std::vector<PlannedStage> stages;      // in the order of the modules
  std::vector<PlannedBinding> bindings;  // sorted by (set, binding)
  std::vector<uint8_t> push_constants;   // a whole number of words
  std::array<uint32_t, 3> groups = {1, 1, 1};
  GraphicsState graphics;
  bool uses_null_descriptors = false;
  NullMode null_mode = NullMode::kNative;

  bool is_graphics() const { return !stages.empty() && stages[0].stage != Stage::kCompute; }
};

struct PlanOptions {
  NullMode null_mode = NullMode::kNative;
  PieceMode piece_mode = PieceMode::kCut;
  std::vector<const InterfaceMap*> maps;
  std::optional<uint64_t> stand_in_range;  // bytes; overrides the default
};

// Makes the plan for a compute module, or for the modules of a graphics
// pipeline; or says what the description lacks: a binding that a module uses,
// elements, push constants, a spec constant that does not exist.
bool MakePlan(const RunDescription& description, const std::vector<ModuleInfo>& modules, const PlanOptions& options,
              Plan* plan, Failure* failure);

// What a back end gives back.
struct RunOutput {
  // Of every planned descriptor, in the plan's order: the bytes of its buffer or
  // image; empty for a null descriptor and for a kind that is not writable.
  std::vector<std::vector<std::vector<uint8_t>>> descriptors;
  std::vector<uint8_t> target;  // the pixels of a graphics pipeline's target
};

// A line for each stand-in whose memory changed: which byte, what it holds now.
std::vector<std::string> FindTouchedStandIns(const Plan& plan, const RunOutput& output);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_PLAN_H_
