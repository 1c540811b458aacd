// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SPLITSEGMENTEDBUFFERS_SITECODE_H_
#define LACUNA_SPLITSEGMENTEDBUFFERS_SITECODE_H_

#include <memory>

#include "Analysis/AccessPath.h"
#include "Transforms/SplitSegmentedBuffers/CodeRegion.h"
#include "Transforms/SplitSegmentedBuffers/PieceViews.h"

namespace lacuna {

// The code that comes to stand for one instruction.
class SiteCode {
 public:
  // `in_place`: the code has blocks of its own, so the instruction's is split.
  SiteCode(ModuleBuilder* module, Instruction* inst, bool in_place);

  // Emits before the instruction.
  CodeBuilder At();
  // Null if not in place.
  CodeRegion* region() { return region_.get(); }

  // The descriptor's element as the path says it, in uints.
  DescriptorElement ElementOf(const AccessPath& path, const DecorationTable& decorations);

  // Gives the instruction's id, names and decorations to `value`, or removes the
  // instruction if that is 0.
  void Finish(uint32_t value);

 private:
  uint32_t UintOf(uint32_t index, bool non_uniform);
  void Become(uint32_t value);

  ModuleBuilder* module_;
  Instruction* inst_;
  std::unique_ptr<CodeRegion> region_;
  BasicBlock* rest_ = nullptr;
};

}  // namespace lacuna

#endif  // LACUNA_SPLITSEGMENTEDBUFFERS_SITECODE_H_
