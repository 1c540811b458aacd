// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/Parameters.h"

namespace lacuna {

ParameterPlace FindParameter(IRContext* context, const Instruction& parameter) {
  ParameterPlace place;
  for (Function& function : *context->module()) {
    uint32_t in_operand = 0;
    function.ForEachParam([&](const Instruction* each) {
      ++in_operand;
      if (each == &parameter) place = {&function, in_operand};
    });
    if (place.function != nullptr) break;
  }
  return place;
}

ParameterTable::ParameterTable(IRContext* context) : context_(context) {
  for (Function& function : *context->module()) {
    uint32_t in_operand = 0;
    function.ForEachParam([&](const Instruction* each) { places_[each] = {&function, ++in_operand}; });
  }
}

bool ParameterTable::WhileEachArgument(const Instruction& parameter, const std::function<bool(uint32_t)>& visit) const {
  const ParameterPlace place = Find(parameter);
  return context_->get_def_use_mgr()->WhileEachUser(place.function->result_id(), [&](Instruction* user) {
    return user->opcode() != spv::Op::OpFunctionCall || visit(user->GetSingleWordInOperand(place.in_operand));
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
