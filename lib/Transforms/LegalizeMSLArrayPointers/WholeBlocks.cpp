// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/LegalizeMSLArrayPointers/WholeBlocks.h"

#include <algorithm>

#include "Support/CodeBuilder.h"
#include "Support/CopyMemory.h"

namespace lacuna {

namespace {

// The variable that the pointer is a plain access chain of, or null. `indices`
// gets the chain's.
Instruction* VariableOf(IRContext* context, uint32_t pointer, std::vector<uint32_t>* indices) {
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  Instruction* inst = defs->GetDef(pointer);
  while (inst->opcode() == spv::Op::OpAccessChain || inst->opcode() == spv::Op::OpInBoundsAccessChain ||
         inst->opcode() == spv::Op::OpCopyObject) {
    std::vector<uint32_t> here;
    for (uint32_t i = 1; i < inst->NumInOperands(); ++i) here.push_back(inst->GetSingleWordInOperand(i));
    indices->insert(indices->begin(), here.begin(), here.end());
    inst = defs->GetDef(inst->GetSingleWordInOperand(0));
  }
  return inst->opcode() == spv::Op::OpVariable ? inst : nullptr;
}

bool IsWholeBlock(IRContext* context, const DescriptorTable& descriptors, uint32_t pointer) {
  std::vector<uint32_t> indices;
  const Instruction* variable = VariableOf(context, pointer, &indices);
  const Descriptor* descriptor = variable == nullptr ? nullptr : descriptors.Find(variable->result_id());
  if (descriptor == nullptr || descriptor->dimensions.empty() || indices.size() != descriptor->dimensions.size()) {
    return false;
  }
  return context->get_def_use_mgr()->GetDef(descriptor->element_type)->opcode() == spv::Op::OpTypeStruct;
}

// The memory operands of an access to the member at this offset.
std::vector<opt::Operand> MemberOperands(const Instruction& inst, uint32_t first, uint32_t offset) {
  std::vector<opt::Operand> operands;
  for (uint32_t i = first; i < inst.NumInOperands(); ++i) operands.push_back(inst.GetInOperand(i));
  constexpr uint32_t kAligned = uint32_t(spv::MemoryAccessMask::Aligned);
  if (operands.size() > 1 && (operands[0].words[0] & kAligned) != 0 && offset != 0) {
    const uint32_t of_offset = offset & (~offset + 1);  // its lowest bit
    operands[1].words[0] = std::min(operands[1].words[0], of_offset);
  }
  return operands;
}

class Splitter {
 public:
  Splitter(ModuleBuilder* module, const DescriptorTable& descriptors)
      : module_(module), context_(module->context()), descriptors_(descriptors) {}

  void Split(Instruction* inst) {
    if (inst->opcode() == spv::Op::OpCopyMemory) {
      Instruction* before = inst->PreviousNode();
      BasicBlock* block = context_->get_instr_block(inst);
      Instruction* after = inst->NextNode();
      SplitCopyMemory(module_, inst);
      std::vector<Instruction*> made;
      for (Instruction* each = before == nullptr ? &*block->begin() : before->NextNode(); each != after;
           each = each->NextNode()) {
        made.push_back(each);
      }
      for (Instruction* each : made) {
        if (IsWholeBlock(context_, descriptors_, each->GetSingleWordInOperand(0))) Split(each);
      }
      return;
    }
    if (module_->failed()) return;
    const bool is_load = inst->opcode() == spv::Op::OpLoad;
    opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
    const uint32_t pointer = inst->GetSingleWordInOperand(0);
    indices_.clear();
    variable_ = VariableOf(context_, pointer, &indices_);
    non_uniform_ = context_->get_decoration_mgr()->HasDecoration(pointer, spv::Decoration::NonUniform);
    const uint32_t block_type = descriptors_.Find(variable_->result_id())->element_type;
    const Instruction* type = defs->GetDef(block_type);
    CodeBuilder at(module_, context_->get_instr_block(inst), inst);
    opt::Instruction::OperandList values;
    for (uint32_t member = 0; member < type->NumInOperands(); ++member) {
      const uint32_t member_type = type->GetSingleWordInOperand(member);
      uint32_t offset = 0;
      context_->get_decoration_mgr()->ForEachDecoration(
          block_type, uint32_t(spv::Decoration::Offset), [&](const Instruction& decoration) {
            if (decoration.opcode() == spv::Op::OpMemberDecorate && decoration.GetSingleWordInOperand(1) == member) {
              offset = decoration.GetSingleWordInOperand(3);
            }
          });
      const uint32_t place = MemberPointer(&at, member_type, member);
      if (is_load) {
        std::vector<opt::Operand> operands{IdOperand(place)};
        for (const opt::Operand& each : MemberOperands(*inst, 1, offset)) operands.push_back(each);
        values.push_back(IdOperand(at.Emit(spv::Op::OpLoad, member_type, operands)));
      } else {
        const uint32_t value = at.Emit(spv::Op::OpCompositeExtract, member_type,
                                       {IdOperand(inst->GetSingleWordInOperand(1)), LiteralOperand(member)});
        std::vector<opt::Operand> operands{IdOperand(place), IdOperand(value)};
        for (const opt::Operand& each : MemberOperands(*inst, 2, offset)) operands.push_back(each);
        at.EmitVoid(spv::Op::OpStore, operands);
      }
      if (module_->failed()) return;
    }
    if (!is_load) {
      context_->KillInst(inst);
      return;
    }
    context_->ForgetUses(inst);
    inst->SetOpcode(spv::Op::OpCompositeConstruct);
    inst->SetInOperands(std::move(values));
    context_->AnalyzeUses(inst);
  }

 private:
  uint32_t MemberPointer(CodeBuilder* at, uint32_t member_type, uint32_t member) {
    const auto storage_class = static_cast<spv::StorageClass>(variable_->GetSingleWordInOperand(0));
    std::vector<uint32_t> operands{variable_->result_id()};
    operands.insert(operands.end(), indices_.begin(), indices_.end());
    operands.push_back(module_->Uint(member));
    const uint32_t type = module_->PointerType(storage_class, member_type);
    const uint32_t id = at->EmitIds(spv::Op::OpAccessChain, type, operands);
    if (non_uniform_) module_->Decorate(id, spv::Decoration::NonUniform);
    return id;
  }

  ModuleBuilder* module_;
  IRContext* context_;
  const DescriptorTable& descriptors_;
  Instruction* variable_ = nullptr;
  std::vector<uint32_t> indices_;
  bool non_uniform_ = false;
};

}  // namespace

std::vector<Instruction*> FindWholeBlocks(IRContext* context, const DescriptorTable& descriptors) {
  std::vector<Instruction*> found;
  for (Function& function : *context->module()) {
    function.ForEachInst([&](Instruction* inst) {
      switch (inst->opcode()) {
        case spv::Op::OpLoad:
        case spv::Op::OpStore:
          if (IsWholeBlock(context, descriptors, inst->GetSingleWordInOperand(0))) found.push_back(inst);
          return;
        case spv::Op::OpCopyMemory:
          if (IsWholeBlock(context, descriptors, inst->GetSingleWordInOperand(0)) ||
              IsWholeBlock(context, descriptors, inst->GetSingleWordInOperand(1))) {
            found.push_back(inst);
          }
          return;
        default:
          return;
      }
    });
  }
  return found;
}

void SplitWholeBlocks(ModuleBuilder* module, const DescriptorTable& descriptors,
                      const std::vector<Instruction*>& accesses) {
  Splitter splitter(module, descriptors);
  for (Instruction* access : accesses) splitter.Split(access);
}

}  // namespace lacuna
