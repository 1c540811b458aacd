// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_POINTERWEBS_H_
#define LACUNA_ANALYSIS_POINTERWEBS_H_

#include <cstdint>
#include <map>
#include <set>

#include "Analysis/PointerShape.h"

namespace lacuna {

// Pointers that are handed on to each other, by phis, selects, calls, returns
// and variables: they are rewritten together or not at all. A variable with a
// descriptor belongs to no web.
class PointerWebs {
 public:
  PointerWebs(IRContext* context, const PointerShapes& shapes);

  // Leaves the web of a pointer, or of a function that returns one, as it is.
  // Returns whether that is news: there is such a web, and it was not marked.
  bool Mark(uint32_t id);

  // Is the web of this origin (a phi, parameter, call, ...) left as it is?
  bool IsMarked(uint32_t origin) const;

 private:
  uint32_t Root(uint32_t id) const;
  void Join(uint32_t a, uint32_t b);
  // Where a pointer comes from, or 0 for a variable with a descriptor.
  uint32_t NodeOf(uint32_t id) const;
  void AddUses(const Function& function);

  IRContext* context_;
  const PointerShapes& shapes_;
  std::map<uint32_t, const Function*> functions_;
  std::map<uint32_t, uint32_t> parents_;
  std::set<uint32_t> marked_;  // roots
};

// The variable behind a pointer to memory that holds pointers, through access
// chains, or null.
Instruction* PointerVariable(IRContext* context, uint32_t id);

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_POINTERWEBS_H_
