// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_CALLGRAPH_H_
#define LACUNA_ANALYSIS_CALLGRAPH_H_

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "Support/SpirvToolsCompat.h"

namespace lacuna {

// Which entry points reach which functions. A snapshot of the module.
class CallGraph {
 public:
  explicit CallGraph(IRContext* context);

  // The module's OpEntryPoint instructions, in order.
  const std::vector<Instruction*>& entry_points() const { return entry_points_; }

  // Indices into entry_points() of those that can call the function with this
  // result id, itself included; empty for a function that none reaches.
  const std::set<uint32_t>& EntryPointsReaching(uint32_t function_id) const;

  // The same for the functions that use the module-level id `id` in any
  // instruction of their bodies.
  std::set<uint32_t> EntryPointsUsing(uint32_t id) const;

 private:
  IRContext* context_;
  std::vector<Instruction*> entry_points_;
  std::map<uint32_t, std::set<uint32_t>> reaching_;
};

// The name operand of an OpEntryPoint.
std::string EntryPointName(const Instruction& entry_point);

// The interface map's name of an execution model: "vertex", "compute", ...
std::string StageName(spv::ExecutionModel model);

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_CALLGRAPH_H_
