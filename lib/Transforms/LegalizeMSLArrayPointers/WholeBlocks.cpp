// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/LegalizeMSLArrayPointers/WholeBlocks.h"

#include <algorithm>
#include <map>
#include <string>

#include "Analysis/ConstantValue.h"
#include "Analysis/PointerWebs.h"
#include "Analysis/TypeLayout.h"
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

// Is a loaded block used as a value, other than to take parts or to store it?
bool NeedsValue(IRContext* context, const Instruction& load) {
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  return !defs->WhileEachUser(&load, [&](const Instruction* user) {
    switch (user->opcode()) {
      case spv::Op::OpName:
      case spv::Op::OpDecorate:
        return true;
      case spv::Op::OpStore:
        return user->GetSingleWordInOperand(1) == load.result_id();
      case spv::Op::OpCompositeExtract:
        return defs->GetDef(user->type_id())->opcode() != spv::Op::OpTypeStruct;
      default:
        return user->IsCommonDebugInstr() || user->IsNonSemanticInstruction();
    }
  });
}

// Does every member, and every part of one, begin where the one before ends?
bool HasGaps(const TypeLayout& layout, const LaidOutType& type, opt::analysis::DefUseManager* defs) {
  const Instruction* inst = defs->GetDef(type.type);
  const bool is_struct = inst->opcode() == spv::Op::OpTypeStruct;
  if (!is_struct && inst->opcode() != spv::Op::OpTypeArray) return false;
  const uint32_t count = is_struct ? inst->NumInOperands() : 1;
  uint64_t end = 0;
  for (uint32_t part = 0; part < count; ++part) {
    LaidOutType inner;
    uint64_t offset = 0, stride = 0;
    ByteCount extent;
    std::string why;
    if (!layout.Part(type, part, &inner, &offset, &stride, &why) || !layout.Extent(inner, &extent, &why) ||
        !extent.terms.empty() || (is_struct ? offset != end : stride != extent.constant) ||
        HasGaps(layout, inner, defs)) {
      return true;
    }
    end = offset + extent.constant;
  }
  return false;
}

class Splitter {
 public:
  Splitter(ModuleBuilder* module, const DescriptorTable& descriptors)
      : module_(module), context_(module->context()), descriptors_(descriptors) {}

  void SplitStore(Instruction* inst) {
    if (!Begin(inst)) return;
    CodeBuilder at(module_, context_->get_instr_block(inst), inst);
    std::vector<uint32_t> path;
    Store(&at, type_, 0, &path);
    if (!module_->failed()) context_->KillInst(inst);
  }

  // What takes parts of the value gets what was loaded for them. SPIRV-Cross
  // puts members of its own into structs with gaps and does not count them when
  // it prints a struct made of values, so no struct is made where one can do
  // without.
  void SplitLoad(Instruction* inst) {
    if (!Begin(inst)) return;
    CodeBuilder at(module_, context_->get_instr_block(inst), inst);
    std::vector<uint32_t> path;
    leaves_.clear();
    const uint32_t value = Load(&at, type_, 0, &path, NeedsValue(context_, *inst));
    if (module_->failed()) return;
    std::vector<Instruction*> users;
    context_->get_def_use_mgr()->ForEachUser(inst, [&users](Instruction* user) { users.push_back(user); });
    for (Instruction* user : users) {
      if (user->opcode() == spv::Op::OpCompositeExtract) {
        ReplaceExtract(user);
      } else if (user->opcode() == spv::Op::OpStore && value == 0) {
        StoreLeaves(user);
      }
    }
    if (module_->failed()) return;
    if (value != 0) context_->ReplaceAllUsesWith(inst->result_id(), value);
    context_->KillInst(inst);
  }

 private:
  bool Begin(Instruction* inst) {
    if (module_->failed()) return false;
    inst_ = inst;
    indices_.clear();
    variable_ = VariableOf(context_, inst->GetSingleWordInOperand(0), &indices_);
    non_uniform_ =
        context_->get_decoration_mgr()->HasDecoration(inst->GetSingleWordInOperand(0), spv::Decoration::NonUniform);
    type_ = descriptors_.Find(variable_->result_id())->element_type;
    return true;
  }

  void ReplaceExtract(Instruction* user) {
    std::vector<uint32_t> path;
    for (uint32_t i = 1; i < user->NumInOperands(); ++i) path.push_back(user->GetSingleWordInOperand(i));
    for (size_t length = 1; length <= path.size(); ++length) {
      auto leaf = leaves_.find({path.begin(), path.begin() + static_cast<std::ptrdiff_t>(length)});
      if (leaf == leaves_.end()) continue;
      if (length == path.size()) {
        context_->ReplaceAllUsesWith(user->result_id(), leaf->second);
        context_->KillInst(user);
        return;
      }
      context_->ForgetUses(user);
      opt::Instruction::OperandList operands{IdOperand(leaf->second)};
      for (size_t i = length; i < path.size(); ++i) operands.push_back(LiteralOperand(path[i]));
      user->SetInOperands(std::move(operands));
      context_->AnalyzeUses(user);
      return;
    }
    // An array of which the leaves are parts.
    CodeBuilder at(module_, context_->get_instr_block(user), user);
    const uint32_t made = Compose(&at, user->type_id(), &path);
    if (module_->failed()) return;
    context_->ReplaceAllUsesWith(user->result_id(), made);
    context_->KillInst(user);
  }

