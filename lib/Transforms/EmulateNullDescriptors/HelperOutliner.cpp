// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/EmulateNullDescriptors/HelperOutliner.h"

#include <algorithm>
#include <memory>

#include "Support/FunctionBuilder.h"
#include "Support/Text.h"

namespace lacuna {

struct HelperOutliner::Plan {
  std::vector<uint32_t> parameters;  // the function-local ids that the access uses
  std::vector<uint32_t> key;
};

// The bytes of the first scalar in a type; 4 if it has none.
uint32_t HelperOutliner::FirstScalarBytes(uint32_t type) const {
  if (const uint32_t bytes = layout_.ScalarBytes(type)) return bytes;
  const Instruction* inst = module_->context()->get_def_use_mgr()->GetDef(type);
  if (inst->opcode() == spv::Op::OpTypeStruct && inst->NumInOperands() == 0) return 4;
  return FirstScalarBytes(inst->GetSingleWordInOperand(0));
}

std::string HelperOutliner::NameOf(const AccessSite& site) const {
  std::string kind(DescriptorKindName(site.roots.front()->kind));
  std::replace(kind.begin(), kind.end(), '-', '_');
  return "null_" + kind + "_" + std::to_string(FirstScalarBytes(site.value_type) * 8) + "_" +
         SnakeCase(spvOpcodeString(site.inst->opcode()));
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
  if (site.path.descriptor == nullptr || !IsPassable(context, site.value_type) || module_->failed()) return;
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
  std::vector<uint32_t> parameter_types;
  for (uint32_t id : plan.parameters) parameter_types.push_back(defs->GetDef(id)->type_id());
  const NewFunction function =
      AddFunction(module_, spv::FunctionControlMask::DontInline, returns ? site.inst->type_id() : module_->VoidType(),
                  parameter_types, NameOf(site));
  if (module_->failed()) return 0;
  std::map<uint32_t, uint32_t> inside;
  for (size_t i = 0; i < plan.parameters.size(); ++i) {
    inside[plan.parameters[i]] = function.parameters[i];
    for (uint32_t decoration : SignificantDecorations(plan.parameters[i])) {
      module_->Decorate(function.parameters[i], static_cast<spv::Decoration>(decoration));
    }
  }

  CodeBuilder at = CodeBuilder::AtEnd(module_, function.entry, nullptr);
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
    at.Insert(std::move(copy));
    return result;
  };
  for (const Instruction* link : site.path.chain) pointer = copy_here(link);
  const uint32_t result = copy_here(site.inst);
  if (module_->failed()) return 0;
  if (returns) {
    at.EmitVoid(spv::Op::OpReturnValue, {IdOperand(result)});
  } else {
    at.EmitVoid(spv::Op::OpReturn, {});
  }
  return function.id;
}

}  // namespace lacuna
