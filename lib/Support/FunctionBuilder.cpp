// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Support/FunctionBuilder.h"

#include <memory>
#include <utility>

namespace lacuna {

NewFunction AddFunction(ModuleBuilder* module, spv::FunctionControlMask control, uint32_t return_type,
                        const std::vector<uint32_t>& parameter_types, const std::string& name) {
  IRContext* context = module->context();
  NewFunction result;
  const uint32_t type = module->FunctionType(return_type, parameter_types);
  result.id = module->TakeId();
  for (size_t i = 0; i < parameter_types.size(); ++i) result.parameters.push_back(module->TakeId());
  const uint32_t label = module->TakeId();
  if (module->failed()) return {};

  auto function = std::make_unique<Function>(std::make_unique<Instruction>(
      context, spv::Op::OpFunction, return_type, result.id,
      opt::Instruction::OperandList{{SPV_OPERAND_TYPE_FUNCTION_CONTROL, {uint32_t(control)}}, IdOperand(type)}));
  for (size_t i = 0; i < parameter_types.size(); ++i) {
    function->AddParameter(std::make_unique<Instruction>(context, spv::Op::OpFunctionParameter, parameter_types[i],
                                                         result.parameters[i], opt::Instruction::OperandList{}));
  }
  auto block = std::make_unique<BasicBlock>(
      std::make_unique<Instruction>(context, spv::Op::OpLabel, 0, label, opt::Instruction::OperandList{}));
  block->SetParent(function.get());
  result.entry = block.get();
  function->AddBasicBlock(std::move(block));
  function->SetFunctionEnd(
      std::make_unique<Instruction>(context, spv::Op::OpFunctionEnd, 0, 0, opt::Instruction::OperandList{}));
  Function* placed = function.get();
  context->AddFunction(std::move(function));
  placed->ForEachInst([context](Instruction* inst) { context->AnalyzeDefUse(inst); });
  context->set_instr_block(result.entry->GetLabelInst(), result.entry);
  module->Name(result.id, name);
  return result;
}

bool IsPassable(IRContext* context, uint32_t type) {
  const opt::FeatureManager* features = context->get_feature_mgr();
  const Instruction* inst = context->get_def_use_mgr()->GetDef(type);
  switch (inst->opcode()) {
    case spv::Op::OpTypeInt: {
      const uint32_t width = inst->GetSingleWordInOperand(0);
      return (width != 8 || features->HasCapability(spv::Capability::Int8)) &&
             (width != 16 || features->HasCapability(spv::Capability::Int16));
    }
    case spv::Op::OpTypeFloat:
      return inst->GetSingleWordInOperand(0) != 16 || features->HasCapability(spv::Capability::Float16);
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypeMatrix:
    case spv::Op::OpTypeArray:
      return IsPassable(context, inst->GetSingleWordInOperand(0));
    case spv::Op::OpTypeStruct:
      for (uint32_t i = 0; i < inst->NumInOperands(); ++i) {
        if (!IsPassable(context, inst->GetSingleWordInOperand(i))) return false;
      }
      return true;
    default:
      return true;
  }
}

}  // namespace lacuna
