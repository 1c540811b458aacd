// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_EMULATENULLDESCRIPTORS_HELPEROUTLINER_H_
#define LACUNA_EMULATENULLDESCRIPTORS_HELPEROUTLINER_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "Support/CodeBuilder.h"
#include "Analysis/AccessCollector.h"

namespace lacuna {

// Moves accesses into functions of their own, which are then guarded like any
// other code.
//
// A helper takes values only: the access chain from the variable is rebuilt
// inside it, since a pointer into a storage buffer may be passed only with
// variable pointers. One helper serves all accesses that have the same
// variable, chain, operation, types, scopes, semantics and memory operands.
class HelperOutliner {
 public:
  HelperOutliner(ModuleBuilder* module, const CallGraph& calls, const TypeLayout& layout)
      : module_(module), calls_(calls), layout_(layout) {}

  // Replaces the access by a call. Leaves it alone where a helper could not
  // take or return its value (8- and 16-bit types that may only be stored), and
  // where the access chain begins at a pointer that a helper would have to take.
  // `by_entry_point`: helpers are not shared by functions that different entry
  // points reach, because each may read presence words of its own.
  void Outline(const AccessSite& site, bool by_entry_point);

 private:
  struct Plan;
  Plan MakePlan(const AccessSite& site) const;
  uint32_t MakeHelper(const AccessSite& site, const Plan& plan);
  uint32_t FirstScalarBytes(uint32_t type) const;
  std::string NameOf(const AccessSite& site) const;
  std::vector<uint32_t> SignificantDecorations(uint32_t id) const;

  ModuleBuilder* module_;
  const CallGraph& calls_;
  const TypeLayout& layout_;
  std::map<std::vector<uint32_t>, uint32_t> helpers_;
};

}  // namespace lacuna

#endif  // LACUNA_EMULATENULLDESCRIPTORS_HELPEROUTLINER_H_
