// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/LegalizeMSLArrayPointers/HeldValues.h"

#include "Analysis/LoadedValues.h"
#include "Analysis/PointerWebs.h"
#include "Support/CodeBuilder.h"

namespace lacuna {

namespace {

spv::StorageClass ClassOf(opt::analysis::DefUseManager* defs, uint32_t pointer) {
  const Instruction* type = defs->GetDef(defs->GetDef(pointer)->type_id());
  return type->opcode() == spv::Op::OpTypePointer ? static_cast<spv::StorageClass>(type->GetSingleWordInOperand(0))
                                                  : spv::StorageClass::Max;
}

// Stores are not forgotten.
bool LivesAcrossAtomicOrCall(IRContext* context, const WrittenClasses& written, const Instruction& load,
                             spv::StorageClass storage_class) {
  return LivesAcross(context, load, [&](const Instruction& inst) {
    const bool is_kind = inst.opcode() == spv::Op::OpFunctionCall || spvOpcodeIsAtomicOp(inst.opcode());
    return is_kind && written.Writes(inst, storage_class);
  });
}

// A type that a Function variable may have anywhere.
bool IsPlainType(opt::analysis::DefUseManager* defs, uint32_t id) {
  switch (defs->GetDef(id)->opcode()) {
    case spv::Op::OpTypeBool:
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypeMatrix:
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeStruct:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::vector<Instruction*> FindForgottenLoads(IRContext* context) {
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  const WrittenClasses written(context);
  std::vector<Instruction*> found;
  for (Function& function : *context->module()) {
    function.ForEachInst([&](Instruction* inst) {
      if (inst->opcode() != spv::Op::OpLoad || !IsPlainType(defs, inst->type_id())) return;
      const spv::StorageClass storage_class = ClassOf(defs, inst->GetSingleWordInOperand(0));
      if (storage_class != spv::StorageClass::Workgroup && storage_class != spv::StorageClass::Private) return;
      if (LivesAcrossAtomicOrCall(context, written, *inst, storage_class)) found.push_back(inst);
    });
  }
  return found;
}

void HoldValues(ModuleBuilder* module, const std::vector<Instruction*>& loads) {
  IRContext* context = module->context();
  for (Instruction* load : loads) {
    BasicBlock* block = context->get_instr_block(load);
    BasicBlock* entry = &*block->GetParent()->begin();
    const uint32_t pointer_type = module->PointerType(spv::StorageClass::Function, load->type_id());
    CodeBuilder at_start(module, entry, &*entry->begin());
    const uint32_t variable = at_start.Emit(
        spv::Op::OpVariable, pointer_type, {{SPV_OPERAND_TYPE_STORAGE_CLASS, {uint32_t(spv::StorageClass::Function)}}});
    CodeBuilder behind(module, block, load->NextNode(), load);
    const uint32_t held = behind.Emit(spv::Op::OpLoad, load->type_id(), {IdOperand(variable)});
    if (module->failed()) return;
    context->ReplaceAllUsesWith(load->result_id(), held);
    CodeBuilder between(module, block, load->NextNode(), load);
    between.EmitVoid(spv::Op::OpStore, {IdOperand(variable), IdOperand(load->result_id())});
    if (module->failed()) return;
  }
}

std::vector<const Descriptor*> FindForgottenBuffers(IRContext* context, const DescriptorTable& descriptors) {
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  const WrittenClasses written(context);
  std::set<uint32_t> variables;
  for (Function& function : *context->module()) {
    function.ForEachInst([&](Instruction* inst) {
      if (inst->opcode() != spv::Op::OpLoad) return;
      const Instruction* variable = PointerVariable(context, inst->GetSingleWordInOperand(0));
      if (variable == nullptr || descriptors.Find(variable->result_id()) == nullptr ||
          !context->get_decoration_mgr()->HasDecoration(variable->result_id(), spv::Decoration::Restrict)) {
        return;
      }
      const spv::StorageClass storage_class = ClassOf(defs, variable->result_id());
      if (storage_class != spv::StorageClass::StorageBuffer && storage_class != spv::StorageClass::Uniform) return;
      if (LivesAcrossAtomicOrCall(context, written, *inst, storage_class)) variables.insert(variable->result_id());
    });
  }
  std::vector<const Descriptor*> found;
  for (const Descriptor& descriptor : descriptors.descriptors()) {
    if (variables.count(descriptor.id()) != 0) found.push_back(&descriptor);
  }
  return found;
}

}  // namespace lacuna
