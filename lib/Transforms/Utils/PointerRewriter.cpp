// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/Utils/PointerRewriter.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "Support/ControlFlow.h"

namespace lacuna {

namespace {

bool IsDebug(const Instruction& inst) { return inst.IsCommonDebugInstr() || inst.IsNonSemanticInstruction(); }

}  // namespace

PointerRewriter::PointerRewriter(Shared* shared, Instance* instance, const std::map<uint32_t, uint32_t>& to_original,
                                 const std::map<uint32_t, uint32_t>& from_original)
    : shared_(shared),
      module_(shared->module),
      context_(shared->module->context()),
      flow_(shared->flow),
      shapes_(&shared->flow->shapes()),
      instance_(instance),
      function_(shared->functions.at(instance)),
      to_original_(to_original),
      from_original_(from_original) {}

void PointerRewriter::Rewrite() {
  std::vector<Instruction*> insts;
  for (BasicBlock& block : *function_) {
    for (Instruction& inst : block) insts.push_back(&inst);
  }
  MakeParameters();
  for (Instruction* inst : insts) {
    if (inst->opcode() != spv::Op::OpLoad && inst->opcode() != spv::Op::OpStore) continue;
    const uint32_t pointer = inst->GetSingleWordInOperand(0);
    if (IsTracked(pointer) && volatile_.count(shapes_->Origin(pointer)->result_id()) != 0) MakeVolatile(inst);
  }
  for (Instruction* inst : insts) {
    if (inst->opcode() == spv::Op::OpVariable) MakeVariable(inst);
  }
  MakePhis();
  for (Instruction* inst : insts) {
    if (module_->failed() || shared_->lost) return;
    if (!IsDebug(*inst)) RewriteInstruction(inst);
  }
  FinishPhis();
  UpdateType();
  Sweep();
}

// The indices of what the parameters are bound to become parameters, behind
// those that stay.
void PointerRewriter::MakeParameters() {
  std::vector<Instruction*> parameters;
  function_->ForEachParam([&parameters](Instruction* parameter) { parameters.push_back(parameter); });
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Binding& binding = instance_->bindings[i];
    if (!binding.is_bound()) continue;
    Instruction* parameter = parameters[i];
    const uint32_t id = parameter->result_id();
    bound_.insert(id);
    auto is_volatile = [this](uint32_t target) {
      return context_->get_decoration_mgr()->HasDecoration(target, spv::Decoration::Volatile);
    };
    bool non_uniform = false;
    for (const auto& [shape, flag] : binding.shapes) {
      const uint32_t root = shapes_->Get(shape).root;
      if (root != 0 && is_volatile(id) && !is_volatile(root)) volatile_.insert(id);
      non_uniform |= flag;
    }
    std::string name;
    for (const auto& entry : context_->GetNames(id)) {
      if (entry.second->opcode() == spv::Op::OpName) name = entry.second->GetInOperand(1).AsString();
    }
    PointerParts parts;
    if (binding.has_tag())
      parts.tag = AddParameter(parameter, module_->UintType(), name.empty() ? name : name + "_tag");
    const auto types = SlotTypes(binding.shapes);
    for (size_t k = 0; k < types.size(); ++k) {
      const uint32_t slot = AddParameter(parameter, types[k] == 0 ? IndexType() : types[k],
                                         name.empty() ? name : name + "_" + std::to_string(k));
      if (slot == 0) return;
      parts.slots.push_back(slot);
      if (non_uniform && types[k] == 0) module_->Decorate(slot, spv::Decoration::NonUniform);
    }
    parts_[id] = parts;
  }
}

// Adds a parameter for a part of what `parameter` was. Returns its id, or 0.
uint32_t PointerRewriter::AddParameter(Instruction* parameter, uint32_t type, const std::string& name) {
  const uint32_t id = module_->TakeId();
  if (id == 0) return 0;
  auto made =
      std::make_unique<Instruction>(context_, spv::Op::OpFunctionParameter, type, id, opt::Instruction::OperandList{});
  made->UpdateDebugInfoFrom(parameter);
  context_->AnalyzeDefUse(made.get());
  function_->AddParameter(std::move(made));
  shared_->slot_parameters[function_->result_id()].push_back(id);
  if (!name.empty()) module_->Name(id, name);
  return id;
}

