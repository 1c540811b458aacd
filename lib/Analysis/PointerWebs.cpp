// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/PointerWebs.h"

#include <vector>

namespace lacuna {

Instruction* PointerVariable(IRContext* context, uint32_t id) {
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  Instruction* inst = defs->GetDef(id);
  while (inst->opcode() == spv::Op::OpAccessChain || inst->opcode() == spv::Op::OpInBoundsAccessChain ||
         inst->opcode() == spv::Op::OpCopyObject) {
    inst = defs->GetDef(inst->GetSingleWordInOperand(0));
  }
  return inst->opcode() == spv::Op::OpVariable ? inst : nullptr;
}

PointerWebs::PointerWebs(IRContext* context, const PointerShapes& shapes) : context_(context), shapes_(shapes) {
  for (const Function& function : *context->module()) functions_[function.result_id()] = &function;
  for (const Function& function : *context->module()) AddUses(function);
}

void PointerWebs::AddUses(const Function& function) {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  auto join = [this](uint32_t node, uint32_t pointer) {
    const uint32_t other = NodeOf(pointer);
    if (node != 0 && other != 0) Join(node, other);
  };
  function.ForEachInst([&](const Instruction* inst) {
    switch (inst->opcode()) {
      case spv::Op::OpPhi:
      case spv::Op::OpSelect: {
        if (!shapes_.IsTracked(inst->type_id())) return;
        const bool is_phi = inst->opcode() == spv::Op::OpPhi;
        for (uint32_t i = is_phi ? 0 : 1; i < inst->NumInOperands(); i += is_phi ? 2 : 1) {
          join(inst->result_id(), inst->GetSingleWordInOperand(i));
        }
        return;
      }
      case spv::Op::OpReturnValue:
        if (shapes_.IsTracked(defs->GetDef(inst->GetSingleWordInOperand(0))->type_id())) {
          join(function.result_id(), inst->GetSingleWordInOperand(0));
        }
        return;
      case spv::Op::OpStore:
        if (shapes_.IsTracked(defs->GetDef(inst->GetSingleWordInOperand(1))->type_id())) {
          if (const Instruction* variable = PointerVariable(context_, inst->GetSingleWordInOperand(0))) {
            join(variable->result_id(), inst->GetSingleWordInOperand(1));
          }
        }
        return;
      case spv::Op::OpLoad:
        if (shapes_.IsTracked(inst->type_id()) && !shapes_.IsLink(*inst)) {
          if (const Instruction* variable = PointerVariable(context_, inst->GetSingleWordInOperand(0))) {
            Join(inst->result_id(), variable->result_id());
          }
        }
        return;
      case spv::Op::OpFunctionCall: {
        const uint32_t callee = inst->GetSingleWordInOperand(0);
        if (shapes_.IsTracked(inst->type_id())) Join(inst->result_id(), callee);
        auto found = functions_.find(callee);
        if (found == functions_.end()) return;
        uint32_t i = 1;
        found->second->ForEachParam([&](const Instruction* parameter) {
          if (i < inst->NumInOperands() && shapes_.IsTracked(parameter->type_id())) {
            join(parameter->result_id(), inst->GetSingleWordInOperand(i));
          }
          ++i;
        });
        return;
      }
      default:
        return;
    }
  });
}

uint32_t PointerWebs::NodeOf(uint32_t id) const {
  const Instruction* origin = shapes_.Origin(id);
  switch (origin->opcode()) {
    case spv::Op::OpVariable:
      // One that holds pointers is a node; one with a descriptor is not.
      return shapes_.IsTracked(origin->type_id()) ? 0 : origin->result_id();
    case spv::Op::OpConstantNull:
    case spv::Op::OpUndef:
      return 0;
    default:
      return origin->result_id();
  }
}

uint32_t PointerWebs::Root(uint32_t id) const {
  for (auto found = parents_.find(id); found != parents_.end(); found = parents_.find(id)) id = found->second;
  return id;
}

void PointerWebs::Join(uint32_t a, uint32_t b) {
  a = Root(a);
  b = Root(b);
  if (a != b) parents_[a] = b;
}

bool PointerWebs::Mark(uint32_t id) {
  const uint32_t node = NodeOf(id);
  return node != 0 && marked_.insert(Root(node)).second;
}

bool PointerWebs::IsMarked(uint32_t origin) const { return !marked_.empty() && marked_.count(Root(origin)) != 0; }

}  // namespace lacuna
