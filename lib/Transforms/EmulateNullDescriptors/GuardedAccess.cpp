// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/EmulateNullDescriptors/GuardedAccess.h"

#include <utility>

#include "Analysis/ConstantValue.h"

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

// Only semantics with an ordering and a storage class order anything, and a
// barrier takes no other storage classes than these
// (VUID-StandaloneSpirv-OpMemoryBarrier-04733).
bool OrdersMemory(IRContext* context, const Instruction& atomic) {
  // In operands of every atomic: pointer, scope, semantics.
  const ConstantValue semantics = EvaluateConstant(context->get_def_use_mgr(), atomic.GetSingleWordInOperand(2));
  using Mask = spv::MemorySemanticsMask;
  const uint32_t order = uint32_t(Mask::Acquire) | uint32_t(Mask::Release) | uint32_t(Mask::AcquireRelease) |
                         uint32_t(Mask::SequentiallyConsistent);
  const uint32_t classes = uint32_t(Mask::UniformMemory) | uint32_t(Mask::WorkgroupMemory) |
                           uint32_t(Mask::ImageMemory) | uint32_t(Mask::OutputMemory);
  const uint32_t mask = static_cast<uint32_t>(semantics.value);
  return !semantics.is_plain || ((mask & order) != 0 && (mask & classes) != 0);
}

void EmitBarrierFor(ModuleBuilder* module, const GuardedRegion& region, const Instruction& atomic) {
  CodeBuilder at(module, region.otherwise, &*region.otherwise->tail(), &atomic);
  uint32_t semantics = atomic.GetSingleWordInOperand(2);
  const ConstantValue value = EvaluateConstant(module->context()->get_def_use_mgr(), semantics);
  // A barrier has no Volatile; nothing else of an atomic's semantics is lost.
  const uint32_t is_volatile = uint32_t(spv::MemorySemanticsMask::Volatile);
  if (value.is_plain && (static_cast<uint32_t>(value.value) & is_volatile) != 0) {
    semantics = module->Uint(static_cast<uint32_t>(value.value) & ~is_volatile);
  }
  at.EmitVoid(spv::Op::OpMemoryBarrier, {IdOperand(atomic.GetSingleWordInOperand(1)), IdOperand(semantics)});
}

uint32_t DroppedAtomicResult(const Instruction& atomic, AtomicResult rule) {
  const bool compares =
      atomic.opcode() == spv::Op::OpAtomicCompareExchange || atomic.opcode() == spv::Op::OpAtomicCompareExchangeWeak;
  // In operands: pointer, scope, both semantics, value, comparator.
  return compares && rule == AtomicResult::kComparator ? atomic.GetSingleWordInOperand(5) : 0;
}

}  // namespace lacuna
