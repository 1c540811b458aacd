// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_LOADEDVALUES_H_
#define LACUNA_ANALYSIS_LOADEDVALUES_H_

#include <functional>
#include <map>
#include <set>

#include "Support/SpirvToolsCompat.h"

namespace lacuna {

// Is the value of `load`, or one that a printer may print with the load inside,
// used behind an instruction that `is_write` names, on any way from the load on?
// An atomic or call that is such an instruction and takes the value counts, too:
// it may be printed as a loop, or in another order than its operands.
bool LivesAcross(IRContext* context, const Instruction& load, const std::function<bool(const Instruction&)>& is_write);

// In which storage classes each function, with those that it calls, may write.
// Calls must not go in cycles.
class WrittenClasses {
 public:
  explicit WrittenClasses(IRContext* context);

  // An imported function may write anything. Texels are of the Image class.
  bool Writes(const Function& function, spv::StorageClass storage_class) const;
  // The same for one instruction: a call, or anything else.
  bool Writes(const Instruction& inst, spv::StorageClass storage_class) const;

 private:
  IRContext* context_;
  std::map<uint32_t, const Function*> functions_;
  mutable std::map<std::pair<uint32_t, spv::StorageClass>, bool> known_;
};

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_LOADEDVALUES_H_
