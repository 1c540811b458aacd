// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/KeptParameters.h"

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
    : context_(context), shapes_(shapes), decorations_(decorations), mode_(mode) {
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

// A buffer that is no array, without decorations that a parameter's type would
// have to repeat.
bool KeptParameters::IsPlainRoot(uint32_t variable) const {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const Instruction* inst = defs->GetDef(variable);
  if (inst->opcode() != spv::Op::OpVariable ||
      static_cast<spv::StorageClass>(inst->GetSingleWordInOperand(0)) != spv::StorageClass::StorageBuffer) {
    return false;
  }
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

// The block itself, or a number or vector that lies in memory as Metal's own
// type does: no part of a vector, none that is packed or strided.
bool KeptParameters::HasType(const Shape& shape) const {
  if (shape.steps.empty()) return true;
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const Instruction* pointee = defs->GetDef(shapes_->PointeeOf(shape));
  if (!IsVectorOrNumber(*pointee)) return false;
  uint32_t bytes = 0;
  if (pointee->opcode() == spv::Op::OpTypeVector) {
    const uint32_t count = pointee->GetSingleWordInOperand(1);
    if (count == 3) return false;
    bytes = count * defs->GetDef(pointee->GetSingleWordInOperand(0))->GetSingleWordInOperand(0) / 8;
  } else {
    bytes = pointee->GetSingleWordInOperand(0) / 8;
  }
  Shape composite = shape;
  composite.steps.pop_back();
  const Instruction* parent = defs->GetDef(shapes_->PointeeOf(composite));
  switch (parent->opcode()) {
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeRuntimeArray:
      return decorations_.Value(parent->result_id(), spv::Decoration::ArrayStride) == bytes;
    case spv::Op::OpTypeStruct: {
      const auto offset =
          decorations_.MemberValue(parent->result_id(), shape.steps.back().value, spv::Decoration::Offset);
      return offset && *offset % bytes == 0;
    }
    default:
      return false;
  }
}

bool KeptParameters::IsPlainParameter(const Function& callee, uint32_t index) const {
  const Instruction* parameter = ParameterOf(callee, index);
  if (parameter == nullptr || callee.begin() == callee.end()) return false;
  for (spv::Decoration decoration : {spv::Decoration::NonWritable, spv::Decoration::NonReadable,
                                     spv::Decoration::Volatile, spv::Decoration::Coherent}) {
    if (decorations_.Has(parameter->result_id(), decoration)) return false;
  }
  return true;
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

// Does the instruction write memory that a buffer may be in, other than through
// `parameter`?
bool KeptParameters::IsWrite(const Instruction& inst, uint32_t parameter) const {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  auto is_elsewhere = [&](uint32_t pointer) {
    const Instruction* type = defs->GetDef(defs->GetDef(pointer)->type_id());
    if (type->opcode() != spv::Op::OpTypePointer) return false;
    switch (static_cast<spv::StorageClass>(type->GetSingleWordInOperand(0))) {
      case spv::StorageClass::StorageBuffer:
      case spv::StorageClass::Uniform:
      case spv::StorageClass::Image:
      case spv::StorageClass::PhysicalStorageBuffer:
        return false;
      default:
        return true;
    }
  };
  switch (inst.opcode()) {
    case spv::Op::OpLoad:
    case spv::Op::OpAtomicLoad:
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpPtrAccessChain:
    case spv::Op::OpInBoundsPtrAccessChain:
    case spv::Op::OpCopyObject:
    case spv::Op::OpArrayLength:
    case spv::Op::OpPhi:
    case spv::Op::OpSelect:
    case spv::Op::OpExtInst:
      return false;
    case spv::Op::OpStore: {
      const uint32_t pointer = inst.GetSingleWordInOperand(0);
      if (is_elsewhere(pointer)) return false;
      return shapes_->Origin(pointer)->result_id() != parameter;
    }
    case spv::Op::OpImageWrite:
      return true;
    case spv::Op::OpFunctionCall: {
      auto callee = functions_.find(inst.GetSingleWordInOperand(0));
      return callee == functions_.end() || Writes(*callee->second);
    }
    default: {
      bool writes = false;
      inst.ForEachInId([&](const uint32_t* id) {
        const Instruction* def = defs->GetDef(*id);
        if (def->type_id() == 0) return;
        writes |= defs->GetDef(def->type_id())->opcode() == spv::Op::OpTypePointer && !is_elsewhere(*id);
      });
      return writes;
    }
  }
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

bool KeptParameters::Writes(const Function& function) const {
  // An imported function may write anything. Recursion was refused before.
  auto [entry, is_new] = writes_.emplace(function.result_id(), true);
  if (!is_new || function.begin() == function.end()) return entry->second;
  bool writes = false;
  function.ForEachInst([&](const Instruction* inst) { writes |= IsWrite(*inst, 0); });
  writes_[function.result_id()] = writes;
  return writes;
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
    // Everything that SPIRV-Cross may print with the load inside.
    std::set<uint32_t> derived{load->result_id()};
    std::vector<uint32_t> work{load->result_id()};
    while (!work.empty()) {
      const uint32_t id = work.back();
      work.pop_back();
      defs->ForEachUser(id, [&](const Instruction* user) {
        const spv::Op op = user->opcode();
        if (user->result_id() == 0 || op == spv::Op::OpPhi || op == spv::Op::OpFunctionCall ||
            spvOpcodeIsAtomicOp(op)) {
          return;
        }
        if (derived.insert(user->result_id()).second) work.push_back(user->result_id());
      });
    }
    auto uses = [&derived](const Instruction& inst) {
      bool found = false;
      inst.ForEachInId([&](const uint32_t* id) { found |= derived.count(*id) != 0; });
      return found;
    };
    // Every way on from the load, before and behind the first write.
    std::set<std::pair<uint32_t, bool>> seen;
    std::vector<std::pair<BasicBlock*, bool>> next_blocks;
    auto walk = [&](BasicBlock::iterator it, BasicBlock* block, bool written) {
      for (; it != block->end() && !lives; ++it) {
        if (&*it == load) return;
        if (it->opcode() == spv::Op::OpPhi) continue;
        const bool is_use = uses(*it), is_write = through ? IsWrite(*it, parameter) : IsWriteThrough(*it, parameter);
        // An atomic or call may be printed as a loop or in another order than
        // its operands.
        if (is_use && (written || (is_write && it->opcode() != spv::Op::OpStore))) lives = true;
        written |= is_write;
      }
      block->ForEachSuccessorLabel([&](const uint32_t label) {
        BasicBlock* next = context_->get_instr_block(label);
        if (written) {
          next->ForEachPhiInst([&](const Instruction* phi) {
            for (uint32_t i = 0; i + 1 < phi->NumInOperands(); i += 2) {
              lives |= phi->GetSingleWordInOperand(i + 1) == block->id() &&
                       derived.count(phi->GetSingleWordInOperand(i)) != 0;
            }
          });
        }
        if (seen.insert({label, written}).second) next_blocks.push_back({next, written});
      });
    };
    BasicBlock* block = context_->get_instr_block(const_cast<Instruction*>(load));
    walk(++BasicBlock::iterator(const_cast<Instruction*>(load)), block, false);
    while (!next_blocks.empty() && !lives) {
      const auto [next, written] = next_blocks.back();
      next_blocks.pop_back();
      walk(next->begin(), next, written);
    }
  });
  lives_[{callee.result_id(), parameter}] = lives;
  return lives;
}

}  // namespace lacuna
