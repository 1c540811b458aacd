// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SUPPORT_COPYMEMORY_H_
#define LACUNA_SUPPORT_COPYMEMORY_H_

#include "Support/CodeBuilder.h"

namespace lacuna {

// Replaces an OpCopyMemory by a load and a store of the whole value, each with
// its own memory operands: where one set stood for both, the load leaves out
// what makes a write available and the store what makes a read visible.
void SplitCopyMemory(ModuleBuilder* module, Instruction* copy);

}  // namespace lacuna

#endif  // LACUNA_SUPPORT_COPYMEMORY_H_