// With the access chains of a variable of pointers go what they lead to.
void PointerRewriter::MarkDead(Instruction* inst) {
  dead_.push_back(inst);
  context_->get_def_use_mgr()->ForEachUser(inst, [this](Instruction* user) {
    if (user->opcode() == spv::Op::OpAccessChain || user->opcode() == spv::Op::OpInBoundsAccessChain ||
        user->opcode() == spv::Op::OpCopyObject) {
      MarkDead(user);
    }
  });
}

// Variables for the indices in place of one for pointers.
void PointerRewriter::MakeVariable(Instruction* variable) {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const uint32_t holds = defs->GetDef(variable->type_id())->GetSingleWordInOperand(1);
  if (!shapes_->Contains(holds) || flow_->webs().IsMarked(OriginalOf(variable->result_id()))) return;
  MarkDead(variable);
  CellsOf(variable->result_id());
  if (variable->NumInOperands() < 2) return;
  Instruction* next = variable;
  while (next->opcode() == spv::Op::OpVariable) next = next->NextNode();
  // The store stands behind the last variable, which no store may precede.
  auto store = std::make_unique<Instruction>(
      context_, spv::Op::OpStore, 0, 0,
      opt::Instruction::OperandList{IdOperand(variable->result_id()), IdOperand(variable->GetSingleWordInOperand(1))});
  Instruction* placed = CodeBuilder(module_, context_->get_instr_block(next), next).Insert(std::move(store));
  RewriteInstruction(placed);
}

void PointerRewriter::MakePhis() {
  std::vector<Instruction*> phis;
  for (BasicBlock& block : *function_) {
    block.ForEachPhiInst([&](Instruction* phi) {
      if (shapes_->IsTracked(phi->type_id()) && IsReplaced(*phi)) phis.push_back(phi);
    });
  }
  for (Instruction* phi : phis) {
    const ShapeSet set = SetOf(phi->result_id());
    CodeBuilder at(module_, context_->get_instr_block(phi), phi);
    PendingPhi pending{phi, nullptr, {}};
    PointerParts parts;
    if (set.size() > 1) {
      pending.tag = at.PhiOf(0, module_->UintType(), {});
      if (pending.tag == nullptr) return;
      parts.tag = pending.tag->result_id();
    }
    for (size_t i = 0; i < shapes_->SlotCount(set); ++i) {
      uint32_t type = IndexType();
      for (const auto& each : set) {
        const auto types = shapes_->SlotTypes(each.first);
        if (i < types.size() && types[i] != 0) type = types[i];
      }
      pending.slots.push_back(at.PhiOf(0, type, {}));
      if (pending.slots.back() == nullptr) return;
      parts.slots.push_back(pending.slots.back()->result_id());
    }
    parts_[phi->result_id()] = parts;
    phis_.push_back(pending);
    dead_.push_back(phi);
  }
}

void PointerRewriter::FinishPhis() {
  for (const PendingPhi& pending : phis_) {
    // The blocks that the old phi names are right also after splits.
    for (uint32_t i = 0; i + 1 < pending.phi->NumInOperands(); i += 2) {
      if (module_->failed()) return;
      const uint32_t pointer = pending.phi->GetSingleWordInOperand(i);
      const uint32_t label = pending.phi->GetSingleWordInOperand(i + 1);
      BasicBlock* block = context_->get_instr_block(label);
      Instruction* end = block->GetMergeInst() != nullptr ? block->GetMergeInst() : &*block->tail();
      CodeBuilder at(module_, block, end);
      if (pending.tag != nullptr) {
        pending.tag->AddOperand(IdOperand(TagOf(pointer, &at)));
        pending.tag->AddOperand(IdOperand(label));
      }
      const PointerParts parts = PartsOf(pointer);
      for (size_t k = 0; k < pending.slots.size(); ++k) {
        pending.slots[k]->AddOperand(IdOperand(SlotOrZero(parts, k, pending.slots.size(), &at)));
        pending.slots[k]->AddOperand(IdOperand(label));
      }
    }
    if (pending.tag != nullptr) context_->AnalyzeUses(pending.tag);
    for (Instruction* slot : pending.slots) context_->AnalyzeUses(slot);
  }
  for (const PendingPhi& pending : phis_) {
    for (Instruction* slot : pending.slots) FoldPhi(slot);
  }
}

// An index that is the same constant on all ways is that constant.
void PointerRewriter::FoldPhi(Instruction* phi) {
  uint32_t value = 0;
  for (uint32_t i = 0; i + 1 < phi->NumInOperands(); i += 2) {
    const uint32_t incoming = phi->GetSingleWordInOperand(i);
    if (incoming == phi->result_id() || incoming == value) continue;
    if (value != 0) return;
    value = incoming;
  }
  if (value == 0 || context_->get_def_use_mgr()->GetDef(value)->opcode() != spv::Op::OpConstant) return;
  context_->ReplaceAllUsesWith(phi->result_id(), value);
  context_->KillInst(phi);
}

