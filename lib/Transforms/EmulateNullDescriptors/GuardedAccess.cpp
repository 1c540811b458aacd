// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/EmulateNullDescriptors/GuardedAccess.h"

#include <utility>

#include "Support/MemoryOrder.h"

namespace lacuna {

uint32_t EmitGuardPhi(ModuleBuilder* module, const GuardedRegion& region, uint32_t result, uint32_t type,
                      uint32_t value, uint32_t other, Instruction* before, const Instruction* origin) {
  BasicBlock* block = region.otherwise != nullptr ? region.otherwise : region.header;
  if (other == 0) {
    // Where the header branches, its merge instruction comes second to last.
    Instruction* place = &*block->tail();
    if (region.otherwise == nullptr) place = place->PreviousNode();
    other = CodeBuilder(module, block, place, origin).NullValue(type);
  }
  return CodeBuilder(module, region.merge, before, origin)
      .Phi(result, type, value, region.guarded->id(), other, block->id());
}

void TakeOverResult(ModuleBuilder* module, const GuardedRegion& region, Instruction* inst, uint32_t other,
                    Instruction* before) {
  const uint32_t result = inst->result_id();
  const std::vector<Instruction*> users = RenameResult(module, inst);
  if (module->failed()) return;
  EmitGuardPhi(module, region, result, inst->type_id(), inst->result_id(), other, before, inst);
  for (Instruction* user : users) module->context()->AnalyzeUses(user);
}

void PendingGuards::Add(std::vector<Instruction*> insts, uint32_t condition, bool barrier, Finish finish) {
  guards_.push_back({std::move(insts), condition, barrier, std::move(finish)});
}

void PendingGuards::Apply(ModuleBuilder* module) {
  for (auto guard = guards_.rbegin(); guard != guards_.rend() && !module->failed(); ++guard) {
    Instruction* first_after = guard->insts.back()->NextNode();
    const GuardedRegion region = GuardInstructions(module, guard->insts, guard->condition, guard->barrier);
    if (module->failed()) break;
    if (guard->barrier) EmitBarrierFor(module, region, *guard->insts.back());
    guard->finish(region, first_after);
  }
  guards_.clear();
}

void EmitBarrierFor(ModuleBuilder* module, const GuardedRegion& region, const Instruction& atomic) {
  CodeBuilder at(module, region.otherwise, &*region.otherwise->tail(), &atomic);
  EmitBarrier(&at, atomic.GetSingleWordInOperand(1), atomic.GetSingleWordInOperand(2));
}

uint32_t DroppedAtomicResult(const Instruction& atomic, AtomicResult rule) {
  const bool compares =
      atomic.opcode() == spv::Op::OpAtomicCompareExchange || atomic.opcode() == spv::Op::OpAtomicCompareExchangeWeak;
  // In operands: pointer, scope, both semantics, value, comparator.
  return compares && rule == AtomicResult::kComparator ? atomic.GetSingleWordInOperand(5) : 0;
}

}  // namespace lacuna
