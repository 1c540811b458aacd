// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Support/ScalarNames.h"

namespace lacuna {

std::string ScalarName(IRContext* context, uint32_t type) {
  const Instruction* inst = context->get_def_use_mgr()->GetDef(type);
  switch (inst->opcode()) {
    case spv::Op::OpTypeBool:
      return "bool";
    case spv::Op::OpTypeInt:
      return (inst->GetSingleWordInOperand(1) != 0 ? "i" : "u") + std::to_string(inst->GetSingleWordInOperand(0));
    case spv::Op::OpTypeFloat:
      return "f" + std::to_string(inst->GetSingleWordInOperand(0));
    case spv::Op::OpTypeVector:
      return ScalarName(context, inst->GetSingleWordInOperand(0)) + "x" +
             std::to_string(inst->GetSingleWordInOperand(1));
    default:
      return "other";
  }
}

}  // namespace lacuna
