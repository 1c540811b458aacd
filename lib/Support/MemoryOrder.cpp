// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Support/MemoryOrder.h"

#include "Analysis/ConstantValue.h"

namespace lacuna {

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

void EmitBarrier(CodeBuilder* at, uint32_t scope, uint32_t semantics) {
  ModuleBuilder* module = at->module();
  const ConstantValue value = EvaluateConstant(module->context()->get_def_use_mgr(), semantics);
  // A barrier has no Volatile; nothing else of an atomic's semantics is lost.
  const uint32_t is_volatile = uint32_t(spv::MemorySemanticsMask::Volatile);
  if (value.is_plain && (static_cast<uint32_t>(value.value) & is_volatile) != 0) {
    semantics = module->Uint(static_cast<uint32_t>(value.value) & ~is_volatile);
  }
  at->EmitVoid(spv::Op::OpMemoryBarrier, {IdOperand(scope), IdOperand(semantics)});
}

}  // namespace lacuna