void PointerRewriter::RewriteInstruction(Instruction* inst) {
  const bool is_tracked = shapes_->IsTracked(inst->type_id());
  if (is_tracked && shapes_->IsLink(*inst)) return;  // rewritten where it is used
  switch (inst->opcode()) {
    case spv::Op::OpPhi:
    case spv::Op::OpVariable:
      return;
    case spv::Op::OpSelect:
      if (is_tracked) {
        if (IsReplaced(*inst)) RewriteSelect(inst);
        return;
      }
      break;
    case spv::Op::OpLoad:
      if (is_tracked) {
        if (IsReplaced(*inst)) RewritePointerLoad(inst);
        return;
      }
      break;
    case spv::Op::OpStore: {
      const uint32_t value = inst->GetSingleWordInOperand(1);
      if (!IsTracked(value)) break;
      const Instruction* variable = PointerVariable(context_, inst->GetSingleWordInOperand(0));
      if (variable == nullptr || flow_->webs().IsMarked(OriginalOf(variable->result_id()))) return;
      RewritePointerStore(inst, inst->GetSingleWordInOperand(0), value);
      dead_.push_back(inst);
      return;
    }
    case spv::Op::OpReturnValue:
      if (flow_->ReturnsParts(*instance_->function)) {
        RewriteReturn(inst);
        return;
      }
      break;
    case spv::Op::OpPtrEqual:
    case spv::Op::OpPtrNotEqual:
    case spv::Op::OpPtrDiff:
      if (IsTracked(inst->GetSingleWordInOperand(0)) && !shapes_->IsLeftAlone(inst->result_id())) {
        RewriteComparison(inst);
        return;
      }
      break;
    default:
      break;
  }
  RewriteUse(inst);
}

void PointerRewriter::RewriteSelect(Instruction* inst) {
  const uint32_t condition = inst->GetSingleWordInOperand(0);
  const uint32_t a = inst->GetSingleWordInOperand(1), b = inst->GetSingleWordInOperand(2);
  const ShapeSet set = SetOf(inst->result_id());
  CodeBuilder at(module_, context_->get_instr_block(inst), inst);
  PointerParts parts;
  if (set.size() > 1) {
    const uint32_t tag_a = TagOf(a, &at), tag_b = TagOf(b, &at);
    parts.tag = at.Select(module_->UintType(), condition, tag_a, tag_b);
  }
  const PointerParts of_a = PartsOf(a), of_b = PartsOf(b);
  const size_t count = shapes_->SlotCount(set);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t slot_a = SlotOrZero(of_a, i, count, &at), slot_b = SlotOrZero(of_b, i, count, &at);
    parts.slots.push_back(slot_a == slot_b ? slot_a
                                           : at.SelectValue(context_->get_def_use_mgr()->GetDef(slot_a)->type_id(),
                                                            condition, slot_a, slot_b));
  }
  parts_[inst->result_id()] = parts;
  dead_.push_back(inst);
}

void PointerRewriter::RewritePointerLoad(Instruction* inst) {
  const uint32_t pointer = inst->GetSingleWordInOperand(0);
  const PointerParts& cells = CellsOf(PointerVariable(context_, pointer)->result_id());
  CodeBuilder at(module_, context_->get_instr_block(inst), inst);
  PointerParts parts;
  if (cells.tag != 0) {
    parts.tag = at.EmitIds(spv::Op::OpLoad, module_->UintType(), {CellPointer(cells.tag, pointer, &at)});
  }
  for (uint32_t cell : cells.slots) {
    parts.slots.push_back(at.EmitIds(spv::Op::OpLoad, IndexType(), {CellPointer(cell, pointer, &at)}));
  }
  parts_[inst->result_id()] = parts;
  dead_.push_back(inst);
}

void PointerRewriter::RewritePointerStore(Instruction* inst, uint32_t pointer, uint32_t value) {
  const PointerParts& cells = CellsOf(PointerVariable(context_, pointer)->result_id());
  CodeBuilder at(module_, context_->get_instr_block(inst), inst);
  if (cells.tag != 0) {
    const uint32_t tag = TagOf(value, &at);
    at.EmitVoid(spv::Op::OpStore, {IdOperand(CellPointer(cells.tag, pointer, &at)), IdOperand(tag)});
  }
  const PointerParts parts = PartsOf(value);
  for (size_t i = 0; i < cells.slots.size(); ++i) {
    const uint32_t slot = SlotOrZero(parts, i, cells.slots.size(), &at);
    at.EmitVoid(spv::Op::OpStore, {IdOperand(CellPointer(cells.slots[i], pointer, &at)), IdOperand(slot)});
  }
}

