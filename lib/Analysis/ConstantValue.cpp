// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/ConstantValue.h"

namespace lacuna {

ConstantValue EvaluateConstant(opt::analysis::DefUseManager* defs, uint32_t id, bool as_signed) {
  ConstantValue result;
  const Instruction* inst = defs->GetDef(id);
  if (inst == nullptr || inst->type_id() == 0) return result;
  const Instruction* type = defs->GetDef(inst->type_id());
  if (type == nullptr || type->opcode() != spv::Op::OpTypeInt) return result;
  switch (inst->opcode()) {
    case spv::Op::OpConstantNull:
      result.known = result.is_plain = true;
      return result;
    case spv::Op::OpConstant:
      result.is_plain = true;
      break;
    case spv::Op::OpSpecConstant:
      break;
    default:
      return result;
  }
  result.known = true;
  const uint32_t width = type->GetSingleWordInOperand(0);
  const bool is_signed = type->GetSingleWordInOperand(1) != 0 || as_signed;
  const auto& words = inst->GetInOperand(0).words;
  uint64_t bits = words[0];
  if (words.size() > 1) bits |= uint64_t{words[1]} << 32;
  if (width < 64) {
    const uint64_t mask = (uint64_t{1} << width) - 1;
    bits &= mask;
    if (is_signed && (bits >> (width - 1)) != 0) bits |= ~mask;
  } else if (!is_signed && (bits >> 63) != 0) {
    result.fits = false;
  }
  result.value = static_cast<int64_t>(bits);
  return result;
}

}  // namespace lacuna
