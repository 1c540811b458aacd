// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/EmulateNullDescriptors/HelperOutliner.h"

#include <algorithm>
#include <cctype>
#include <memory>

namespace lacuna {

struct HelperOutliner::Plan {
  std::vector<uint32_t> parameters;  // the function-local ids that the access uses
  std::vector<uint32_t> key;
};

// Is the type one that a function may take and return?
bool HelperOutliner::IsPassable(uint32_t type) const {
  IRContext* context = module_->context();
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
      return IsPassable(inst->GetSingleWordInOperand(0));
    case spv::Op::OpTypeStruct:
      for (uint32_t i = 0; i < inst->NumInOperands(); ++i) {
        if (!IsPassable(inst->GetSingleWordInOperand(i))) return false;
      }
      return true;
    default:
      return true;
  }
}

// The bytes of the first scalar in a type; 4 if it has none.
uint32_t HelperOutliner::FirstScalarBytes(uint32_t type) const {
  if (const uint32_t bytes = layout_.ScalarBytes(type)) return bytes;
  const Instruction* inst = module_->context()->get_def_use_mgr()->GetDef(type);
  if (inst->opcode() == spv::Op::OpTypeStruct && inst->NumInOperands() == 0) return 4;
  return FirstScalarBytes(inst->GetSingleWordInOperand(0));
}

std::string HelperOutliner::NameOf(const AccessSite& site) const {
  std::string op = spvOpcodeString(site.inst->opcode());
  std::string words;
  // "AtomicIAdd" becomes "atomic_iadd".
  for (size_t i = 0; i < op.size(); ++i) {
    const bool upper = std::isupper(static_cast<unsigned char>(op[i])) != 0;
    const bool after_lower = i > 0 && std::islower(static_cast<unsigned char>(op[i - 1])) != 0;
    if (upper && after_lower) words += '_';
    words += static_cast<char>(std::tolower(static_cast<unsigned char>(op[i])));
  }
  std::string kind(DescriptorKindName(site.roots.front()->kind));
  std::replace(kind.begin(), kind.end(), '-', '_');
  return "null_" + kind + "_" + std::to_string(FirstScalarBytes(site.value_type) * 8) + "_" + words;
}

std::vector<uint32_t> HelperOutliner::SignificantDecorations(uint32_t id) const {
  std::vector<uint32_t> found;
  for (spv::Decoration decoration : {spv::Decoration::NonUniform, spv::Decoration::RelaxedPrecision}) {
    if (module_->context()->get_decoration_mgr()->HasDecoration(id, decoration)) found.push_back(uint32_t(decoration));
  }
  return found;
}

HelperOutliner::Plan HelperOutliner::MakePlan(const AccessSite& site) const {
  IRContext* context = module_->context();
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  Plan plan;
  auto add = [&](const opt::Operand& operand) {
    if (!spvIsIdType(operand.type)) {
      plan.key.push_back(0);
      plan.key.insert(plan.key.end(), operand.words.begin(), operand.words.end());
      return;
    }
    const uint32_t id = operand.words[0];
    const Instruction* def = defs->GetDef(id);
    const bool is_local = def->opcode() == spv::Op::OpFunctionParameter ||
                          context->get_instr_block(const_cast<Instruction*>(def)) != nullptr;
    if (!is_local) {
      plan.key.insert(plan.key.end(), {1, id});
      return;
    }
    auto place = std::find(plan.parameters.begin(), plan.parameters.end(), id);
    plan.key.insert(plan.key.end(), {2, static_cast<uint32_t>(place - plan.parameters.begin()), def->type_id()});
    if (place == plan.parameters.end()) {
      plan.parameters.push_back(id);
      const auto decorations = SignificantDecorations(id);
      plan.key.insert(plan.key.end(), decorations.begin(), decorations.end());
    }
  };
  plan.key.push_back(site.path.descriptor->id());
  std::vector<const Instruction*> insts(site.path.chain.begin(), site.path.chain.end());
  insts.push_back(site.inst);
  for (const Instruction* inst : insts) {
    plan.key.insert(plan.key.end(), {3, uint32_t(inst->opcode()), inst->type_id()});
    if (inst->result_id() != 0) {
      const auto decorations = SignificantDecorations(inst->result_id());
      plan.key.insert(plan.key.end(), decorations.begin(), decorations.end());
    }
    // In operand 0 is the pointer, which the helper makes itself.
    for (uint32_t i = 1; i < inst->NumInOperands(); ++i) add(inst->GetInOperand(i));
  }
  return plan;
}