// The tag and the indices, as what the function returns now.
void PointerRewriter::RewriteReturn(Instruction* inst) {
  const uint32_t pointer = inst->GetSingleWordInOperand(0);
  const ShapeSet& set = instance_->returned;
  CodeBuilder at(module_, context_->get_instr_block(inst), inst);
  std::vector<uint32_t> values;
  if (set.size() > 1) values.push_back(TagOf(pointer, &at));
  const size_t count = shapes_->SlotCount(set);
  const PointerParts parts = PartsOf(pointer);
  for (size_t i = 0; i < count; ++i) values.push_back(SlotOrZero(parts, i, count, &at));
  context_->ForgetUses(inst);
  if (values.empty()) {
    inst->SetOpcode(spv::Op::OpReturn);
    inst->SetInOperands({});
  } else {
    const uint32_t value =
        values.size() == 1 ? values[0] : at.EmitIds(spv::Op::OpCompositeConstruct, PartsType(values.size()), values);
    inst->SetInOperands({IdOperand(value)});
  }
  context_->AnalyzeUses(inst);
}

// Are pointers of these shapes equal where the pairs in `indices` are? A component
// or column may be fixed in one and an index of the other.
bool PointerRewriter::MatchIndices(uint32_t shape_a, const std::vector<uint32_t>& slots_a, uint32_t shape_b,
                                   const std::vector<uint32_t>& slots_b, CodeBuilder* at,
                                   std::vector<std::pair<uint32_t, uint32_t>>* indices) {
  const Shape &a = shapes_->Get(shape_a), &b = shapes_->Get(shape_b);
  if (a.root != b.root || a.steps.size() != b.steps.size()) return false;
  size_t next_a = 0, next_b = 0;
  for (size_t i = 0; i < a.steps.size(); ++i) {
    const ShapeStep &step_a = a.steps[i], &step_b = b.steps[i];
    const bool is_slot_a = step_a.kind == ShapeStep::Kind::kSlot, is_slot_b = step_b.kind == ShapeStep::Kind::kSlot;
    if (!is_slot_a && !is_slot_b) {
      if (step_a < step_b || step_b < step_a) return false;
      continue;
    }
    // Shapes of one root part ways at members, which are never indices.
    auto index = [&](bool is_slot, const ShapeStep& step, const std::vector<uint32_t>& slots, size_t* next) {
      if (is_slot) return AsSlot(slots[(*next)++], at);
      return module_->Constant(IndexType(), shapes_->index_width() == 32 ? std::vector<uint32_t>{step.value}
                                                                         : std::vector<uint32_t>{step.value, 0});
    };
    const uint32_t index_a = index(is_slot_a, step_a, slots_a, &next_a);
    indices->push_back({index_a, index(is_slot_b, step_b, slots_b, &next_b)});
  }
  return true;
}

