// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SUPPORT_COPYMEMORY_H_
#define LACUNA_SUPPORT_COPYMEMORY_H_

#include <vector>

#include "Support/CodeBuilder.h"

namespace lacuna {

// Replaces an OpCopyMemory by a load and a store of the whole value, each with
// its own memory operands: where one set stood for both, the load leaves out
// what makes a write available and the store what makes a read visible.
void SplitCopyMemory(ModuleBuilder* module, Instruction* copy);

// The memory operands of an access to a part of what `inst` accesses, `offset`
// bytes behind its begin: those of `inst`, which are its operands from `first`
// on, aligned as the offset allows.
std::vector<opt::Operand> PartOperands(const Instruction& inst, uint32_t first, uint32_t offset);

}  // namespace lacuna

#endif  // LACUNA_SUPPORT_COPYMEMORY_H_
