// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Support/CodeBuilder.h"

#include <memory>
#include <utility>

namespace lacuna {

CodeBuilder::CodeBuilder(ModuleBuilder* module, BasicBlock* block, Instruction* before, const Instruction* origin)
    : module_(module), block_(block), before_(before), origin_(origin ? origin : before) {}

CodeBuilder CodeBuilder::AtEnd(ModuleBuilder* module, BasicBlock* block, const Instruction* origin) {
  CodeBuilder builder;
  builder.module_ = module;
  builder.block_ = block;
  builder.before_ = nullptr;
  builder.origin_ = origin;
  return builder;
}

Instruction* CodeBuilder::Place(std::unique_ptr<Instruction> inst) {
  Instruction* placed;
  if (before_ != nullptr) {
    placed = before_->InsertBefore(std::move(inst));
  } else {
    block_->AddInstruction(std::move(inst));
    placed = &*block_->tail();
  }
  module_->context()->set_instr_block(placed, block_);
  return placed;
}

Instruction* CodeBuilder::Insert(std::unique_ptr<Instruction> inst) {
  Instruction* placed = Place(std::move(inst));
  module_->context()->AnalyzeDefUse(placed);
  return placed;
}

void CodeBuilder::Move(Instruction* inst) {
  inst->RemoveFromList();
  Place(std::unique_ptr<Instruction>(inst));
}

uint32_t CodeBuilder::Emit(spv::Op op, uint32_t type, const std::vector<opt::Operand>& operands) {
  const uint32_t id = module_->TakeId();
  if (id == 0) return 0;
  auto inst = std::make_unique<Instruction>(module_->context(), op, type, id,
                                            opt::Instruction::OperandList(operands.begin(), operands.end()));
  inst->UpdateDebugInfoFrom(origin_);
  Insert(std::move(inst));
  return id;
}

uint32_t CodeBuilder::EmitIds(spv::Op op, uint32_t type, const std::vector<uint32_t>& operands) {
  std::vector<opt::Operand> list;
  for (uint32_t id : operands) list.push_back(IdOperand(id));
  return Emit(op, type, list);
}

void CodeBuilder::EmitVoid(spv::Op op, const std::vector<opt::Operand>& operands) {
  if (module_->failed()) return;
  auto inst = std::make_unique<Instruction>(module_->context(), op, 0, 0,
                                            opt::Instruction::OperandList(operands.begin(), operands.end()));
  inst->UpdateDebugInfoFrom(origin_);
  Insert(std::move(inst));
}

uint32_t CodeBuilder::Binary(spv::Op op, uint32_t a, uint32_t b) { return EmitIds(op, module_->UintType(), {a, b}); }

uint32_t CodeBuilder::Compare(spv::Op op, uint32_t a, uint32_t b) { return EmitIds(op, module_->BoolType(), {a, b}); }

uint32_t CodeBuilder::And(uint32_t a, uint32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
  auto is = [defs](uint32_t id, spv::Op op) {
    const Instruction* def = id == 0 ? nullptr : defs->GetDef(id);
    return def != nullptr && def->opcode() == op;
  };
  if (is(a, spv::Op::OpConstantTrue) || is(b, spv::Op::OpConstantFalse)) return b;
  if (is(b, spv::Op::OpConstantTrue) || is(a, spv::Op::OpConstantFalse)) return a;
  return Compare(spv::Op::OpLogicalAnd, a, b);
}

uint32_t CodeBuilder::Select(uint32_t type, uint32_t condition, uint32_t a, uint32_t b) {
  return EmitIds(spv::Op::OpSelect, type, {condition, a, b});
}

// The condition in the form that OpSelect of the type wants.
uint32_t CodeBuilder::ConditionOf(uint32_t type, uint32_t condition) {
  IRContext* context = module_->context();
  const Instruction* inst = context->get_def_use_mgr()->GetDef(type);
  if (inst->opcode() != spv::Op::OpTypeVector || context->module()->version() >= 0x00010400) return condition;
  const uint32_t width = inst->GetSingleWordInOperand(1);
  return EmitIds(spv::Op::OpCompositeConstruct, module_->VectorType(module_->BoolType(), width),
                 std::vector<uint32_t>(width, condition));
}

uint32_t CodeBuilder::SelectValue(uint32_t type, uint32_t condition, uint32_t a, uint32_t b) {
  return Select(type, ConditionOf(type, condition), a, b);
}

void CodeBuilder::SelectInto(Instruction* inst, uint32_t condition, uint32_t a, uint32_t b) {
  const uint32_t choice = ConditionOf(inst->type_id(), condition);
  IRContext* context = module_->context();
  context->ForgetUses(inst);
  inst->SetOpcode(spv::Op::OpSelect);
  inst->SetInOperands({IdOperand(choice), IdOperand(a), IdOperand(b)});
  context->AnalyzeUses(inst);
}

void CodeBuilder::Branch(uint32_t label) { EmitVoid(spv::Op::OpBranch, {IdOperand(label)}); }

void CodeBuilder::Selection(uint32_t condition, uint32_t if_true, uint32_t if_false, uint32_t merge) {
  SelectionMerge(merge);
  // The line that the merge instruction states holds for the branch, too;
  // nothing may stand between the two.
  const Instruction* origin = origin_;
  origin_ = nullptr;
  EmitVoid(spv::Op::OpBranchConditional, {IdOperand(condition), IdOperand(if_true), IdOperand(if_false)});
  origin_ = origin;
}

void CodeBuilder::Switch(uint32_t selector, uint32_t otherwise,
                         const std::vector<std::pair<uint32_t, uint32_t>>& cases, uint32_t merge) {
  SelectionMerge(merge);
  std::vector<opt::Operand> operands{IdOperand(selector), IdOperand(otherwise)};
  for (const auto& [literal, label] : cases) {
    operands.push_back({SPV_OPERAND_TYPE_TYPED_LITERAL_NUMBER, {literal}});
    operands.push_back(IdOperand(label));
  }
  const Instruction* origin = origin_;
  origin_ = nullptr;  // as in Selection
  EmitVoid(spv::Op::OpSwitch, operands);
  origin_ = origin;
}

uint32_t CodeBuilder::Phi(uint32_t result, uint32_t type, uint32_t value, uint32_t block, uint32_t other_value,
                          uint32_t other_block) {
  return Phi(result, type, {{value, block}, {other_value, other_block}});
}

uint32_t CodeBuilder::Phi(uint32_t result, uint32_t type,
                          const std::vector<std::pair<uint32_t, uint32_t>>& incoming) {
  const Instruction* phi = PhiOf(result, type, incoming);
  return phi == nullptr ? 0 : phi->result_id();
}

Instruction* CodeBuilder::PhiOf(uint32_t result, uint32_t type,
                                const std::vector<std::pair<uint32_t, uint32_t>>& incoming) {
  if (result == 0) result = module_->TakeId();
  if (module_->failed()) return nullptr;
  opt::Instruction::OperandList operands;
  for (const auto& [value, block] : incoming) {
    operands.push_back(IdOperand(value));
    operands.push_back(IdOperand(block));
  }
  auto phi = std::make_unique<Instruction>(module_->context(), spv::Op::OpPhi, type, result, operands);
  phi->UpdateDebugInfoFrom(origin_);
  // Of debug info, only OpLine may stand among phis.
  if (!phi->dbg_line_insts().empty() && phi->dbg_line_insts().front().opcode() != spv::Op::OpLine) {
    phi->ClearDbgLineInsts();
  }
  // A scope of NonSemantic.Shader.DebugInfo.100 is not written in front of a
  // phi, but counts as if it were: what follows would be left without one.
  if (module_->context()->get_feature_mgr()->GetExtInstImportId_OpenCL100DebugInfo() == 0) {
    phi->SetDebugScope(opt::DebugScope(kNoDebugScope, kNoInlinedAt));
  }
  return Insert(std::move(phi));
}

uint32_t CodeBuilder::NullValue(uint32_t type) {
  const Instruction* inst = module_->context()->get_def_use_mgr()->GetDef(type);
  if (inst->opcode() != spv::Op::OpTypePointer) return module_->Null(type);
  // A physical pointer has no null constant; this needs no 64-bit integers.
  return EmitIds(spv::Op::OpBitcast, type, {module_->Null(module_->VectorType(module_->UintType(), 2))});
}

void CodeBuilder::SelectionMerge(uint32_t merge) {
  EmitVoid(spv::Op::OpSelectionMerge,
           {IdOperand(merge), {SPV_OPERAND_TYPE_SELECTION_CONTROL, {uint32_t(spv::SelectionControlMask::MaskNone)}}});
}

}  // namespace lacuna