// Pointers are equal if they have one root, the same members and equal indices.
void PointerRewriter::RewriteComparison(Instruction* inst) {
  const uint32_t a = inst->GetSingleWordInOperand(0), b = inst->GetSingleWordInOperand(1);
  CodeBuilder at(module_, context_->get_instr_block(inst), inst);
  const PointerParts of_a = PartsOf(a), of_b = PartsOf(b);
  uint32_t result = 0;
  if (inst->opcode() == spv::Op::OpPtrDiff) {
    result = at.EmitIds(spv::Op::OpISub, IndexType(), {AsSlot(of_a.slots.back(), &at), AsSlot(of_b.slots.back(), &at)});
    const Instruction* type = context_->get_def_use_mgr()->GetDef(inst->type_id());
    if (type->GetSingleWordInOperand(0) != shapes_->index_width()) {
      result = at.EmitIds(spv::Op::OpSConvert, inst->type_id(), {result});
    } else if (inst->type_id() != IndexType()) {
      result = at.EmitIds(spv::Op::OpBitcast, inst->type_id(), {result});
    }
  } else {
    result = module_->Bool(false);
    const auto choices_a = ChoicesOf(a, true), choices_b = ChoicesOf(b, true);
    const uint32_t bool_type = module_->BoolType();
    const uint32_t tag_a = choices_a.size() > 1 ? TagOf(a, &at) : 0, tag_b = choices_b.size() > 1 ? TagOf(b, &at) : 0;
    for (const Choice& choice : choices_a) {
      for (const Choice& other : choices_b) {
        std::vector<std::pair<uint32_t, uint32_t>> indices;
        if (!MatchIndices(choice.shape, SlotsFor(of_a, choice.shape), other.shape, SlotsFor(of_b, other.shape), &at,
                          &indices)) {
          continue;
        }
        uint32_t equal = 0;  // true
        if (tag_a != 0) equal = at.And(equal, at.Compare(spv::Op::OpIEqual, tag_a, module_->Uint(choice.shape)));
        if (tag_b != 0) equal = at.And(equal, at.Compare(spv::Op::OpIEqual, tag_b, module_->Uint(other.shape)));
        for (const auto& [index_a, index_b] : indices) {
          if (index_a != index_b) equal = at.And(equal, at.Compare(spv::Op::OpIEqual, index_a, index_b));
        }
        if (equal == 0) equal = module_->Bool(true);
        result = result == module_->Bool(false) ? equal : at.EmitIds(spv::Op::OpLogicalOr, bool_type, {result, equal});
      }
    }
    if (inst->opcode() == spv::Op::OpPtrNotEqual) result = at.EmitIds(spv::Op::OpLogicalNot, bool_type, {result});
  }
  if (module_->failed()) return;
  context_->ReplaceAllUsesWith(inst->result_id(), result);
  dead_.push_back(inst);
}

// An access, a call, or anything else that a pointer is an operand of.
void PointerRewriter::RewriteUse(Instruction* inst) {
  const bool is_call = inst->opcode() == spv::Op::OpFunctionCall;
  if (is_call && HandsOnTags(*inst)) {
    FinishCall(inst);
    return;
  }
  bool changed = false;
  // In operand 0 of a call is a function, whose type is what it returns.
  for (uint32_t i = is_call ? 1 : 0; i < inst->NumInOperands() && !module_->failed(); ++i) {
    if (!spvIsInIdType(inst->GetInOperand(i).type)) continue;
    const uint32_t pointer = inst->GetSingleWordInOperand(i);
    if (!IsTracked(pointer) || !NeedsWork(pointer)) continue;
    const auto choices = ChoicesOf(pointer);
    if (!is_call && !choices.empty() && shared_->on_access) {
      shared_->on_access(*inst, shapes_->Get(choices.front().shape).root);
    }
    if (choices.size() > 1) {
      Dispatch(inst, i, choices);
      if (!is_call) ++shared_->rewritten;
      return;
    }
    // A call's arguments are taken apart below.
    if (is_call) continue;
    if (choices.empty()) {
      RemoveAccess(inst);
      ++shared_->rewritten;
      return;
    }
    const uint32_t replacement = Materialize(pointer);
    changed = true;
    if (replacement == pointer) continue;
    context_->ForgetUses(inst);
    inst->SetInOperand(i, {replacement});
    context_->AnalyzeUses(inst);
  }
  if (is_call) FinishCall(inst);
  if (changed) ++shared_->rewritten;
}

