// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The part of PointerRewriter that keeps what Volatile parameters promise.

#include "Transforms/Utils/PointerRewriter.h"

namespace lacuna {

bool PointerRewriter::IsVolatile(uint32_t pointer) const {
  return IsTracked(pointer) && volatile_.count(shapes_->Origin(pointer)->result_id()) != 0;
}

// What may be a pointer that a Volatile parameter was given is treated as one:
// choices, and what is loaded from variables that such a pointer is stored to.
void PointerRewriter::SpreadVolatile(const std::vector<Instruction*>& insts) {
  for (bool changed = !volatile_.empty(); changed;) {
    changed = false;
    for (const Instruction* inst : insts) {
      uint32_t to = inst->result_id();
      bool found = false;
      switch (inst->opcode()) {
        case spv::Op::OpPhi:
        case spv::Op::OpSelect:
          if (IsTracked(to)) inst->ForEachInId([&](const uint32_t* id) { found |= IsVolatile(*id); });
          break;
        case spv::Op::OpStore: {
          const Instruction* variable = PointerVariable(context_, inst->GetSingleWordInOperand(0));
          found = variable != nullptr && IsVolatile(inst->GetSingleWordInOperand(1));
          to = variable == nullptr ? 0 : variable->result_id();
          break;
        }
        case spv::Op::OpLoad: {
          if (!IsTracked(to) || shapes_->IsLink(*inst)) break;
          const Instruction* variable = PointerVariable(context_, inst->GetSingleWordInOperand(0));
          found = variable != nullptr && volatile_.count(variable->result_id()) != 0;
          break;
        }
        default:
          break;
      }
      if (found) changed |= volatile_.insert(to).second;
    }
  }
}

// A parameter that was Volatile makes its accesses so.
void PointerRewriter::MakeVolatile(Instruction* inst) {
  const uint32_t index = inst->opcode() == spv::Op::OpLoad ? 1 : 2;
  constexpr uint32_t kVolatile = uint32_t(spv::MemoryAccessMask::Volatile);
  if (index < inst->NumInOperands()) {
    inst->SetInOperand(index, {inst->GetSingleWordInOperand(index) | kVolatile});
  } else {
    inst->AddOperand({SPV_OPERAND_TYPE_MEMORY_ACCESS, {kVolatile}});
  }
}

}  // namespace lacuna
