// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The part of PointerRewriter that knows what pointers consist of.

#include <algorithm>
#include <memory>
#include <utility>

#include "Analysis/ConstantValue.h"
#include "Transforms/Utils/PointerRewriter.h"

namespace lacuna {

uint32_t PointerRewriter::OriginalOf(uint32_t id) const {
  auto found = to_original_.find(id);
  return found == to_original_.end() ? id : found->second;
}

bool PointerRewriter::IsTracked(uint32_t id) const {
  const Instruction* inst = context_->get_def_use_mgr()->GetDef(id);
  return inst != nullptr && shapes_->IsTracked(inst->type_id());
}

// Is there no pointer in the place of this one any more?
bool PointerRewriter::IsReplaced(const Instruction& origin) const {
  switch (origin.opcode()) {
    case spv::Op::OpVariable:
      return false;
    case spv::Op::OpFunctionParameter:
      return bound_.count(origin.result_id()) != 0;
    default:
      return !flow_->webs().IsMarked(OriginalOf(origin.result_id()));
  }
}

bool PointerRewriter::NeedsWork(uint32_t pointer) const {
  std::vector<Instruction*> links;
  const Instruction* origin = shapes_->Origin(pointer, &links);
  if (IsReplaced(*origin)) return true;
  if (flow_->webs().IsMarked(OriginalOf(origin->result_id()))) return false;
  for (const Instruction* link : links) {
    if (link->opcode() == spv::Op::OpPtrAccessChain || link->opcode() == spv::Op::OpInBoundsPtrAccessChain) return true;
  }
  return false;
}

std::vector<PointerRewriter::Choice> PointerRewriter::ChoicesOf(uint32_t pointer, bool with_null) const {
  std::vector<Instruction*> links;
  const Instruction* origin = shapes_->Origin(pointer, &links);
  auto made = sets_.find(origin->result_id());
  const ShapeSet shapes =
      made != sets_.end() ? made->second : flow_->ShapesOfOrigin(*instance_, *origin, OriginalOf(origin->result_id()));
  std::vector<Choice> choices;
  for (const auto& [shape, flag] : shapes) {
    if (shape == PointerShapes::kNull && !with_null) continue;
    Choice choice{shape, shape, flag};
    choice.shape = flow_->Follow(shape, links, &choice.non_uniform);
    choices.push_back(choice);
  }
  return choices;
}

ShapeSet PointerRewriter::SetOf(uint32_t pointer) const {
  ShapeSet set;
  for (const Choice& choice : ChoicesOf(pointer, true)) set[choice.shape] = choice.non_uniform;
  return set;
}

uint32_t PointerRewriter::IndexType() const { return module_->UintType(shapes_->index_width()); }

PointerParts PointerRewriter::PartsOf(uint32_t pointer) {
  auto found = parts_.find(pointer);
  if (found != parts_.end()) return found->second;
  Instruction* inst = context_->get_def_use_mgr()->GetDef(pointer);
  PointerParts parts;
  if (shapes_->IsLink(*inst)) {
    const uint32_t base = inst->GetSingleWordInOperand(0);
    parts = PartsOf(base);
    const auto choices = ChoicesOf(base);
    if (!choices.empty()) {
      // What the link indexes is the same for all of them.
      Shape shape = shapes_->Get(choices.front().shape);
      uint32_t distance = 0;
      std::string why;
      std::vector<uint32_t> slots;
      shapes_->Extend(*inst, &shape, &slots, &distance, &why);
      if (distance != 0 && !parts.slots.empty()) {
        CodeBuilder at(module_, context_->get_instr_block(inst), inst);
        const uint32_t from = AsSlot(parts.slots.back(), &at), by = AsSlot(distance, &at);
        parts.slots.back() = at.EmitIds(spv::Op::OpIAdd, IndexType(), {from, by});
      }
      parts.slots.insert(parts.slots.end(), slots.begin(), slots.end());
    }
  } else if (IsReplaced(*inst) && inst->opcode() != spv::Op::OpConstantNull && inst->opcode() != spv::Op::OpUndef) {
    // In a block that is never reached, before what it comes from.
    const ShapeSet set = SetOf(pointer);
    if (set.size() > 1) parts.tag = module_->Uint(set.begin()->first);
    parts.slots.assign(shapes_->SlotCount(set), module_->Null(IndexType()));
    return parts;
  }
  parts_[pointer] = parts;
  return parts;
}

// The number of the shape that the pointer has.
uint32_t PointerRewriter::TagOf(uint32_t pointer, CodeBuilder* at) {
  const auto choices = ChoicesOf(pointer, true);
  if (choices.empty()) return module_->Uint(PointerShapes::kNull);
  if (choices.size() == 1) return module_->Uint(choices.front().shape);
  const uint32_t tag = PartsOf(shapes_->Origin(pointer)->result_id()).tag;
  bool is_same = true;
  for (const Choice& choice : choices) is_same &= choice.tag == choice.shape;
  if (is_same) return tag;
  uint32_t result = module_->Uint(choices.back().shape);
  for (size_t i = choices.size() - 1; i-- > 0;) {
    const uint32_t is_this = at->Compare(spv::Op::OpIEqual, tag, module_->Uint(choices[i].tag));
    result = at->Select(module_->UintType(), is_this, module_->Uint(choices[i].shape), result);
  }
  return result;
}

// The index as an unsigned number of the width that indices are passed on with.
// Access chains take every index as signed, so narrower ones keep their sign.
uint32_t PointerRewriter::AsSlot(uint32_t id, CodeBuilder* at) {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const uint32_t type = IndexType(), width = shapes_->index_width();
  const Instruction* inst = defs->GetDef(id);
  if (inst == nullptr || inst->type_id() == type) return id;
  const Instruction* from = defs->GetDef(inst->type_id());
  if (from->opcode() != spv::Op::OpTypeInt) return id;
  const ConstantValue value = EvaluateConstant(defs, id, true);
  if (value.is_plain) {
    const uint64_t bits = static_cast<uint64_t>(value.value);
    if (width == 32) return module_->Constant(type, {static_cast<uint32_t>(bits)});
    return module_->Constant(type, {static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)});
  }
  const bool same_width = from->GetSingleWordInOperand(0) == width;
  return at->EmitIds(same_width ? spv::Op::OpBitcast : spv::Op::OpSConvert, type, {id});
}

