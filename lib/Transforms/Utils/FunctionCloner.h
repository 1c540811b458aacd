// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TRANSFORMS_UTILS_FUNCTIONCLONER_H_
#define LACUNA_TRANSFORMS_UTILS_FUNCTIONCLONER_H_

#include <cstdint>
#include <map>

#include "Support/ModuleBuilder.h"

namespace lacuna {

// A copy of a function in the same module, with ids, names and decorations of
// its own, and the debug scopes and lines of the original.
struct ClonedFunction {
  Function* function = nullptr;              // null if ids ran out
  std::map<uint32_t, uint32_t> to_original;  // from an id in the copy
  std::map<uint32_t, uint32_t> from_original;
};

// Copies `function`, which has a body, and places it before the function that
// comes after it. The copy has no OpName of its own.
ClonedFunction CloneFunction(ModuleBuilder* module, Function* function);

}  // namespace lacuna

#endif  // LACUNA_TRANSFORMS_UTILS_FUNCTIONCLONER_H_