// A branch for each thing that the pointer may be to, with the instruction in
// each: it runs once.
void PointerRewriter::Dispatch(Instruction* inst, uint32_t operand, const std::vector<Choice>& choices) {
  const uint32_t pointer = inst->GetSingleWordInOperand(operand);
  const uint32_t pointer_type = context_->get_def_use_mgr()->GetDef(pointer)->type_id();
  const uint32_t tag = PartsOf(shapes_->Origin(pointer)->result_id()).tag;
  const PointerParts parts = PartsOf(pointer);
  DetachLoopHeader(module_, context_->get_instr_block(inst));
  BasicBlock* block = context_->get_instr_block(inst);
  SinkSampledImages(module_, block);
  if (module_->failed()) return;
  BasicBlock* merge = SplitBefore(module_, block, inst);

  const bool has_parts = inst->opcode() == spv::Op::OpFunctionCall && shapes_->IsTracked(inst->type_id());
  const uint32_t result = inst->result_id();
  std::vector<Instruction*> users;
  if (result != 0 && !has_parts) users = RenameResult(module_, inst);
  std::vector<Instruction*> copies, ends;
  std::vector<uint32_t> labels, values;
  BasicBlock* position = block;
  for (const Choice& choice : choices) {
    if (module_->failed()) return;
    BasicBlock* branch = AddBlockAfter(module_, position);
    position = branch;
    labels.push_back(branch->id());
    CodeBuilder in_branch = CodeBuilder::AtEnd(module_, branch, inst);
    const uint32_t chosen = EmitPointer(&in_branch, pointer_type, choice, SlotsFor(parts, choice.shape));
    std::unique_ptr<Instruction> copy(inst->Clone(context_));
    if (result != 0) {
      copy->SetResultId(module_->TakeId());
      module_->CopyDecorations(inst->result_id(), copy->result_id());
      if (has_parts) sets_[copy->result_id()] = SetOf(result);
    }
    copy->SetInOperand(operand, {chosen});
    copies.push_back(in_branch.Insert(std::move(copy)));
    values.push_back(copies.back()->result_id());  // a further branch may give the id to a phi
    in_branch.Branch(merge->id());
    ends.push_back(&*branch->tail());
  }
  CodeBuilder at_end = CodeBuilder::AtEnd(module_, block, inst);
  if (choices.size() == 2) {
    const uint32_t condition = at_end.Compare(spv::Op::OpIEqual, tag, module_->Uint(choices[0].tag));
    at_end.Selection(condition, labels[0], labels[1], merge->id());
  } else {
    std::vector<std::pair<uint32_t, uint32_t>> cases;
    for (size_t i = 0; i + 1 < choices.size(); ++i) cases.push_back({choices[i].tag, labels[i]});
    at_end.Switch(tag, labels.back(), cases, merge->id());
  }
  for (Instruction* copy : copies) RewriteUse(copy);
  if (module_->failed() || shared_->lost) return;

  std::vector<uint32_t> blocks;
  for (Instruction* end : ends) blocks.push_back(context_->get_instr_block(end)->id());
  CodeBuilder in_merge(module_, merge, inst);
  if (has_parts) {
    const ShapeSet set = SetOf(result);
    const size_t count = shapes_->SlotCount(set);
    std::vector<std::vector<std::pair<uint32_t, uint32_t>>> incoming(count + 1);
    for (size_t i = 0; i < values.size(); ++i) {
      CodeBuilder at(module_, context_->get_instr_block(ends[i]), ends[i]);
      const PointerParts of_copy = parts_[values[i]];
      incoming[count].push_back({of_copy.tag, blocks[i]});
      for (size_t k = 0; k < count; ++k) incoming[k].push_back({SlotOrZero(of_copy, k, count, &at), blocks[i]});
    }
    PointerParts merged;
    if (set.size() > 1) merged.tag = in_merge.PhiOf(0, module_->UintType(), incoming[count])->result_id();
    for (size_t k = 0; k < count; ++k) merged.slots.push_back(in_merge.PhiOf(0, IndexType(), incoming[k])->result_id());
    parts_[result] = merged;
    dead_.push_back(inst);
    return;
  }
  const bool is_void =
      result == 0 || context_->get_def_use_mgr()->GetDef(inst->type_id())->opcode() == spv::Op::OpTypeVoid;
  if (!is_void) {
    std::vector<std::pair<uint32_t, uint32_t>> incoming;
    for (size_t i = 0; i < values.size(); ++i) incoming.push_back({values[i], blocks[i]});
    in_merge.PhiOf(result, inst->type_id(), incoming);
    for (Instruction* user : users) context_->AnalyzeUses(user);
  } else if (result != 0) {
    context_->KillNamesAndDecorates(result);
  }
  context_->KillInst(inst);
}

// There is nothing that the pointer may be to.
void PointerRewriter::RemoveAccess(Instruction* inst) {
  if (inst->result_id() != 0 && inst->type_id() != 0) {
    CodeBuilder at(module_, context_->get_instr_block(inst), inst);
    const uint32_t zero = at.NullValue(inst->type_id());
    if (module_->failed()) return;
    context_->ReplaceAllUsesWith(inst->result_id(), zero);
  }
  context_->KillInst(inst);
}

// A parameter that was Volatile makes its accesses so.
void PointerRewriter::MakeVolatile(Instruction* inst) {
  const uint32_t index = inst->opcode() == spv::Op::OpLoad ? 1 : 2;
  constexpr uint32_t kVolatile = uint32_t(spv::MemoryAccessMask::Volatile);
  if (index < inst->NumInOperands()) {
    inst->SetInOperand(index, {inst->GetSingleWordInOperand(index) | kVolatile});
  } else {
    inst->AddOperand({SPV_OPERAND_TYPE_MEMORY_ACCESS, {kVolatile}});
  }
}

}  // namespace lacuna
