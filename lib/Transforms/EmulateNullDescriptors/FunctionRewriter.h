// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_EMULATENULLDESCRIPTORS_FUNCTIONREWRITER_H_
#define LACUNA_EMULATENULLDESCRIPTORS_FUNCTIONREWRITER_H_

#include <map>
#include <set>
#include <vector>

#include "Transforms/EmulateNullDescriptors/GuardConditions.h"
#include "Transforms/EmulateNullDescriptors/GuardedAccess.h"
#include "Transforms/EmulateNullDescriptors/ImageRewriter.h"
#include "lacuna/Passes.h"

namespace lacuna {

// Puts the accesses of one function under their conditions.
//
// Accesses that stand close together under one condition share a branch: what
// lies between them moves before or behind it if it has no effect that another
// memory access could see.
class FunctionRewriter {
 public:
  struct Counts {
    uint32_t guarded = 0, elided = 0;
    // By (set, binding): the bytes from the start of the buffer that loads
    // without a branch read even if the buffer is absent.
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> readable_bytes;
  };

  // `conditions` are those of the function to rewrite.
  FunctionRewriter(ModuleBuilder* module, const AccessPaths& paths, GuardConditions* conditions, LoadGuard loads,
                   AtomicResult atomic_result, Counts* counts)
      : module_(module),
        paths_(paths),
        conditions_(conditions),
        loads_(loads),
        atomic_result_(atomic_result),
        counts_(counts),
        images_(module, conditions, loads, atomic_result, &pending_) {}

  // `sites` are all sites of the function, in module order, none of them an
  // OpCopyMemory. Unreachable ones are left as they are.
  void Rewrite(const std::vector<AccessSite>& sites);

 private:
  struct Run {
    std::vector<const AccessSite*> sites;
    std::vector<Instruction*> hoisted, sunk;
  };

  void RewriteBlock(BasicBlock* block, const std::vector<const AccessSite*>& sites);
  Run FindRun(const AccessSite& first, const std::map<const Instruction*, const AccessSite*>& site_of) const;
  void Guard(const Run& run, uint32_t block_id);
  void FinishGuarded(const AccessSite& site, const GuardedRegion& region, Instruction* first_after);
  void FinishStorageOnlyLoad(const AccessSite& site, const GuardedRegion& region, Instruction* first_after);
  void SelectLoad(const AccessSite& site, uint32_t block_id);
  void SelectLength(const AccessSite& site, uint32_t block_id);
  bool CanSelect(const AccessSite& site) const;
  bool NeedsBarrier(const AccessSite& site) const;
  bool Splits(const AccessSite& site) const;

  ModuleBuilder* module_;
  const AccessPaths& paths_;
  GuardConditions* conditions_;
  LoadGuard loads_;
  AtomicResult atomic_result_;
  Counts* counts_;
  PendingGuards pending_;  // of the block that is being rewritten
  ImageRewriter images_;
};

}  // namespace lacuna

#endif  // LACUNA_EMULATENULLDESCRIPTORS_FUNCTIONREWRITER_H_
