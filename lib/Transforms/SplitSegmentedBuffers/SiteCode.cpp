// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/SplitSegmentedBuffers/SiteCode.h"

#include <utility>

#include "Analysis/ConstantValue.h"
#include "Support/ControlFlow.h"

namespace lacuna {

SiteCode::SiteCode(ModuleBuilder* module, Instruction* inst, bool in_place) : module_(module), inst_(inst) {
  if (!in_place) return;
  IRContext* context = module->context();
  DetachLoopHeader(module, context->get_instr_block(inst));
  SinkSampledImages(module, context->get_instr_block(inst));
  BasicBlock* block = context->get_instr_block(inst);
  rest_ = SplitBefore(module, block, inst);
  region_ = std::make_unique<CodeRegion>(module, block, inst);
}

CodeBuilder SiteCode::At() {
  if (region_ != nullptr) return region_->At();
  return CodeBuilder(module_, module_->context()->get_instr_block(inst_), inst_);
}

uint32_t SiteCode::UintOf(uint32_t index, bool non_uniform) {
  opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
  const ConstantValue value = EvaluateConstant(defs, index, true);
  if (value.is_plain) return module_->Uint(static_cast<uint32_t>(value.value));
  const Instruction* type = defs->GetDef(defs->GetDef(index)->type_id());
  if (type->result_id() == module_->UintType()) return index;
  const uint32_t width = type->GetSingleWordInOperand(0);
  const spv::Op op = width < 32 ? spv::Op::OpSConvert : width > 32 ? spv::Op::OpUConvert : spv::Op::OpBitcast;
  const uint32_t converted = At().EmitIds(op, module_->UintType(), {index});
  if (non_uniform) module_->Decorate(converted, spv::Decoration::NonUniform);
  return converted;
}

DescriptorElement SiteCode::ElementOf(const AccessPath& path, const DecorationTable& decorations) {
  DescriptorElement element;
  for (const Instruction* link : path.chain) {
    element.non_uniform |= decorations.Has(link->result_id(), spv::Decoration::NonUniform);
  }
  for (uint32_t index : path.element) element.non_uniform |= decorations.Has(index, spv::Decoration::NonUniform);
  for (uint32_t index : path.element) element.indices.push_back(UintOf(index, element.non_uniform));
  return element;
}

void SiteCode::Finish(uint32_t value) {
  if (module_->failed()) return;
  // The id of a call that gives nothing is no value.
  const bool lives_on = value != 0 && inst_->result_id() != 0;
  if (lives_on) Become(value);
  if (rest_ != nullptr) region_->At().Branch(rest_->id());
  if (!lives_on) module_->context()->KillInst(inst_);
}

// The instruction becomes what computes `value`, if that stands right before it
// and nothing else uses it, or else a copy of it.
void SiteCode::Become(uint32_t value) {
  IRContext* context = module_->context();
  Instruction* def = context->get_def_use_mgr()->GetDef(value);
  const bool can_take_over =
      def == inst_->PreviousNode() && def->opcode() != spv::Op::OpPhi && context->get_def_use_mgr()->NumUsers(def) == 0;
  context->ForgetUses(inst_);
  if (!can_take_over) {
    inst_->SetOpcode(spv::Op::OpCopyObject);
    inst_->SetInOperands({IdOperand(value)});
    context->AnalyzeUses(inst_);
    return;
  }
  inst_->SetOpcode(def->opcode());
  opt::Instruction::OperandList operands;
  for (uint32_t i = 0; i < def->NumInOperands(); ++i) operands.push_back(def->GetInOperand(i));
  inst_->SetInOperands(std::move(operands));
  context->AnalyzeUses(inst_);
  context->KillInst(def);
}

}  // namespace lacuna
