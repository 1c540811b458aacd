// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The part of PointerRewriter that hands parts of pointers on to functions.

#include "Transforms/Utils/PointerRewriter.h"

namespace lacuna {

// What the pointer may be to; if nothing, that is said.
ShapeSet PointerRewriter::SetOrNull(uint32_t pointer) const {
  ShapeSet set = SetOf(pointer);
  if (set.empty()) set[PointerShapes::kNull] = false;
  return set;
}

// The types of the values beside the tag: 0 for an index.
std::vector<uint32_t> PointerRewriter::SlotTypes(const ShapeSet& set) const {
  if (set.size() == 1) return shapes_->SlotTypes(set.begin()->first);
  return std::vector<uint32_t>(shapes_->SlotCount(set), 0);
}

bool PointerRewriter::HandsOnTags(const Instruction& call) const {
  const Function* callee = flow_->FunctionOf(call.GetSingleWordInOperand(0));
  if (callee == nullptr) return false;
  std::vector<ShapeSet> arguments;
  for (uint32_t i = 1; i < call.NumInOperands(); ++i) {
    const uint32_t argument = call.GetSingleWordInOperand(i);
    arguments.push_back(IsTracked(argument) ? SetOrNull(argument) : ShapeSet());
  }
  return flow_->HandsOnTags(*callee, arguments);
}

void PointerRewriter::FinishCall(Instruction* call) {
  Function* callee = flow_->FunctionOf(call->GetSingleWordInOperand(0));
  if (callee == nullptr || module_->failed()) return;
  std::vector<Binding> bindings;
  bool any = flow_->ReturnsParts(*callee);
  const bool with_tags = HandsOnTags(*call);
  for (uint32_t i = 1; i < call->NumInOperands(); ++i) {
    const uint32_t argument = call->GetSingleWordInOperand(i);
    bindings.emplace_back();
    if (!IsTracked(argument)) continue;
    const auto choices = ChoicesOf(argument);
    const uint32_t shape = choices.empty() ? PointerShapes::kNull : choices.front().shape;
    bindings.back() = with_tags ? flow_->BindAny(*callee, i - 1, SetOrNull(argument))
                                : flow_->Bind(*callee, i - 1, shape, !choices.empty() && choices.front().non_uniform);
    std::vector<Instruction*> links;
    shapes_->Origin(argument, &links);
    bool has_copy = false;
    for (const Instruction* link : links) has_copy |= link->opcode() == spv::Op::OpCopyObject;
    any |= bindings.back().is_bound() || NeedsWork(argument) || has_copy;
  }
  if (!any) return;
  const bool has_body = callee->begin() != callee->end();
  const Instance* target = has_body ? flow_->Find(callee->result_id(), bindings) : nullptr;
  if (has_body && target == nullptr) {
    shared_->lost = true;
    return;
  }
  Function* function = target != nullptr ? shared_->functions.at(target) : callee;
  CodeBuilder at(module_, context_->get_instr_block(call), call);
  opt::Instruction::OperandList arguments{IdOperand(function->result_id())};
  std::vector<uint32_t> slots;
  for (uint32_t i = 1; i < call->NumInOperands(); ++i) {
    const uint32_t argument = call->GetSingleWordInOperand(i);
    const Binding& binding = bindings[i - 1];
    if (!binding.is_bound()) {
      const bool is_pointer = IsTracked(argument) && !ChoicesOf(argument).empty();
      arguments.push_back(IdOperand(is_pointer ? Materialize(argument) : argument));
      continue;
    }
    if (binding.has_tag()) slots.push_back(TagOf(argument, &at));
    const auto types = SlotTypes(binding.shapes);
    const PointerParts parts = PartsOf(argument);
    for (size_t k = 0; k < types.size(); ++k) {
      slots.push_back(types[k] == 0 ? SlotOrZero(parts, k, types.size(), &at)
                                    : parts.slots[parts.slots.size() - types.size() + k]);
    }
  }
  for (uint32_t slot : slots) arguments.push_back(IdOperand(slot));
  if (module_->failed()) return;
  if (!flow_->ReturnsParts(*callee)) {
    context_->ForgetUses(call);
    call->SetInOperands(std::move(arguments));
    context_->AnalyzeUses(call);
    return;
  }
  // What it returned a pointer as it returns in parts.
  const ShapeSet returned = target != nullptr ? target->returned : ShapeSet();
  std::vector<opt::Operand> operands(arguments.begin(), arguments.end());
  const size_t count = shapes_->SlotCount(returned), values = count + (returned.size() > 1 ? 1 : 0);
  const uint32_t type = PartsType(values);
  const uint32_t result = at.Emit(spv::Op::OpFunctionCall, type, operands);
  PointerParts parts;
  for (size_t i = 0; i < values; ++i) {
    const bool is_tag = returned.size() > 1 && i == 0;
    const uint32_t part_type = is_tag ? module_->UintType() : IndexType();
    const uint32_t value = values == 1 ? result
                                       : at.Emit(spv::Op::OpCompositeExtract, part_type,
                                                 {IdOperand(result), LiteralOperand(static_cast<uint32_t>(i))});
    if (is_tag) {
      parts.tag = value;
    } else {
      parts.slots.push_back(value);
    }
  }
  if (parts.tag == 0 && !returned.empty()) parts.tag = module_->Uint(returned.begin()->first);
  parts_[call->result_id()] = parts;
  dead_.push_back(call);
}

}  // namespace lacuna
