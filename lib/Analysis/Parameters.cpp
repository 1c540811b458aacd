// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/Parameters.h"

namespace lacuna {

ParameterTable::ParameterTable(IRContext* context) : context_(context) {
  for (Function& function : *context->module()) {
    uint32_t in_operand = 0;
    function.ForEachParam([&](const Instruction* each) { places_[each] = {&function, ++in_operand}; });
  }
}

bool ParameterTable::WhileEachArgument(const Instruction& parameter, const std::function<bool(uint32_t)>& visit) const {
  const ParameterPlace place = Find(parameter);
  return context_->get_def_use_mgr()->WhileEachUser(place.function->result_id(), [&](Instruction* user) {
    // The module may be invalid, and a call lack the argument.
    return user->opcode() != spv::Op::OpFunctionCall || place.in_operand >= user->NumInOperands() ||
           visit(user->GetSingleWordInOperand(place.in_operand));
  });
}

const Instruction* ParameterFor(IRContext* context, const Instruction& call, uint32_t in_operand) {
  const Instruction* parameter = nullptr;
  uint32_t index = 1;
  context->GetFunction(call.GetSingleWordInOperand(0))->ForEachParam([&](const Instruction* each) {
    if (index++ == in_operand) parameter = each;
  });
  return parameter;
}

}  // namespace lacuna