  uint32_t Compose(CodeBuilder* at, uint32_t type, std::vector<uint32_t>* path) {
    auto leaf = leaves_.find(*path);
    if (leaf != leaves_.end()) return leaf->second;
    std::vector<uint32_t> parts;
    for (uint32_t part = 0; part < PartCount(type); ++part) {
      path->push_back(part);
      parts.push_back(Compose(at, PartType(type, part), path));
      path->pop_back();
    }
    return at->EmitIds(spv::Op::OpCompositeConstruct, type, parts);
  }

  // A store of the value elsewhere is one of its leaves.
  void StoreLeaves(Instruction* store) {
    opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
    const uint32_t pointer = store->GetSingleWordInOperand(0);
    const auto storage_class =
        static_cast<spv::StorageClass>(defs->GetDef(defs->GetDef(pointer)->type_id())->GetSingleWordInOperand(0));
    CodeBuilder at(module_, context_->get_instr_block(store), store);
    for (const auto& [path, value] : leaves_) {
      uint32_t offset = 0, type = type_;
      std::vector<uint32_t> operands{pointer};
      for (uint32_t part : path) {
        operands.push_back(module_->Uint(part));
        offset += PartOffset(type, part);
        type = PartType(type, part);
      }
      const uint32_t place = at.EmitIds(spv::Op::OpAccessChain, module_->PointerType(storage_class, type), operands);
      std::vector<opt::Operand> stored{IdOperand(place), IdOperand(value)};
      for (const opt::Operand& each : PartOperands(*store, 2, offset)) stored.push_back(each);
      at.EmitVoid(spv::Op::OpStore, stored);
    }
    if (!module_->failed()) context_->KillInst(store);
  }

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

  // Loads the leaves, and if the whole value is asked for, returns it.
  uint32_t Load(CodeBuilder* at, uint32_t type, uint32_t offset, std::vector<uint32_t>* path, bool with_value) {
    if (module_->failed()) return 0;
    const uint32_t count = PartCount(type);
    if (count == 0) {
      std::vector<opt::Operand> operands{IdOperand(PartPointer(at, type, *path))};
      for (const opt::Operand& each : PartOperands(*inst_, 1, offset)) operands.push_back(each);
      return leaves_[*path] = at->Emit(spv::Op::OpLoad, type, operands);
    }
    std::vector<uint32_t> values;
    for (uint32_t part = 0; part < count; ++part) {
      path->push_back(part);
      values.push_back(Load(at, PartType(type, part), offset + PartOffset(type, part), path, with_value));
      path->pop_back();
    }
    return with_value ? at->EmitIds(spv::Op::OpCompositeConstruct, type, values) : 0;
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
  uint32_t type_ = 0;
  std::map<std::vector<uint32_t>, uint32_t> leaves_;
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

std::vector<Instruction*> FindBlocksWithGaps(IRContext* context, const DecorationTable& decorations,
                                             const DescriptorTable& descriptors) {
  const TypeLayout layout(context, decorations);
  std::set<uint32_t> types;
  for (const Descriptor& descriptor : descriptors.descriptors()) {
    LaidOutType type;
    type.type = descriptor.element_type;
    if (descriptor.dimensions.empty() || !HasGaps(layout, type, context->get_def_use_mgr())) continue;
    types.insert(descriptor.element_type);
  }
  std::vector<Instruction*> found;
  if (types.empty()) return found;
  for (Function& function : *context->module()) {
    function.ForEachInst([&](Instruction* inst) {
      if (inst->opcode() != spv::Op::OpLoad || types.count(inst->type_id()) == 0) return;
      const Instruction* variable = PointerVariable(context, inst->GetSingleWordInOperand(0));
      if (variable != nullptr && descriptors.Find(variable->result_id()) == nullptr) return;
      if (NeedsValue(context, *inst)) found.push_back(inst);
    });
  }
  return found;
}

uint32_t SplitWholeBlocks(ModuleBuilder* module, const DescriptorTable& descriptors,
                          const std::set<uint32_t>& left_alone) {
  uint32_t count = 0;
  IRContext* context = module->context();
  for (Instruction* copy : FindWholeBlocks(context, descriptors)) {
    if (copy->opcode() == spv::Op::OpCopyMemory) SplitCopyMemory(module, copy);
  }
  // Stores first: they take parts of what is loaded.
  Splitter splitter(module, descriptors);
  for (Instruction* store : FindWholeBlocks(context, descriptors)) {
    if (store->opcode() != spv::Op::OpStore) continue;
    splitter.SplitStore(store);
    ++count;
  }
  for (Instruction* load : FindWholeBlocks(context, descriptors)) {
    if (left_alone.count(load->result_id()) != 0) continue;
    splitter.SplitLoad(load);
    ++count;
  }
  return count;
}

}  // namespace lacuna
