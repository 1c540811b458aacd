// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Support/Reporter.h"

namespace lacuna {

Remark Reporter::MakeRemark(const Instruction* inst) {
  Remark remark;
  remark.pass = pass_;
  if (inst == nullptr) return remark;
  remark.instruction = text_.Write(*inst);
  BasicBlock* block = context_->get_instr_block(const_cast<Instruction*>(inst));
  if (block != nullptr) remark.function = text_.NameOf(block->GetParent()->result_id());
  const Instruction* line = inst->dbg_line_inst();
  if (line != nullptr && line->opcode() == spv::Op::OpLine) {
    const Instruction* file = context_->get_def_use_mgr()->GetDef(line->GetSingleWordInOperand(0));
    if (file != nullptr) remark.location.file = file->GetInOperand(0).AsString();
    remark.location.line = line->GetSingleWordInOperand(1);
    remark.location.column = line->GetSingleWordInOperand(2);
  }
  return remark;
}

void Reporter::Decline(const Instruction* inst, std::optional<uint32_t> set, std::optional<uint32_t> binding,
                       const std::string& reason, bool is_fatal) {
  Remark remark = MakeRemark(inst);
  remark.kind = RemarkKind::kDeclined;
  remark.name = "Declined";
  remark.set = set;
  remark.binding = binding;
  remark.message = reason;
  if (pass_context_ != nullptr && pass_context_->interface_map != nullptr) {
    pass_context_->interface_map->declined.push_back({pass_, set, binding, remark.instruction, reason});
  }
  if (pass_context_ != nullptr && pass_context_->remarks != nullptr) {
    pass_context_->remarks->Emit(remark);
    return;
  }
  if (!context_->consumer()) return;
  std::string text = pass_;
  if (set && binding) text += ": binding " + std::to_string(*set) + "." + std::to_string(*binding);
  if (!remark.function.empty()) text += ": in " + remark.function;
  if (!remark.instruction.empty()) text += ": " + remark.instruction;
  text += ": " + reason;
  context_->consumer()(is_error_ && is_fatal ? SPV_MSG_ERROR : SPV_MSG_WARNING, remark.location.file.c_str(),
                       {remark.location.line, remark.location.column, 0}, text.c_str());
}

void Reporter::Pass(const Instruction& inst, uint32_t set, uint32_t binding, const std::string& name,
                    const std::string& message) {
  if (pass_context_ == nullptr || pass_context_->remarks == nullptr) return;
  if (!pass_context_->remarks->Wants(RemarkKind::kPassed)) return;
  Remark remark = MakeRemark(&inst);
  remark.kind = RemarkKind::kPassed;
  remark.name = name;
  remark.set = set;
  remark.binding = binding;
  remark.message = message;
  pass_context_->remarks->Emit(remark);
}

}  // namespace lacuna