std::vector<uint32_t> PointerRewriter::SlotsFor(const PointerParts& parts, uint32_t shape) const {
  const size_t count = std::min(shapes_->SlotCount(shape), parts.slots.size());
  return {parts.slots.end() - static_cast<std::ptrdiff_t>(count), parts.slots.end()};
}

// The value number `index` of `count`, where the pointer's own are the last.
uint32_t PointerRewriter::SlotOrZero(const PointerParts& parts, size_t index, size_t count, CodeBuilder* at) {
  const size_t missing = count - std::min(count, parts.slots.size());
  if (index < missing) return module_->Constant(IndexType(), std::vector<uint32_t>(shapes_->index_width() / 32, 0));
  return AsSlot(parts.slots[parts.slots.size() - count + index], at);
}

void PointerRewriter::MarkNonUniform(uint32_t id) {
  if (id == 0 || context_->get_decoration_mgr()->HasDecoration(id, spv::Decoration::NonUniform)) return;
  module_->Decorate(id, spv::Decoration::NonUniform);
}

uint32_t PointerRewriter::EmitPointer(CodeBuilder* at, uint32_t type, const Choice& choice,
                                      const std::vector<uint32_t>& slots) {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const Shape shape = shapes_->Get(choice.shape);
  auto moved = from_original_.find(shape.root);
  uint32_t pointer = moved == from_original_.end() ? shape.root : moved->second;
  const auto storage_class =
      static_cast<spv::StorageClass>(defs->GetDef(defs->GetDef(pointer)->type_id())->GetSingleWordInOperand(0));
  std::vector<uint32_t> indices;
  auto flush = [&](uint32_t pointer_type) {
    if (indices.empty()) return;
    std::vector<uint32_t> operands{pointer};
    operands.insert(operands.end(), indices.begin(), indices.end());
    pointer = at->EmitIds(spv::Op::OpAccessChain, pointer_type, operands);
    if (choice.non_uniform) MarkNonUniform(pointer);
    indices.clear();
  };
  Shape before{shape.root, {}};
  size_t next = 0;
  for (const ShapeStep& step : shape.steps) {
    switch (step.kind) {
      case ShapeStep::Kind::kFixed:
        indices.push_back(module_->Uint(step.value));
        break;
      case ShapeStep::Kind::kSlot:
        indices.push_back(slots[next++]);
        break;
      case ShapeStep::Kind::kTexel:
        flush(module_->PointerType(storage_class, shapes_->PointeeOf(before)));
        pointer = at->EmitIds(spv::Op::OpImageTexelPointer, step.value, {pointer, slots[next], slots[next + 1]});
        next += 2;
        if (choice.non_uniform) MarkNonUniform(pointer);
        break;
      case ShapeStep::Kind::kImage:
        flush(module_->PointerType(storage_class, shapes_->PointeeOf(before)));
        pointer = at->EmitIds(spv::Op::OpLoad, step.value, {pointer});
        if (choice.non_uniform) MarkNonUniform(pointer);
        break;
      case ShapeStep::Kind::kPlain:
        pointer = at->EmitIds(spv::Op::OpImage, step.value, {pointer});
        if (choice.non_uniform) MarkNonUniform(pointer);
        break;
    }
    before.steps.push_back(step);
  }
  flush(type);
  return pointer;
}

