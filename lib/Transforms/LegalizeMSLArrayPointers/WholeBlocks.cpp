// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/LegalizeMSLArrayPointers/WholeBlocks.h"

#include <algorithm>

#include "Analysis/ConstantValue.h"
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

// The memory operands of an access to the part at this offset.
std::vector<opt::Operand> PartOperands(const Instruction& inst, uint32_t first, uint32_t offset) {
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
    const uint32_t pointer = inst->GetSingleWordInOperand(0);
    inst_ = inst;
    indices_.clear();
    variable_ = VariableOf(context_, pointer, &indices_);
    non_uniform_ = context_->get_decoration_mgr()->HasDecoration(pointer, spv::Decoration::NonUniform);
    const uint32_t type = descriptors_.Find(variable_->result_id())->element_type;
    CodeBuilder at(module_, context_->get_instr_block(inst), inst);
    std::vector<uint32_t> path;
    if (!is_load) {
      Store(&at, type, 0, &path);
      if (!module_->failed()) context_->KillInst(inst);
      return;
    }
    opt::Instruction::OperandList values;
    for (uint32_t value : LoadParts(&at, type, 0, &path)) values.push_back(IdOperand(value));
    if (module_->failed()) return;
    context_->ForgetUses(inst);
    inst->SetOpcode(spv::Op::OpCompositeConstruct);
    inst->SetInOperands(std::move(values));
    context_->AnalyzeUses(inst);
  }

 private:
  // The parts that a value of the type is made of, if it is to be taken apart:
  // the block into its members, arrays of known length into elements.
  // SPIRV-Cross has types of its own for arrays as values, which do not fit those
  // in blocks.
  uint32_t PartCount(uint32_t type_id) const {
    opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
    const Instruction* type = defs->GetDef(type_id);
    if (type->opcode() == spv::Op::OpTypeStruct) return type->NumInOperands();
    if (type->opcode() != spv::Op::OpTypeArray) return 0;
    const ConstantValue length = EvaluateConstant(defs, type->GetSingleWordInOperand(1));
    constexpr int64_t kMaxElements = 256;  // a loop would be due for more
    return length.is_plain && length.value <= kMaxElements ? static_cast<uint32_t>(length.value) : 0;
  }

  uint32_t PartType(uint32_t type_id, uint32_t part) const {
    const Instruction* type = context_->get_def_use_mgr()->GetDef(type_id);
    return type->GetSingleWordInOperand(type->opcode() == spv::Op::OpTypeStruct ? part : 0);
  }

  // Bytes from the start of a value of the type to its part.
  uint32_t PartOffset(uint32_t type_id, uint32_t part) const {
    const bool is_struct = context_->get_def_use_mgr()->GetDef(type_id)->opcode() == spv::Op::OpTypeStruct;
    uint32_t offset = 0;
    const auto decoration = is_struct ? spv::Decoration::Offset : spv::Decoration::ArrayStride;
    context_->get_decoration_mgr()->ForEachDecoration(type_id, uint32_t(decoration), [&](const Instruction& found) {
      if (!is_struct) {
        offset = part * found.GetSingleWordInOperand(2);
      } else if (found.opcode() == spv::Op::OpMemberDecorate && found.GetSingleWordInOperand(1) == part) {
        offset = found.GetSingleWordInOperand(3);
      }
    });
    return offset;
  }

  uint32_t Load(CodeBuilder* at, uint32_t type, uint32_t offset, std::vector<uint32_t>* path) {
    if (module_->failed()) return 0;
    if (PartCount(type) != 0) {
      const std::vector<uint32_t> parts = LoadParts(at, type, offset, path);
      return at->EmitIds(spv::Op::OpCompositeConstruct, type, parts);
    }
    std::vector<opt::Operand> operands{IdOperand(PartPointer(at, type, *path))};
    for (const opt::Operand& each : PartOperands(*inst_, 1, offset)) operands.push_back(each);
    return at->Emit(spv::Op::OpLoad, type, operands);
  }

  std::vector<uint32_t> LoadParts(CodeBuilder* at, uint32_t type, uint32_t offset, std::vector<uint32_t>* path) {
    std::vector<uint32_t> values;
    const uint32_t count = PartCount(type);
    for (uint32_t part = 0; part < count; ++part) {
      path->push_back(part);
      values.push_back(Load(at, PartType(type, part), offset + PartOffset(type, part), path));
      path->pop_back();
    }
    return values;
  }

  void Store(CodeBuilder* at, uint32_t type, uint32_t offset, std::vector<uint32_t>* path) {
    if (module_->failed()) return;
    if (const uint32_t count = PartCount(type)) {
      for (uint32_t part = 0; part < count; ++part) {
        path->push_back(part);
        Store(at, PartType(type, part), offset + PartOffset(type, part), path);
        path->pop_back();
      }
      return;
    }
    std::vector<opt::Operand> extract{IdOperand(inst_->GetSingleWordInOperand(1))};
    for (uint32_t part : *path) extract.push_back(LiteralOperand(part));
    const uint32_t value = at->Emit(spv::Op::OpCompositeExtract, type, extract);
    std::vector<opt::Operand> operands{IdOperand(PartPointer(at, type, *path)), IdOperand(value)};
    for (const opt::Operand& each : PartOperands(*inst_, 2, offset)) operands.push_back(each);
    at->EmitVoid(spv::Op::OpStore, operands);
  }

  uint32_t PartPointer(CodeBuilder* at, uint32_t type, const std::vector<uint32_t>& path) {
    const auto storage_class = static_cast<spv::StorageClass>(variable_->GetSingleWordInOperand(0));
    std::vector<uint32_t> operands{variable_->result_id()};
    operands.insert(operands.end(), indices_.begin(), indices_.end());
    for (uint32_t part : path) operands.push_back(module_->Uint(part));
    const uint32_t id = at->EmitIds(spv::Op::OpAccessChain, module_->PointerType(storage_class, type), operands);
    if (non_uniform_) module_->Decorate(id, spv::Decoration::NonUniform);
    return id;
  }

  ModuleBuilder* module_;
  IRContext* context_;
  const DescriptorTable& descriptors_;
  Instruction* inst_ = nullptr;
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