void HelperOutliner::Outline(const AccessSite& site, bool by_entry_point) {
  IRContext* context = module_->context();
  if (site.path.descriptor == nullptr || !IsPassable(site.value_type) || module_->failed()) return;
  Plan plan = MakePlan(site);
  if (by_entry_point) {
    const auto& reaching =
        calls_.EntryPointsReaching(context->get_instr_block(site.inst)->GetParent()->result_id());
    plan.key.push_back(4);
    plan.key.insert(plan.key.end(), reaching.begin(), reaching.end());
  }
  auto [helper, is_new] = helpers_.emplace(plan.key, 0);
  if (is_new) helper->second = MakeHelper(site, plan);
  if (module_->failed()) return;

  Instruction* inst = site.inst;
  opt::Instruction::OperandList arguments{IdOperand(helper->second)};
  for (uint32_t id : plan.parameters) arguments.push_back(IdOperand(id));
  if (inst->result_id() != 0) {
    context->ForgetUses(inst);
    inst->SetOpcode(spv::Op::OpFunctionCall);
    inst->SetInOperands(std::move(arguments));
    context->AnalyzeUses(inst);
    return;
  }
  CodeBuilder at(module_, context->get_instr_block(inst), inst);
  at.Emit(spv::Op::OpFunctionCall, module_->VoidType(), {arguments.begin(), arguments.end()});
  context->KillInst(inst);
}

uint32_t HelperOutliner::MakeHelper(const AccessSite& site, const Plan& plan) {
  IRContext* context = module_->context();
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  const bool returns = site.inst->result_id() != 0;
  const uint32_t return_type = returns ? site.inst->type_id() : module_->VoidType();
  std::vector<uint32_t> parameter_types;
  for (uint32_t id : plan.parameters) parameter_types.push_back(defs->GetDef(id)->type_id());
  const uint32_t function_type = module_->FunctionType(return_type, parameter_types);
  const uint32_t function_id = module_->TakeId();
  if (module_->failed()) return 0;

  auto function = std::make_unique<Function>(std::make_unique<Instruction>(
      context, spv::Op::OpFunction, return_type, function_id,
      opt::Instruction::OperandList{
          {SPV_OPERAND_TYPE_FUNCTION_CONTROL, {uint32_t(spv::FunctionControlMask::DontInline)}},
          IdOperand(function_type)}));
  std::map<uint32_t, uint32_t> inside;
  for (size_t i = 0; i < plan.parameters.size(); ++i) {
    const uint32_t id = module_->TakeId();
    if (id == 0) return 0;
    function->AddParameter(std::make_unique<Instruction>(context, spv::Op::OpFunctionParameter, parameter_types[i], id,
                                                         opt::Instruction::OperandList{}));
    inside[plan.parameters[i]] = id;
    for (uint32_t decoration : SignificantDecorations(plan.parameters[i])) {
      module_->Decorate(id, static_cast<spv::Decoration>(decoration));
    }
  }
  const uint32_t label = module_->TakeId();
  if (label == 0) return 0;
  auto block = std::make_unique<BasicBlock>(
      std::make_unique<Instruction>(context, spv::Op::OpLabel, 0, label, opt::Instruction::OperandList{}));
  block->SetParent(function.get());

  uint32_t pointer = site.path.descriptor->id();
  auto copy_here = [&](const Instruction* inst) {
    std::unique_ptr<Instruction> copy(inst->Clone(context));
    copy->SetDebugScope(opt::DebugScope(kNoDebugScope, kNoInlinedAt));
    copy->clear_dbg_line_insts();
    copy->SetInOperand(0, {pointer});
    for (uint32_t i = 1; i < copy->NumInOperands(); ++i) {
      opt::Operand& operand = copy->GetInOperand(i);
      auto found = spvIsIdType(operand.type) ? inside.find(operand.words[0]) : inside.end();
      if (found != inside.end()) copy->SetInOperand(i, {found->second});
    }
    uint32_t result = 0;
    if (inst->result_id() != 0) {
      result = module_->TakeId();
      if (result == 0) return 0u;
      copy->SetResultId(result);
      for (uint32_t decoration : SignificantDecorations(inst->result_id())) {
        module_->Decorate(result, static_cast<spv::Decoration>(decoration));
      }
    }
    block->AddInstruction(std::move(copy));
    return result;
  };
  for (const Instruction* link : site.path.chain) pointer = copy_here(link);
  const uint32_t result = copy_here(site.inst);
  if (module_->failed()) return 0;
  if (returns) {
    block->AddInstruction(std::make_unique<Instruction>(context, spv::Op::OpReturnValue, 0, 0,
                                                        opt::Instruction::OperandList{IdOperand(result)}));
  } else {
    block->AddInstruction(
        std::make_unique<Instruction>(context, spv::Op::OpReturn, 0, 0, opt::Instruction::OperandList{}));
  }
  function->AddBasicBlock(std::move(block));
  function->SetFunctionEnd(
      std::make_unique<Instruction>(context, spv::Op::OpFunctionEnd, 0, 0, opt::Instruction::OperandList{}));
  Function* placed = function.get();
  context->AddFunction(std::move(function));
  placed->ForEachInst([context](Instruction* inst) { context->AnalyzeDefUse(inst); });
  for (BasicBlock& body : *placed) {
    context->set_instr_block(body.GetLabelInst(), &body);
    for (Instruction& inst : body) context->set_instr_block(&inst, &body);
  }
  module_->Name(function_id, NameOf(site));
  return function_id;
}

}  // namespace lacuna