CodeBuilder PointerRewriter::After(Instruction* inst) {
  BasicBlock* block = context_->get_instr_block(inst);
  Instruction* next = nullptr;
  if (inst->opcode() == spv::Op::OpFunctionParameter) {
    block = &*function_->begin();
    next = &*block->begin();
    while (next->opcode() == spv::Op::OpVariable) next = next->NextNode();
  } else {
    next = inst->NextNode();
    while (next->opcode() == spv::Op::OpPhi || next->opcode() == spv::Op::OpVariable) next = next->NextNode();
  }
  return CodeBuilder(module_, block, next, inst);
}

// The pointer as an access chain from its variable: there is one thing that it
// may be to.
uint32_t PointerRewriter::Materialize(uint32_t pointer) {
  auto found = materialized_.find(pointer);
  if (found != materialized_.end()) return found->second;
  Instruction* inst = context_->get_def_use_mgr()->GetDef(pointer);
  const auto choices = ChoicesOf(pointer);
  if (choices.empty() || module_->failed()) return pointer;
  const Choice& choice = choices.front();
  uint32_t result = pointer;
  if (inst->opcode() == spv::Op::OpCopyObject) {
    result = Materialize(inst->GetSingleWordInOperand(0));
  } else if (!NeedsWork(pointer)) {
    result = pointer;
  } else if (shapes_->IsLink(*inst) &&
             (inst->opcode() == spv::Op::OpLoad || inst->opcode() == spv::Op::OpImageTexelPointer ||
              inst->opcode() == spv::Op::OpImage)) {
    const uint32_t base = Materialize(inst->GetSingleWordInOperand(0));
    context_->ForgetUses(inst);
    inst->SetInOperand(0, {base});
    context_->AnalyzeUses(inst);
    if (choice.non_uniform) MarkNonUniform(pointer);
  } else if (shapes_->IsLink(*inst)) {
    CodeBuilder at(module_, context_->get_instr_block(inst), inst);
    const uint32_t made = EmitPointer(&at, inst->type_id(), choice, SlotsFor(PartsOf(pointer), choice.shape));
    Instruction* chain = context_->get_def_use_mgr()->GetDef(made);
    if (module_->failed()) return pointer;
    if (chain == nullptr || chain->opcode() != spv::Op::OpAccessChain) {
      result = made;  // the root itself
    } else {
      // The chain takes the place of the old one, with its id and decorations.
      context_->ForgetUses(inst);
      inst->SetOpcode(spv::Op::OpAccessChain);
      opt::Instruction::OperandList operands;
      for (uint32_t i = 0; i < chain->NumInOperands(); ++i) operands.push_back(chain->GetInOperand(i));
      inst->SetInOperands(std::move(operands));
      context_->AnalyzeUses(inst);
      context_->KillInst(chain);
      if (choice.non_uniform) MarkNonUniform(pointer);
    }
  } else {
    CodeBuilder at = After(inst);
    result = EmitPointer(&at, inst->type_id(), choice, SlotsFor(PartsOf(pointer), choice.shape));
  }
  materialized_[pointer] = result;
  return result;
}

