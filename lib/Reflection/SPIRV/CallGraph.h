// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_SPIRV_CALLGRAPH_H_
#define LACUNA_REFLECTION_SPIRV_CALLGRAPH_H_

#include <cstdint>
#include <vector>

#include "Reflection/SPIRV/Context.h"

namespace lacuna::reflection::spirv {

// Which function calls which, by index in ModuleTable::functions().
class CallGraph {
 public:
  // Fails on a call of a missing function and on one with the wrong number of
  // arguments. Recursion, which SPIR-V forbids, becomes a note.
  bool Build(Context* context);

  const std::vector<uint32_t>& callees(uint32_t function) const { return callees_[function]; }

  // The functions that a call of `function` can reach, itself among them, sorted.
  bool Reachable(uint32_t function, Progress* progress, std::vector<uint32_t>* reachable) const;

 private:
  void NoteRecursion(Context* context) const;

  std::vector<std::vector<uint32_t>> callees_;  // sorted, without duplicates
};

}  // namespace lacuna::reflection::spirv

#endif  // LACUNA_REFLECTION_SPIRV_CALLGRAPH_H_
