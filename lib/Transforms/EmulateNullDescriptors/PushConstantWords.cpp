// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/EmulateNullDescriptors/PushConstantWords.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "Support/CopyMemory.h"

namespace lacuna {

namespace {

// Is the result another pointer to the whole block that the instruction has a pointer to?
bool CopiesPointer(const Instruction& user) {
  switch (user.opcode()) {
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
      return user.NumInOperands() == 1;
    case spv::Op::OpCopyObject:
      return true;
    default:
      return false;
  }
}

// Is the block used in a way that a longer one would change?
bool UsesBlockAsAWhole(const Instruction& user) {
  switch (user.opcode()) {
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpCopyMemory:
    case spv::Op::OpLoad:
    case spv::Op::OpName:
    case spv::Op::OpEntryPoint:
      return false;
    default:
      return !(spvOpcodeIsDecoration(user.opcode()) || user.IsCommonDebugInstr() || user.IsNonSemanticInstruction());
  }
}

std::string MemberName(IRContext* context, uint32_t struct_type, uint32_t member) {
  for (const Instruction& inst : context->debugs2()) {
    if (inst.opcode() == spv::Op::OpMemberName && inst.GetSingleWordInOperand(0) == struct_type &&
        inst.GetSingleWordInOperand(1) == member) {
      return "'" + inst.GetInOperand(2).AsString() + "'";
    }
  }
  return std::to_string(member);
}

}  // namespace

bool PushConstantWords::Plan(const std::set<uint32_t>& functions, uint32_t words, std::string* why) {
  IRContext* context = module_->context();
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  words_ = words;

  // Entry points that share a function must share its block.
  const uint32_t count = static_cast<uint32_t>(calls_.entry_points().size());
  std::vector<uint32_t> group(count);
  std::iota(group.begin(), group.end(), 0);
  auto find = [&group](uint32_t e) {
    while (group[e] != e) e = group[e] = group[group[e]];
    return e;
  };
  std::set<uint32_t> needing;
  for (uint32_t function : functions) {
    const auto& reaching = calls_.EntryPointsReaching(function);
    for (uint32_t e : reaching) group[find(e)] = find(*reaching.begin());
    needing.insert(reaching.begin(), reaching.end());
  }

  std::map<uint32_t, uint32_t> variable_of_group;
  for (Instruction& inst : context->types_values()) {
    if (inst.opcode() != spv::Op::OpVariable ||
        inst.GetSingleWordInOperand(0) != uint32_t(spv::StorageClass::PushConstant)) {
      continue;
    }
    // From SPIR-V 1.4 on, being in the interface list counts as use.
    std::set<uint32_t> users = calls_.EntryPointsUsing(inst.result_id());
    for (uint32_t e = 0; e < count; ++e) {
      const Instruction& entry_point = *calls_.entry_points()[e];
      for (uint32_t i = 3; i < entry_point.NumInOperands(); ++i) {
        if (entry_point.GetSingleWordInOperand(i) == inst.result_id()) users.insert(e);
      }
    }
    for (uint32_t e : users) {
      if (needing.count(e) == 0) continue;
      auto [entry, is_new] = variable_of_group.emplace(find(e), inst.result_id());
      if (!is_new && entry->second != inst.result_id()) {
        *why = "entry point '" + EntryPointName(*calls_.entry_points()[e]) +
               "' shares a function that reads presence words with one that has another push constant block";
        return false;
      }
    }
  }

  std::map<uint32_t, size_t> block_of_variable;
  std::map<uint32_t, size_t> block_of_group;
  for (uint32_t e : needing) {
    auto found = variable_of_group.find(find(e));
    const uint32_t variable = found == variable_of_group.end() ? 0 : found->second;
    auto [entry, is_new] = block_of_variable.emplace(variable, blocks_.size());
    if (is_new) {
      Block block;
      block.variable = variable;
      if (variable != 0) block.struct_type = defs->GetDef(defs->GetDef(variable)->type_id())->GetSingleWordInOperand(1);
      blocks_.push_back(block);
    }
    blocks_[entry->second].entry_points.insert(e);
    block_of_group[find(e)] = entry->second;
  }
  for (uint32_t function : functions) {
    const auto& reaching = calls_.EntryPointsReaching(function);
    if (!reaching.empty()) block_of_function_[function] = block_of_group[find(*reaching.begin())];
  }

  uint64_t end = 0;
  for (const Block& block : blocks_) {
    if (!CheckBlock(block, why)) return false;
    uint64_t block_end = 0;
    if (block.variable != 0 && !BlockEnd(block.struct_type, &block_end, why)) return false;
    end = std::max(end, block_end);
  }
  const uint64_t start = wanted_offset_ ? *wanted_offset_ : (end + 3) / 4 * 4;
  if (start % 4 != 0) {
    *why = "push-offset=" + std::to_string(start) + " is not a multiple of 4";
    return false;
  }
  if (start + uint64_t{4} * words > max_bytes_) {
    *why = std::to_string(words) + (words == 1 ? " presence word is" : " presence words are") +
           " needed, which at byte " + std::to_string(start) + " of the push constants reach past max-push-bytes=" +
           std::to_string(max_bytes_);
    return false;
  }
  offset_ = static_cast<uint32_t>(start);
  for (const Block& block : blocks_) {
    if (block.variable != 0 && !CheckOverlap(block, why)) return false;
  }
  return true;
}

bool PushConstantWords::CheckBlock(const Block& block, std::string* why) const {
  if (block.variable == 0) return true;
  const WholeUses uses = FindWholeUses(block.variable);
  return std::all_of(uses.others.begin(), uses.others.end(), [why](const Instruction* user) {
    if (!UsesBlockAsAWhole(*user)) return true;
    *why = std::string("the push constant block, which must take the presence words, is used as a whole by Op") +
           spvOpcodeString(user->opcode());
    return false;
  });
}

PushConstantWords::WholeUses PushConstantWords::FindWholeUses(uint32_t variable) const {
  WholeUses uses;
  uint32_t pointer = variable;
  for (size_t next = 0;; pointer = uses.pointers[next++]->result_id()) {
    module_->context()->get_def_use_mgr()->ForEachUser(pointer, [&uses](Instruction* user) {
      (CopiesPointer(*user) ? uses.pointers : uses.others).push_back(user);
    });
    if (next == uses.pointers.size()) return uses;
  }
}

bool PushConstantWords::BlockEnd(uint32_t struct_type, uint64_t* end, std::string* why) const {
  const Instruction* type = module_->context()->get_def_use_mgr()->GetDef(struct_type);
  for (uint32_t member = 0; member < type->NumInOperands(); ++member) {
    LaidOutType part;
    uint64_t offset = 0, stride = 0;
    ByteCount extent;
    if (!layout_.Part({struct_type}, member, &part, &offset, &stride, why) || !layout_.Extent(part, &extent, why)) {
      *why = "member " + MemberName(module_->context(), struct_type, member) + " of the push constant block: " + *why;
      return false;
    }
    if (!extent.terms.empty()) {
      *why = "member " + MemberName(module_->context(), struct_type, member) +
             " of the push constant block is sized by a specialization constant";
      return false;
    }
    *end = std::max(*end, offset + PaddedBytes(part, extent.constant));
  }
  return true;
}

uint32_t PushConstantWords::OffsetOf(uint32_t struct_type, uint32_t member) const {
  LaidOutType part;
  uint64_t offset = 0, stride = 0;
  std::string why;
  layout_.Part({struct_type}, member, &part, &offset, &stride, &why);
  return static_cast<uint32_t>(offset);
}

bool PushConstantWords::CheckOverlap(const Block& block, std::string* why) const {
  const Instruction* type = module_->context()->get_def_use_mgr()->GetDef(block.struct_type);
  for (uint32_t member = 0; member < type->NumInOperands(); ++member) {
    LaidOutType part;
    uint64_t offset = 0, stride = 0;
    ByteCount extent;
    layout_.Part({block.struct_type}, member, &part, &offset, &stride, why);
    layout_.Extent(part, &extent, why);
    const uint64_t bytes = PaddedBytes(part, extent.constant);
    if (offset < uint64_t{offset_} + 4 * words_ && offset_ < offset + bytes) {
      *why = "push-offset=" + std::to_string(offset_) + ": the " + std::to_string(4 * words_) +
             " bytes of presence words overlap member " +
             MemberName(module_->context(), block.struct_type, member) + " of the push constant block, at bytes " +
             std::to_string(offset) + " to " + std::to_string(offset + bytes - 1);
      return false;
    }
  }
  return true;
}

// The bytes that no other member may use: structs, arrays and matrices end in
// padding up to their alignment (Vulkan specification, "Offset and Stride
// Assignment"). Elements are at least that far apart, and a struct's alignment
// is at most 16.
uint64_t PushConstantWords::PaddedBytes(const LaidOutType& member, uint64_t extent) const {
  const Instruction* inst = module_->context()->get_def_use_mgr()->GetDef(member.type);
  LaidOutType part;
  uint64_t offset = 0, stride = 0;
  std::string why;
  switch (inst->opcode()) {
    case spv::Op::OpTypeStruct:
      return (extent + 15) / 16 * 16;
    case spv::Op::OpTypeArray: {
      // The extent is all strides but one, and the last element.
      ByteCount last;
      if (!layout_.Part(member, 0, &part, &offset, &stride, &why) || !layout_.Extent(part, &last, &why)) return extent;
      return extent - last.constant + std::max(stride, PaddedBytes(part, last.constant));
    }
    case spv::Op::OpTypeMatrix: {
      const Instruction* column =
          module_->context()->get_def_use_mgr()->GetDef(inst->GetSingleWordInOperand(0));
      const uint64_t lines = member.row_major ? column->GetSingleWordInOperand(1) : inst->GetSingleWordInOperand(1);
      return lines * member.matrix_stride;
    }
    default:
      return extent;
  }
}

uint32_t PushConstantWords::WordsType() {
  if (words_type_ == 0) {
    words_type_ = module_->AddType(spv::Op::OpTypeArray, {module_->UintType(), module_->Uint(words_)});
    module_->Decorate(words_type_, spv::Decoration::ArrayStride, {4});
  }
  return words_type_;
}

void PushConstantWords::Apply() {
  for (Block& block : blocks_) {
    if (block.variable == 0) {
      Create(&block);
    } else {
      Extend(&block);
    }
    // From SPIR-V 1.4 on the interface lists every global that is used.
    if (module_->context()->module()->version() >= 0x00010400) {
      for (uint32_t e : block.entry_points) module_->AddToInterface(calls_.entry_points()[e], block.variable);
    }
  }
}

void PushConstantWords::Create(Block* block) {
  block->struct_type = module_->AddType(spv::Op::OpTypeStruct, {WordsType()});
  module_->Decorate(block->struct_type, spv::Decoration::Block);
  module_->DecorateMember(block->struct_type, 0, spv::Decoration::Offset, {offset_});
  module_->Name(block->struct_type, "Presence");
  module_->NameMember(block->struct_type, 0, "presence");
  block->variable = module_->AddVariable(
      module_->PointerType(spv::StorageClass::PushConstant, block->struct_type), spv::StorageClass::PushConstant);
  module_->Name(block->variable, "presence");
  block->member = 0;
}

// Leaves no pointer to the whole block but the variable, and only loads of the
// whole block.
void PushConstantWords::MakeDirect(uint32_t variable) {
  IRContext* context = module_->context();
  const WholeUses uses = FindWholeUses(variable);
  for (Instruction* user : uses.others) {
    if (user->opcode() == spv::Op::OpCopyMemory) SplitCopyMemory(module_, user);
  }
  // From the last one to the first: no use is replaced twice.
  for (auto pointer = uses.pointers.rbegin(); pointer != uses.pointers.rend(); ++pointer) {
    context->KillNamesAndDecorates(*pointer);
    context->ReplaceAllUsesWith((*pointer)->result_id(), variable);
    context->KillInst(*pointer);
  }
}

void PushConstantWords::Extend(Block* block) {
  MakeDirect(block->variable);
  IRContext* context = module_->context();
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  const uint32_t old_type = block->struct_type;
  const Instruction* old_struct = defs->GetDef(old_type);
  std::vector<uint32_t> members;
  for (uint32_t i = 0; i < old_struct->NumInOperands(); ++i) members.push_back(old_struct->GetSingleWordInOperand(i));
  block->member = static_cast<uint32_t>(members.size());
  members.push_back(WordsType());
  const uint32_t new_type = module_->AddType(spv::Op::OpTypeStruct, members);
  if (module_->failed()) return;

  auto copy = [context](const DecorationTable::Entry& entry, std::vector<opt::Operand> head, spv::Op op) {
    for (uint32_t i = entry.first_operand; i < entry.instruction->NumInOperands(); ++i) {
      head.push_back(entry.instruction->GetInOperand(i));
    }
    context->AddAnnotationInst(std::make_unique<Instruction>(context, op, 0, 0, opt::Instruction::OperandList(head.begin(), head.end())));
  };
  auto decoration_operand = [](spv::Decoration decoration) {
    return opt::Operand(SPV_OPERAND_TYPE_DECORATION, {static_cast<uint32_t>(decoration)});
  };
  auto is_string = [](const DecorationTable::Entry& entry) {
    return entry.instruction->opcode() == spv::Op::OpDecorateString ||
           entry.instruction->opcode() == spv::Op::OpMemberDecorateString;
  };
  for (const auto& entry : decorations_.Of(old_type)) {
    copy(entry, {IdOperand(new_type), decoration_operand(entry.decoration)},
         is_string(entry) ? spv::Op::OpDecorateString : spv::Op::OpDecorate);
  }
  for (uint32_t i = 0; i < block->member; ++i) {
    for (const auto& entry : decorations_.OfMember(old_type, i)) {
      copy(entry, {IdOperand(new_type), LiteralOperand(i), decoration_operand(entry.decoration)},
           is_string(entry) ? spv::Op::OpMemberDecorateString : spv::Op::OpMemberDecorate);
    }
  }
  module_->DecorateMember(new_type, block->member, spv::Decoration::Offset, {offset_});
  std::vector<std::unique_ptr<Instruction>> names;
  for (const Instruction& inst : context->debugs2()) {
    if ((inst.opcode() == spv::Op::OpName || inst.opcode() == spv::Op::OpMemberName) &&
        inst.GetSingleWordInOperand(0) == old_type) {
      names.emplace_back(inst.Clone(context));
      names.back()->SetInOperand(0, {new_type});
    }
  }
  for (auto& name : names) context->AddDebug2Inst(std::move(name));
  module_->NameMember(new_type, block->member, "presence");

  // The variable moves behind its new type.
  const uint32_t pointer_type = module_->PointerType(spv::StorageClass::PushConstant, new_type);
  Instruction* variable = defs->GetDef(block->variable);
  const uint32_t old_pointer = variable->type_id();
  context->ForgetUses(variable);
  variable->SetResultType(pointer_type);
  variable->RemoveFromList();
  context->module()->AddGlobalValue(std::unique_ptr<Instruction>(variable));
  context->AnalyzeUses(variable);
  block->struct_type = new_type;

  // A load of the whole block still gives a value of the old type.
  std::vector<Instruction*> loads;
  defs->ForEachUser(variable, [&loads](Instruction* user) {
    if (user->opcode() == spv::Op::OpLoad) loads.push_back(user);
  });
  for (Instruction* load : loads) {
    CodeBuilder at(module_, context->get_instr_block(load), load);
    std::vector<uint32_t> parts;
    for (uint32_t i = 0; i < block->member; ++i) {
      const uint32_t pointer =
          at.EmitIds(spv::Op::OpAccessChain, module_->PointerType(spv::StorageClass::PushConstant, members[i]),
                     {block->variable, module_->Uint(i)});
      std::vector<opt::Operand> operands{IdOperand(pointer)};
      const std::vector<opt::Operand> memory = PartOperands(*load, 1, OffsetOf(old_type, i));
      operands.insert(operands.end(), memory.begin(), memory.end());
      parts.push_back(at.Emit(spv::Op::OpLoad, members[i], operands));
    }
    if (module_->failed()) return;
    context->ForgetUses(load);
    load->SetOpcode(spv::Op::OpCompositeConstruct);
    opt::Instruction::OperandList operands;
    for (uint32_t part : parts) operands.push_back(IdOperand(part));
    load->SetInOperands(std::move(operands));
    context->AnalyzeUses(load);
  }

  // What nothing names any more goes.
  auto is_unused = [defs](uint32_t id) {
    return defs->WhileEachUser(id, [](Instruction* user) {
      // Killing a type takes it out of everything but these.
      if (user->opcode() == spv::Op::OpGroupMemberDecorate) return false;
      return user->opcode() == spv::Op::OpName || user->opcode() == spv::Op::OpMemberName ||
             spvOpcodeIsDecoration(user->opcode());
    });
  };
  if (is_unused(old_pointer)) context->KillDef(old_pointer);
  if (is_unused(old_type)) context->KillDef(old_type);
}

uint32_t PushConstantWords::Load(uint32_t function_id, uint32_t index, CodeBuilder* at) {
  const Block& block = blocks_[block_of_function_.at(function_id)];
  const uint32_t uint_type = module_->UintType();
  const uint32_t pointer =
      at->EmitIds(spv::Op::OpAccessChain, module_->PointerType(spv::StorageClass::PushConstant, uint_type),
                  {block.variable, module_->Uint(block.member), module_->Uint(index)});
  return at->EmitIds(spv::Op::OpLoad, uint_type, {pointer});
}

}  // namespace lacuna
