// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TRANSFORMS_LEGALIZEMSLARRAYPOINTERS_WHOLEBLOCKS_H_
#define LACUNA_TRANSFORMS_LEGALIZEMSLARRAYPOINTERS_WHOLEBLOCKS_H_

#include <cstdint>
#include <set>
#include <vector>

#include "Analysis/DescriptorTable.h"
#include "Support/ModuleBuilder.h"

namespace lacuna {

// Loads, stores and copies of a whole block that is an element of a descriptor
// array: SPIRV-Cross prints the element as the pointer that it is in Metal, and
// not what it points to.
std::vector<Instruction*> FindWholeBlocks(IRContext* context, const DescriptorTable& descriptors);

// Loads of blocks of such arrays' types, through whatever pointer, that are used
// as values in ways that need the struct, which SPIRV-Cross cannot make of parts
// as there are gaps between its members.
std::vector<Instruction*> FindBlocksWithGaps(IRContext* context, const DecorationTable& decorations,
                                             const DescriptorTable& descriptors);

// Makes whole-block accesses one per member, or element of a member that is an
// array of at most 256. Loads with the ids `left_alone` stay. Returns how many
// loads and stores were split.
uint32_t SplitWholeBlocks(ModuleBuilder* module, const DescriptorTable& descriptors,
                          const std::set<uint32_t>& left_alone);

}  // namespace lacuna

#endif  // LACUNA_TRANSFORMS_LEGALIZEMSLARRAYPOINTERS_WHOLEBLOCKS_H_