uint32_t PointerRewriter::PartsType(size_t count) {
  if (count == 0) return module_->VoidType();
  if (count == 1) return IndexType();
  uint32_t& type = shared_->structs[static_cast<uint32_t>(count)];
  if (type == 0) type = module_->AddType(spv::Op::OpTypeStruct, std::vector<uint32_t>(count, IndexType()));
  return type;
}

// The variables that hold the parts of the pointers in a variable.
const PointerParts& PointerRewriter::CellsOf(uint32_t variable) {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  Instruction* inst = defs->GetDef(variable);
  const auto storage_class = static_cast<spv::StorageClass>(inst->GetSingleWordInOperand(0));
  const bool is_local = storage_class == spv::StorageClass::Function;
  auto& made = is_local ? cells_ : shared_->privates;
  auto found = made.find(variable);
  if (found != made.end()) return found->second;
  const ShapeSet set = is_local ? instance_->origins[OriginalOf(variable)] : flow_->OfPrivate(OriginalOf(variable));
  auto make = [&](uint32_t scalar) {
    std::vector<uint32_t> lengths;
    const Instruction* type = defs->GetDef(defs->GetDef(inst->type_id())->GetSingleWordInOperand(1));
    for (; type->opcode() == spv::Op::OpTypeArray; type = defs->GetDef(type->GetSingleWordInOperand(0))) {
      lengths.push_back(type->GetSingleWordInOperand(1));
    }
    uint32_t holds = scalar;
    for (size_t i = lengths.size(); i-- > 0;) holds = module_->AddType(spv::Op::OpTypeArray, {holds, lengths[i]});
    if (!is_local) return module_->AddPrivateVariable(holds, module_->Null(holds));
    CodeBuilder at(module_, context_->get_instr_block(inst), inst);
    return at.Emit(spv::Op::OpVariable, module_->PointerType(storage_class, holds),
                   {{SPV_OPERAND_TYPE_STORAGE_CLASS, {uint32_t(storage_class)}}});
  };
  PointerParts cells;
  if (set.size() > 1) cells.tag = make(module_->UintType());
  for (size_t i = 0; i < shapes_->SlotCount(set); ++i) cells.slots.push_back(make(IndexType()));
  return made[variable] = cells;
}

// To the part `cell` of what `pointer` is to: its variable, or an element.
uint32_t PointerRewriter::CellPointer(uint32_t cell, uint32_t pointer, CodeBuilder* at) {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  std::vector<uint32_t> indices;
  for (const Instruction* inst = defs->GetDef(pointer); inst->opcode() != spv::Op::OpVariable;
       inst = defs->GetDef(inst->GetSingleWordInOperand(0))) {
    std::vector<uint32_t> here;
    for (uint32_t i = 1; i < inst->NumInOperands(); ++i) here.push_back(inst->GetSingleWordInOperand(i));
    indices.insert(indices.begin(), here.begin(), here.end());
  }
  if (indices.empty()) return cell;
  const Instruction* variable = defs->GetDef(cell);
  const auto storage_class = static_cast<spv::StorageClass>(variable->GetSingleWordInOperand(0));
  uint32_t type = defs->GetDef(variable->type_id())->GetSingleWordInOperand(1);
  for (size_t i = 0; i < indices.size(); ++i) type = defs->GetDef(type)->GetSingleWordInOperand(0);
  indices.insert(indices.begin(), cell);
  return at->EmitIds(spv::Op::OpAccessChain, module_->PointerType(storage_class, type), indices);
}

