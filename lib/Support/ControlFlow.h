// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SUPPORT_CONTROLFLOW_H_
#define LACUNA_SUPPORT_CONTROLFLOW_H_

#include <memory>
#include <vector>

#include "Support/CodeBuilder.h"

namespace lacuna {

// Makes `block`, if it is a loop header, fit for being split further: the phis
// and the OpLoopMerge stay in it, everything else moves to a new block, which
// is returned. The back edge of a single-block loop moves to a latch block of
// its own, and a branch that the OpLoopMerge had covered gets an
// OpSelectionMerge. Any other block is returned as it is.
BasicBlock* DetachLoopHeader(ModuleBuilder* module, BasicBlock* block);

// Gives every consumer of an OpSampledImage in `block` its own copy, right
// before it: SPIR-V allows such a value no use outside its block, so a block
// that holds one could not be split.
void SinkSampledImages(ModuleBuilder* module, BasicBlock* block);

// Splits `block` before `inst`. The rest, `inst` first, becomes a new block,
// which is returned; `block` is left without a terminator.
BasicBlock* SplitBefore(ModuleBuilder* module, BasicBlock* block, Instruction* inst);

// A new, empty block that is to belong to `function`, which does not have it yet.
std::unique_ptr<BasicBlock> NewBlock(ModuleBuilder* module, opt::Function* function);

// Places blocks of NewBlock after `position`, in their order. A function's
// blocks are one array, so this takes as long as the function has blocks, for
// one block as for many.
void AddBlocksAfter(BasicBlock* position, std::vector<std::unique_ptr<BasicBlock>> blocks);

// A new, empty block placed after `position`.
BasicBlock* AddBlockAfter(ModuleBuilder* module, BasicBlock* position);

// What a selection around some instructions consists of.
struct GuardedRegion {
  BasicBlock* header;     // ends in the branch on the condition
  BasicBlock* guarded;    // runs when it holds; has its terminator
  BasicBlock* otherwise;  // runs when it does not; null if there is none
  BasicBlock* merge;      // everything after
};

// Puts `insts`, which stand next to each other in one block, under
// `condition`. With `with_otherwise` there is an empty block for the other
// side, too. No phi is made.
GuardedRegion GuardInstructions(ModuleBuilder* module, const std::vector<Instruction*>& insts, uint32_t condition,
                                bool with_otherwise);

// Gives `inst` a new result id with a copy of the old one's decorations, and
// leaves the old id without a definition. Returns the users of the old id:
// AnalyzeUses is due for each once the id is defined again.
std::vector<Instruction*> RenameResult(ModuleBuilder* module, Instruction* inst);

}  // namespace lacuna

#endif  // LACUNA_SUPPORT_CONTROLFLOW_H_
