// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TRANSFORMS_LEGALIZEMSLARRAYPOINTERS_WHOLEBLOCKS_H_
#define LACUNA_TRANSFORMS_LEGALIZEMSLARRAYPOINTERS_WHOLEBLOCKS_H_

#include <vector>

#include "Analysis/DescriptorTable.h"
#include "Support/ModuleBuilder.h"

namespace lacuna {

// Loads, stores and copies of a whole block that is an element of a descriptor
// array: SPIRV-Cross prints the element as the pointer that it is in Metal, and
// not what it points to.
std::vector<Instruction*> FindWholeBlocks(IRContext* context, const DescriptorTable& descriptors);

// Makes them one per member of the block.
void SplitWholeBlocks(ModuleBuilder* module, const DescriptorTable& descriptors,
                      const std::vector<Instruction*>& accesses);

}  // namespace lacuna

#endif  // LACUNA_TRANSFORMS_LEGALIZEMSLARRAYPOINTERS_WHOLEBLOCKS_H_
