// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/KeptParameters.h"

#include <optional>
#include <vector>

namespace lacuna {

namespace {

bool IsVectorOrNumber(const Instruction& type) {
  return type.opcode() == spv::Op::OpTypeInt || type.opcode() == spv::Op::OpTypeFloat ||
         type.opcode() == spv::Op::OpTypeVector;
}

Instruction* ParameterOf(const Function& function, uint32_t index) {
  Instruction* found = nullptr;
  uint32_t i = 0;
  const_cast<Function&>(function).ForEachParam([&](Instruction* parameter) {
    if (i++ == index) found = parameter;
  });
  return found;
}

}  // namespace

KeptParameters::KeptParameters(IRContext* context, const PointerShapes* shapes, const DecorationTable& decorations,
                               WholeDescriptors mode)
    : context_(context), shapes_(shapes), decorations_(decorations), written_(context), mode_(mode) {
  for (const Function& function : *context->module()) functions_[function.result_id()] = &function;
}

bool KeptParameters::Keeps(const Function& callee, uint32_t index, const Shape& shape) const {
  if (mode_ == WholeDescriptors::kSpecialise || shape.root == 0) return false;
  auto [entry, is_new] = keeps_.emplace(std::make_tuple(callee.result_id(), index, shape), false);
  if (is_new && CanKeep(callee, index, shape)) entry->second = true;
  return entry->second;
}

bool KeptParameters::CanKeep(const Function& callee, uint32_t index, const Shape& shape) const {
  if (!IsPlainRoot(shape.root) || !HasType(shape)) return false;
  // What a function returns is rewritten, and with it what it was given.
  if (shapes_->IsTracked(callee.type_id())) return false;
  if (!IsPlainParameter(callee, index)) return false;
  const Instruction* parameter = ParameterOf(callee, index);
  if (!IsPlainUse(callee, *parameter, shape)) return false;
  return mode_ == WholeDescriptors::kKeep || !LivesAcrossWrite(callee, parameter->result_id());
}

// Workgroup memory, or a buffer that is no array, without decorations that a
// parameter's type would have to repeat.
bool KeptParameters::IsPlainRoot(uint32_t variable) const {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const Instruction* inst = defs->GetDef(variable);
  if (inst->opcode() != spv::Op::OpVariable) return false;
  const auto storage_class = static_cast<spv::StorageClass>(inst->GetSingleWordInOperand(0));
  if (storage_class == spv::StorageClass::Workgroup) return IsPlainVariable(variable);
  if (storage_class != spv::StorageClass::StorageBuffer) return false;
  const Instruction* block = defs->GetDef(defs->GetDef(inst->type_id())->GetSingleWordInOperand(1));
  if (block->opcode() != spv::Op::OpTypeStruct) return false;
  for (spv::Decoration decoration : {spv::Decoration::NonWritable, spv::Decoration::NonReadable,
                                     spv::Decoration::Volatile, spv::Decoration::Coherent}) {
    if (decorations_.Has(variable, decoration)) return false;
    for (uint32_t member = 0; member < block->NumInOperands(); ++member) {
      if (decorations_.HasMember(block->result_id(), member, decoration)) return false;
    }
  }
  return true;
}

// The block or variable itself, or a number or vector that lies in memory as
// Metal's own type does: no part of a vector, none that is packed or strided.
bool KeptParameters::HasType(const Shape& shape) const {
  if (shape.steps.empty()) return true;
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const Instruction* pointee = defs->GetDef(shapes_->PointeeOf(shape));
  if (!IsVectorOrNumber(*pointee)) return false;
  if (defs->GetDef(shape.root)->GetSingleWordInOperand(0) == uint32_t(spv::StorageClass::Workgroup)) {
    Shape composite = shape;
    composite.steps.pop_back();
    const spv::Op parent = defs->GetDef(shapes_->PointeeOf(composite))->opcode();
    return parent == spv::Op::OpTypeStruct || parent == spv::Op::OpTypeArray;
  }
  uint32_t bytes = 0;
  if (pointee->opcode() == spv::Op::OpTypeVector) {
    const uint32_t count = pointee->GetSingleWordInOperand(1);
    if (count == 3) return false;
    bytes = count * defs->GetDef(pointee->GetSingleWordInOperand(0))->GetSingleWordInOperand(0) / 8;
  } else {
    bytes = pointee->GetSingleWordInOperand(0) / 8;
  }
  // A vector that is not aligned anywhere on the way makes SPIRV-Cross print a
  // packed one, or pack the struct around it: blocks with scalar layout.
  Shape composite = shape;
  for (bool is_last = true; !composite.steps.empty(); is_last = false) {
    const uint32_t part = composite.steps.back().value;
    composite.steps.pop_back();
    const uint32_t parent = shapes_->PointeeOf(composite);
    switch (defs->GetDef(parent)->opcode()) {
      case spv::Op::OpTypeArray:
      case spv::Op::OpTypeRuntimeArray: {
        const auto stride = decorations_.Value(parent, spv::Decoration::ArrayStride);
        if (!stride || (is_last ? *stride != bytes : *stride % bytes != 0)) return false;
        break;
      }
      case spv::Op::OpTypeStruct:
        if (!IsAlignedMember(*defs->GetDef(parent), part, bytes, !is_last)) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

// Does the member begin at a multiple of `bytes`, and if asked for, the next one,
// too?
bool KeptParameters::IsAlignedMember(const Instruction& type, uint32_t member, uint32_t bytes, bool with_next) const {
  const auto offset = decorations_.MemberValue(type.result_id(), member, spv::Decoration::Offset);
  if (!offset || *offset % bytes != 0) return false;
  std::optional<uint32_t> next;
  for (uint32_t other = 0; other < type.NumInOperands(); ++other) {
    const auto at = decorations_.MemberValue(type.result_id(), other, spv::Decoration::Offset);
    if (at && *at > *offset && (!next || *at < *next)) next = *at;
  }
  return !with_next || !next || *next % bytes == 0;
}

bool KeptParameters::IsPlainVariable(uint32_t id) const {
  for (spv::Decoration decoration : {spv::Decoration::NonWritable, spv::Decoration::NonReadable,
                                     spv::Decoration::Volatile, spv::Decoration::Coherent}) {
    if (decorations_.Has(id, decoration)) return false;
  }
  return true;
}

bool KeptParameters::IsPlainParameter(const Function& callee, uint32_t index) const {
  const Instruction* parameter = ParameterOf(callee, index);
  if (parameter == nullptr || callee.begin() == callee.end()) return false;
  return IsPlainVariable(parameter->result_id());
}

// Used in ways for which SPIRV-Cross has the same text as for a variable.
bool KeptParameters::IsPlainUse(const Function& callee, const Instruction& pointer, const Shape& shape) const {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  return defs->WhileEachUser(&pointer, [&](Instruction* user) {
    if (spvOpcodeIsAtomicOp(user->opcode())) return user->GetSingleWordInOperand(0) == pointer.result_id();
    switch (user->opcode()) {
      case spv::Op::OpName:
      case spv::Op::OpDecorate:
        return true;
      case spv::Op::OpLoad:
        return !shape.steps.empty();
      case spv::Op::OpStore:
        return user->GetSingleWordInOperand(0) == pointer.result_id() && !shape.steps.empty();
      case spv::Op::OpAccessChain:
      case spv::Op::OpInBoundsAccessChain: {
        Shape longer = shape;
        uint32_t distance = 0;
        std::string why;
        return shapes_->Extend(*user, &longer, nullptr, &distance, &why) && IsPlainUse(callee, *user, longer);
      }
      case spv::Op::OpFunctionCall: {
        auto next = functions_.find(user->GetSingleWordInOperand(0));
        if (next == functions_.end()) return false;
        for (uint32_t i = 1; i < user->NumInOperands(); ++i) {
          if (user->GetSingleWordInOperand(i) != pointer.result_id()) continue;
          if (!Keeps(*next->second, i - 1, shape)) return false;
        }
        return true;
      }
      default:
        return user->IsCommonDebugInstr() || user->IsNonSemanticInstruction();
    }
  });
}

// Does the instruction write memory that others see, other than through
// `parameter`?
bool KeptParameters::IsWrite(const Instruction& inst, uint32_t parameter) const {
  if (inst.opcode() == spv::Op::OpStore && shapes_->Origin(inst.GetSingleWordInOperand(0))->result_id() == parameter) {
    return false;
  }
  for (spv::StorageClass storage_class :
       {spv::StorageClass::StorageBuffer, spv::StorageClass::Uniform, spv::StorageClass::Image,
        spv::StorageClass::PhysicalStorageBuffer, spv::StorageClass::Workgroup}) {
    if (written_.Writes(inst, storage_class)) return true;
  }
  return false;
}

// Does the instruction write through the parameter?
bool KeptParameters::IsWriteThrough(const Instruction& inst, uint32_t parameter) const {
  if (!IsWrite(inst, 0)) return false;
  bool through = false;
  inst.ForEachInId([&](const uint32_t* id) {
    const Instruction* def = context_->get_def_use_mgr()->GetDef(*id);
    if (def->opcode() == spv::Op::OpFunction || !shapes_->IsTracked(def->type_id())) return;
    through |= shapes_->Origin(*id)->result_id() == parameter;
  });
  return through;
}

bool KeptParameters::LivesAcrossWrite(const Function& callee, uint32_t parameter) const {
  auto [entry, is_new] = lives_.emplace(std::make_pair(callee.result_id(), parameter), true);
  if (!is_new) return entry->second;
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  bool lives = false;
  callee.ForEachInst([&](const Instruction* load) {
    if (lives || load->opcode() != spv::Op::OpLoad) return;
    const uint32_t pointer = load->GetSingleWordInOperand(0);
    if (!shapes_->IsTracked(defs->GetDef(pointer)->type_id())) return;
    // A value from elsewhere is held back from writes elsewhere, but not from
    // those through the parameter.
    const bool through = shapes_->Origin(pointer)->result_id() == parameter;
    lives = LivesAcross(context_, *load, [&](const Instruction& inst) {
      return through ? IsWrite(inst, parameter) : IsWriteThrough(inst, parameter);
    });
  });
  lives_[{callee.result_id(), parameter}] = lives;
  return lives;
}

}  // namespace lacuna