void PointerRewriter::UpdateType() {
  const bool has_parts = flow_->ReturnsParts(*instance_->function);
  if ((bound_.empty() && !has_parts) || module_->failed()) return;
  Instruction& def = function_->DefInst();
  for (uint32_t id : bound_) {
    // Materialized parameters have other ids; what still uses this one is dead.
    context_->KillNamesAndDecorates(id);
  }
  std::vector<uint32_t> types;
  function_->ForEachParam([&](const Instruction* parameter) {
    if (bound_.count(parameter->result_id()) == 0) types.push_back(parameter->type_id());
  });
  uint32_t result = def.type_id();
  if (has_parts) {
    const ShapeSet& set = instance_->returned;
    result = PartsType(shapes_->SlotCount(set) + (set.size() > 1 ? 1 : 0));
  }
  const uint32_t type = module_->FunctionType(result, types);
  if (module_->failed()) return;
  context_->ForgetUses(&def);
  def.SetResultType(result);
  def.SetInOperand(1, {type});
  if (!bound_.empty()) {
    // It reads variables now that its caller named before.
    constexpr uint32_t kConst = uint32_t(spv::FunctionControlMask::Const);
    const uint32_t control = def.GetSingleWordInOperand(0);
    if ((control & kConst) != 0) {
      def.SetInOperand(0, {(control & ~kConst) | uint32_t(spv::FunctionControlMask::Pure)});
    }
  }
  context_->AnalyzeUses(&def);
}

// Is it a chain into a Private variable that held pointers?
bool PointerRewriter::IsChainToCell(const Instruction& inst) const {
  if (inst.opcode() != spv::Op::OpAccessChain && inst.opcode() != spv::Op::OpInBoundsAccessChain &&
      inst.opcode() != spv::Op::OpCopyObject) {
    return false;
  }
  const Instruction* type = context_->get_def_use_mgr()->GetDef(inst.type_id());
  return type->opcode() == spv::Op::OpTypePointer && !shapes_->IsTracked(type->result_id()) &&
         shapes_->Contains(type->GetSingleWordInOperand(1));
}

// Takes out what nothing uses any more.
void PointerRewriter::Sweep() {
  if (module_->failed()) return;
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  auto kill = [this, defs](Instruction* inst) {
    std::vector<Instruction*> debug;
    defs->ForEachUser(inst, [&debug](Instruction* user) {
      if (user->IsCommonDebugInstr() || user->IsNonSemanticInstruction()) debug.push_back(user);
    });
    for (Instruction* user : debug) context_->KillInst(user);
    context_->KillInst(inst);
  };
  for (size_t i = dead_.size(); i-- > 0;) kill(dead_[i]);
  std::vector<Instruction*> links;
  for (BasicBlock& block : *function_) {
    for (Instruction& inst : block) {
      if (shapes_->IsLink(inst) || (shapes_->Contains(inst.type_id()) && inst.opcode() == spv::Op::OpUndef) ||
          IsChainToCell(inst)) {
        links.push_back(&inst);
      }
    }
  }
  // Those of pointers to variables that are gone come with their last use.
  for (size_t i = links.size(); i-- > 0;) {
    bool is_used = false;
    defs->ForEachUser(links[i], [&is_used](const Instruction* user) {
      is_used |= !user->IsCommonDebugInstr() && !user->IsNonSemanticInstruction() &&
                 user->opcode() != spv::Op::OpName && !spvOpcodeIsDecoration(user->opcode());
    });
    if (!is_used) kill(links[i]);
  }
  std::vector<Instruction*> parameters;
  function_->ForEachParam([&](Instruction* parameter) {
    if (bound_.count(parameter->result_id()) != 0) parameters.push_back(parameter);
  });
  for (Instruction* parameter : parameters) {
    std::vector<Instruction*> debug;
    defs->ForEachUser(parameter, [&debug](Instruction* user) { debug.push_back(user); });
    for (Instruction* user : debug) context_->KillInst(user);
    const uint32_t id = parameter->result_id();
    defs->ClearInst(parameter);
    function_->RemoveParameter(id);
  }
}

}  // namespace lacuna
