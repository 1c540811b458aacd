// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Support/PassMarker.h"

#include <memory>

namespace lacuna {

namespace {

bool IsMarker(const Instruction& inst, const std::string& text) {
  return (inst.opcode() == spv::Op::OpModuleProcessed || inst.opcode() == spv::Op::OpSourceExtension) &&
         inst.GetInOperand(0).AsString() == text;
}

}  // namespace

bool HasPassMarker(IRContext* context, const std::string& text) {
  for (const Instruction& inst : context->debugs1()) {
    if (IsMarker(inst, text)) return true;
  }
  for (const Instruction& inst : context->debugs3()) {
    if (IsMarker(inst, text)) return true;
  }
  return false;
}

void AddPassMarker(IRContext* context, const std::string& text) {
  const opt::Instruction::OperandList operands{{SPV_OPERAND_TYPE_LITERAL_STRING, spvtools::utils::MakeVector(text)}};
  if (context->module()->version() >= 0x00010100) {
    context->AddDebug3Inst(std::make_unique<Instruction>(context, spv::Op::OpModuleProcessed, 0, 0, operands));
  } else {
    context->AddDebug1Inst(std::make_unique<Instruction>(context, spv::Op::OpSourceExtension, 0, 0, operands));
  }
}

}  // namespace lacuna
