// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_PARAMETERS_H_
#define LACUNA_ANALYSIS_PARAMETERS_H_

#include <cstdint>
#include <functional>
#include <unordered_map>

#include "Support/SpirvToolsCompat.h"

namespace lacuna {

// The function that a parameter belongs to, and the number of the in operand in
// which every OpFunctionCall of it has the argument (operand 0 is the callee).
struct ParameterPlace {
  Function* function = nullptr;
  uint32_t in_operand = 0;
};

// The places of all parameters. Parameters that are added or removed behind its
// making are not seen.
class ParameterTable {
 public:
  explicit ParameterTable(IRContext* context);

  // `parameter` is an OpFunctionParameter of the module as it was.
  ParameterPlace Find(const Instruction& parameter) const { return places_.at(&parameter); }
  // Calls `visit` with the argument that each call in the module gives `parameter`,
  // until it returns false; returns whether it never did.
  bool WhileEachArgument(const Instruction& parameter, const std::function<bool(uint32_t)>& visit) const;

 private:
  IRContext* context_;
  std::unordered_map<const Instruction*, ParameterPlace> places_;
};

// The parameter that takes in operand `in_operand` of an OpFunctionCall.
const Instruction* ParameterFor(IRContext* context, const Instruction& call, uint32_t in_operand);

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_PARAMETERS_H_
