// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_CONVERGENCE_H_
#define LACUNA_ANALYSIS_CONVERGENCE_H_

#include <map>

#include "Support/SpirvToolsCompat.h"

namespace lacuna {

// Does what the instruction does depend on which invocations run it together:
// a barrier, an operation of a subgroup or group, or one with derivatives? Such
// an instruction must not get under a branch that it was not under.
bool IsConvergent(const Instruction& inst);

// The functions in which, or in whose callees, there is such an instruction.
// Calls must not go in cycles.
class ConvergentFunctions {
 public:
  explicit ConvergentFunctions(IRContext* context);

  bool Contains(const Function& function) const;

 private:
  std::map<uint32_t, const Function*> functions_;
  mutable std::map<uint32_t, bool> known_;
};

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_CONVERGENCE_H_
