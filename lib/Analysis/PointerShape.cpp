// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/PointerShape.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "Analysis/ConstantValue.h"

namespace lacuna {

namespace {

bool IsPtrChain(spv::Op op) { return op == spv::Op::OpPtrAccessChain || op == spv::Op::OpInBoundsPtrAccessChain; }

bool IsChain(spv::Op op) {
  return op == spv::Op::OpAccessChain || op == spv::Op::OpInBoundsAccessChain || IsPtrChain(op);
}

bool IsStorageImage(const Instruction& type) {
  return type.opcode() == spv::Op::OpTypeImage && type.GetSingleWordInOperand(5) == 2 &&
         type.GetSingleWordInOperand(1) != uint32_t(spv::Dim::SubpassData);
}

}  // namespace

PointerShapes::PointerShapes(IRContext* context, const DecorationTable& decorations, AlsoTracked also)
    : context_(context), decorations_(decorations), also_(also) {
  Intern({});
  FindIndexWidth();
}

// One width for all, so that an index from one place can stand for one from
// another.
void PointerShapes::FindIndexWidth() {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  for (Function& function : *context_->module()) {
    function.ForEachInst([this, defs](const Instruction* inst) {
      if (!IsChain(inst->opcode()) || !IsTracked(inst->type_id())) return;
      for (uint32_t i = 1; i < inst->NumInOperands(); ++i) {
        const uint32_t id = inst->GetSingleWordInOperand(i);
        const Instruction* type = defs->GetDef(defs->GetDef(id)->type_id());
        if (type->opcode() != spv::Op::OpTypeInt || type->GetSingleWordInOperand(0) != 64) continue;
        const ConstantValue value = EvaluateConstant(defs, id, true);
        const bool is_small = value.is_plain && value.value >= std::numeric_limits<int32_t>::min() &&
                              value.value <= std::numeric_limits<int32_t>::max();
        if (!is_small) index_width_ = 64;
      }
    });
  }
}

bool PointerShapes::IsTrackedImage(const Instruction& type) const {
  if (IsStorageImage(type)) return true;
  if (also_ != AlsoTracked::kTexelBuffers) return false;
  const bool is_combined = type.opcode() == spv::Op::OpTypeSampledImage;
  const Instruction& image = is_combined ? *context_->get_def_use_mgr()->GetDef(type.GetSingleWordInOperand(0)) : type;
  return image.opcode() == spv::Op::OpTypeImage && image.GetSingleWordInOperand(1) == uint32_t(spv::Dim::Buffer);
}

bool PointerShapes::IsTracked(uint32_t type_id) const {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const Instruction* type = type_id == 0 ? nullptr : defs->GetDef(type_id);
  if (type == nullptr) return false;
  if (type->opcode() != spv::Op::OpTypePointer) return IsTrackedImage(*type);
  switch (static_cast<spv::StorageClass>(type->GetSingleWordInOperand(0))) {
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::Uniform:
    case spv::StorageClass::Image:
      return true;
    case spv::StorageClass::Workgroup:
      return also_ == AlsoTracked::kWorkgroup;
    case spv::StorageClass::UniformConstant: {
      const Instruction* pointee = defs->GetDef(type->GetSingleWordInOperand(1));
      while (pointee->opcode() == spv::Op::OpTypeArray || pointee->opcode() == spv::Op::OpTypeRuntimeArray) {
        pointee = defs->GetDef(pointee->GetSingleWordInOperand(0));
      }
      return IsTrackedImage(*pointee);
    }
    default:
      return false;
  }
}

bool PointerShapes::Contains(uint32_t type_id) const {
  if (IsTracked(type_id)) return true;
  const Instruction* type = type_id == 0 ? nullptr : context_->get_def_use_mgr()->GetDef(type_id);
  if (type == nullptr) return false;
  switch (type->opcode()) {
    case spv::Op::OpTypeArray:
      return Contains(type->GetSingleWordInOperand(0));
    case spv::Op::OpTypeStruct:
      for (uint32_t i = 0; i < type->NumInOperands(); ++i) {
        if (Contains(type->GetSingleWordInOperand(i))) return true;
      }
      return false;
    default:
      return false;
  }
}

bool PointerShapes::IsLink(const Instruction& inst) const {
  if (!IsTracked(inst.type_id()) || IsLeftAlone(inst.result_id())) return false;
  if (IsChain(inst.opcode()) || inst.opcode() == spv::Op::OpCopyObject ||
      inst.opcode() == spv::Op::OpImageTexelPointer || inst.opcode() == spv::Op::OpImage) {
    return true;
  }
  // The load of an image, but not that of a pointer from a variable.
  return inst.opcode() == spv::Op::OpLoad &&
         context_->get_def_use_mgr()->GetDef(inst.type_id())->opcode() != spv::Op::OpTypePointer;
}

bool PointerShapes::IsUnprintable(const Instruction& inst) const {
  if (!IsTracked(inst.type_id())) return false;
  if (IsPtrChain(inst.opcode())) return true;
  const Instruction* type = context_->get_def_use_mgr()->GetDef(inst.type_id());
  return inst.opcode() == spv::Op::OpCopyObject && type->opcode() == spv::Op::OpTypePointer &&
         type->GetSingleWordInOperand(0) == uint32_t(spv::StorageClass::Workgroup);
}

Instruction* PointerShapes::Origin(uint32_t id, std::vector<Instruction*>* links) const {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  Instruction* inst = defs->GetDef(id);
  while (IsLink(*inst)) {
    if (links != nullptr) links->push_back(inst);
    inst = defs->GetDef(inst->GetSingleWordInOperand(0));
  }
  if (links != nullptr) std::reverse(links->begin(), links->end());
  return inst;
}

uint32_t PointerShapes::Intern(const Shape& shape) {
  auto [entry, is_new] = numbers_.emplace(shape, static_cast<uint32_t>(shapes_.size()));
  if (is_new) shapes_.push_back(&entry->first);
  return entry->second;
}

std::vector<uint32_t> PointerShapes::SlotTypes(uint32_t number) const {
  std::vector<uint32_t> types;
  for (const ShapeStep& step : Get(number).steps) {
    if (step.kind == ShapeStep::Kind::kSlot) types.push_back(0);
    if (step.kind != ShapeStep::Kind::kTexel) continue;
    types.push_back(step.coordinate_type);
    types.push_back(step.sample_type);
  }
  return types;
}

size_t PointerShapes::SlotCount(const ShapeSet& set) const {
  size_t count = 0;
  for (const auto& each : set) count = std::max(count, SlotCount(each.first));
  return count;
}

uint32_t PointerShapes::PartOf(uint32_t type_id, uint32_t part) const {
  const Instruction* type = context_->get_def_use_mgr()->GetDef(type_id);
  const uint32_t operand = type->opcode() == spv::Op::OpTypeStruct ? part : 0;
  return operand < type->NumInOperands() ? type->GetSingleWordInOperand(operand) : type_id;
}

uint32_t PointerShapes::PointeeOf(const Shape& shape) const {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const Instruction* type = defs->GetDef(defs->GetDef(shape.root)->type_id());
  uint32_t pointee = type->opcode() == spv::Op::OpTypePointer ? type->GetSingleWordInOperand(1) : type->result_id();
  for (const ShapeStep& step : shape.steps) {
    switch (step.kind) {
      case ShapeStep::Kind::kFixed:
      case ShapeStep::Kind::kSlot:
        pointee = PartOf(pointee, step.value);
        break;
      case ShapeStep::Kind::kTexel:
        pointee = defs->GetDef(step.value)->GetSingleWordInOperand(1);
        break;
      case ShapeStep::Kind::kImage:
        break;
      case ShapeStep::Kind::kPlain:
        pointee = step.value;
        break;
    }
  }
  return pointee;
}

bool PointerShapes::Extend(const Instruction& link, Shape* shape, std::vector<uint32_t>* slots, uint32_t* distance,
                           std::string* why) const {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  *distance = 0;
  if (shape->root == 0) return true;  // no pointer leads to no pointer
  auto add = [slots](uint32_t id) {
    if (slots != nullptr) slots->push_back(id);
  };
  ShapeStep step;
  switch (link.opcode()) {
    case spv::Op::OpCopyObject:
      return true;
    case spv::Op::OpLoad:
    case spv::Op::OpImage:
      step.kind = link.opcode() == spv::Op::OpLoad ? ShapeStep::Kind::kImage : ShapeStep::Kind::kPlain;
      step.value = link.type_id();
      shape->steps.push_back(step);
      return true;
    case spv::Op::OpImageTexelPointer:
      step.kind = ShapeStep::Kind::kTexel;
      step.value = link.type_id();
      step.coordinate_type = defs->GetDef(link.GetSingleWordInOperand(1))->type_id();
      step.sample_type = defs->GetDef(link.GetSingleWordInOperand(2))->type_id();
      shape->steps.push_back(step);
      add(link.GetSingleWordInOperand(1));
      add(link.GetSingleWordInOperand(2));
      return true;
    default:
      break;
  }
  for (uint32_t i = 1; i < link.NumInOperands(); ++i) {
    const Instruction* index = defs->GetDef(link.GetSingleWordInOperand(i));
    if (index->type_id() == 0 || defs->GetDef(index->type_id())->opcode() != spv::Op::OpTypeInt) {
      *why = "an index is no integer";
      return false;
    }
  }
  uint32_t first = 1;
  if (IsPtrChain(link.opcode())) {
    first = 2;
    const uint32_t element = link.GetSingleWordInOperand(1);
    const ConstantValue value = EvaluateConstant(defs, element, true);
    if (!value.is_plain || value.value != 0) {
      const std::string name = std::string("Op") + spvOpcodeString(link.opcode());
      if (shape->steps.empty() || shape->steps.back().kind != ShapeStep::Kind::kSlot) {
        *why = name + " steps from what is not known to be an element of an array";
        return false;
      }
      Shape array = *shape;
      array.steps.pop_back();
      const auto stride = decorations_.Value(PointeeOf(array), spv::Decoration::ArrayStride);
      const Instruction* base = defs->GetDef(link.GetSingleWordInOperand(0));
      const auto step_bytes = decorations_.Value(base->type_id(), spv::Decoration::ArrayStride);
      // Workgroup memory mostly has no layout, and then no strides.
      const bool is_workgroup =
          defs->GetDef(base->type_id())->GetSingleWordInOperand(0) == uint32_t(spv::StorageClass::Workgroup);
      if (stride != step_bytes || (!stride && !is_workgroup)) {
        *why = name + " steps by other than the stride of the array that its base is in";
        return false;
      }
      *distance = element;
    }
  }
  uint32_t type = PointeeOf(*shape);
  for (uint32_t i = first; i < link.NumInOperands(); ++i) {
    const uint32_t id = link.GetSingleWordInOperand(i);
    const Instruction* composite = defs->GetDef(type);
    const bool is_array =
        composite->opcode() == spv::Op::OpTypeArray || composite->opcode() == spv::Op::OpTypeRuntimeArray;
    const ConstantValue value = EvaluateConstant(defs, id, true);
    step = {};
    if (!is_array && value.is_plain) {
      step.value = static_cast<uint32_t>(value.value);
    } else if (composite->opcode() == spv::Op::OpTypeStruct) {
      *why = "a struct member index is no constant";
      return false;
    } else {
      step.kind = ShapeStep::Kind::kSlot;
      add(id);
    }
    shape->steps.push_back(step);
    type = PartOf(type, step.value);
  }
  return true;
}

bool PointerShapes::IsNonUniform(const Instruction& inst) const {
  // Not the decoration table: it does not know the instructions that the pass
  // has made since.
  auto is_decorated = [this](uint32_t id) {
    return context_->get_decoration_mgr()->HasDecoration(id, spv::Decoration::NonUniform);
  };
  if (is_decorated(inst.result_id())) return true;
  if (!IsChain(inst.opcode())) return false;
  for (uint32_t i = 1; i < inst.NumInOperands(); ++i) {
    if (is_decorated(inst.GetSingleWordInOperand(i))) return true;
  }
  return false;
}

}  // namespace lacuna
