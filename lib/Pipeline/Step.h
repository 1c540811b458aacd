// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_PIPELINE_STEP_H_
#define LACUNA_PIPELINE_STEP_H_

#include <memory>
#include <string>

#include "lacuna/Registry.h"

namespace lacuna {

// One step of a pipeline: a pass of the registry with its options, or a flag
// of SPIRV-Tools.
struct PipelineStep {
  std::shared_ptr<const PassInfo> pass;  // null for a flag
  OptionValues values;                   // fits pass->options

  std::string flag;      // the name without dashes, e.g. "ccp" or "Os"
  std::string argument;  // empty for none

  // The flag in the only form that SPIRV-Tools takes for every name.
  std::string StockFlag() const { return "--" + flag + (argument.empty() ? "" : "=" + argument); }
};

// The threshold of loop peeling is a variable of the whole process in
// SPIRV-Tools, so steps that set or read it need care.
constexpr const char* kLoopPeeling = "loop-peeling";
constexpr const char* kLoopPeelingThreshold = "loop-peeling-threshold";

}  // namespace lacuna

#endif  // LACUNA_PIPELINE_STEP_H_
