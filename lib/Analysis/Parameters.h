// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_PARAMETERS_H_
#define LACUNA_ANALYSIS_PARAMETERS_H_

#include <cstdint>
#include <functional>

#include "Support/SpirvToolsCompat.h"

namespace lacuna {

// The function that a parameter belongs to, and the number of the in operand in
// which every OpFunctionCall of it has the argument (operand 0 is the callee).
struct ParameterPlace {
  Function* function = nullptr;
  uint32_t in_operand = 0;
};
// `parameter` is an OpFunctionParameter of the module. Looks through all functions.
ParameterPlace FindParameter(IRContext* context, const Instruction& parameter);

// Calls `visit` with the argument that each call in the module gives `parameter`,
// until it returns false; returns whether it never did.
bool WhileEachArgument(IRContext* context, const Instruction& parameter, const std::function<bool(uint32_t)>& visit);

// The parameter that takes in operand `in_operand` of an OpFunctionCall.
const Instruction* ParameterFor(IRContext* context, const Instruction& call, uint32_t in_operand);

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_PARAMETERS_H_
