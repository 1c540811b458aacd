// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/Convergence.h"

#include <string>

#include "Analysis/ImageOps.h"

namespace lacuna {

bool IsConvergent(const Instruction& inst) {
  switch (inst.opcode()) {
    case spv::Op::OpControlBarrier:
    case spv::Op::OpDPdx:
    case spv::Op::OpDPdy:
    case spv::Op::OpFwidth:
    case spv::Op::OpDPdxFine:
    case spv::Op::OpDPdyFine:
    case spv::Op::OpFwidthFine:
    case spv::Op::OpDPdxCoarse:
    case spv::Op::OpDPdyCoarse:
    case spv::Op::OpFwidthCoarse:
    case spv::Op::OpSetMeshOutputsEXT:
    case spv::Op::OpEmitMeshTasksEXT:
      return true;
    default:
      break;
  }
  const auto image = ClassifyImageOp(inst.opcode());
  if (image && image->effect == ImageOp::Effect::kImplicit) return true;
  // There are over a hundred operations of groups and subgroups, and extensions
  // add more.
  const std::string name = spvOpcodeString(inst.opcode());
  for (const char* prefix : {"Group", "Subgroup", "CooperativeMatrix"}) {
    if (name.rfind(prefix, 0) == 0) return true;
  }
  return false;
}

ConvergentFunctions::ConvergentFunctions(IRContext* context) {
  for (const Function& function : *context->module()) functions_[function.result_id()] = &function;
}

bool ConvergentFunctions::Contains(const Function& function) const {
  auto [entry, is_new] = known_.emplace(function.result_id(), false);
  if (!is_new) return entry->second;
  bool found = false;
  function.ForEachInst([&](const Instruction* inst) {
    if (found || inst->opcode() != spv::Op::OpFunctionCall) {
      found |= IsConvergent(*inst);
      return;
    }
    auto callee = functions_.find(inst->GetSingleWordInOperand(0));
    found = callee != functions_.end() && Contains(*callee->second);
  });
  known_[function.result_id()] = found;
  return found;
}

}  // namespace lacuna
