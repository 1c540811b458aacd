// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_EMULATENULLDESCRIPTORS_GUARDEDACCESS_H_
#define LACUNA_EMULATENULLDESCRIPTORS_GUARDEDACCESS_H_

#include <functional>
#include <vector>

#include "Support/ControlFlow.h"
#include "lacuna/Passes.h"

namespace lacuna {

// Code around an access that has moved under a guard.

// Emits, before `before` in the region's merge block, the phi of `value` (from
// the guarded block) and of `other`, or the type's zero if `other` is 0. The
// phi's id is `result`, or a new one for 0; its line is that of `origin`.
uint32_t EmitGuardPhi(ModuleBuilder* module, const GuardedRegion& region, uint32_t result, uint32_t type,
                      uint32_t value, uint32_t other, Instruction* before, const Instruction* origin);

// Lets a phi take over the result id of the guarded `inst`, with its names,
// decorations and uses; the instruction gets a new one. `other` as above.
void TakeOverResult(ModuleBuilder* module, const GuardedRegion& region, Instruction* inst, uint32_t other,
                    Instruction* before);

// Guards of one block that are decided but not yet in place.
//
// Splitting a block costs as much as is left behind the split. Conditions must
// be emitted from the front to the back, since a later one uses values of
// earlier ones; guards that are put in place from the back to the front leave
// only what lies between two of them to each split.
class PendingGuards {
 public:
  // What is left to do once the guard is there: `first_after` is the first
  // instruction of region.merge.
  using Finish = std::function<void(const GuardedRegion& region, Instruction* first_after)>;

  // `insts` stand next to each other; behind those of earlier calls for the
  // same block. With `barrier`, the ordering of the last one stays when it does not
  // run.
  void Add(std::vector<Instruction*> insts, uint32_t condition, bool barrier, Finish finish);

  // Puts all guards in place, and forgets them.
  void Apply(ModuleBuilder* module);

 private:
  struct Guard {
    std::vector<Instruction*> insts;
    uint32_t condition;
    bool barrier;
    Finish finish;
  };
  std::vector<Guard> guards_;
};

// Puts a barrier of the atomic's scope and semantics into the region's other
// side.
void EmitBarrierFor(ModuleBuilder* module, const GuardedRegion& region, const Instruction& atomic);

// What a dropped atomic gives, if not zero: the id of its comparator, if it has
// one and is to give that; else 0.
uint32_t DroppedAtomicResult(const Instruction& atomic, AtomicResult rule);

}  // namespace lacuna

#endif  // LACUNA_EMULATENULLDESCRIPTORS_GUARDEDACCESS_H_
