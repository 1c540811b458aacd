// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/AccessPath.h"

#include <algorithm>

#include "Analysis/ConstantValue.h"

namespace lacuna {

namespace {

// Keeps sums far from 2^64: no buffer is that large.
constexpr uint64_t kFarAway = uint64_t{1} << 62;

bool IsLink(spv::Op op) {
  return op == spv::Op::OpAccessChain || op == spv::Op::OpInBoundsAccessChain || op == spv::Op::OpPtrAccessChain ||
         op == spv::Op::OpInBoundsPtrAccessChain || op == spv::Op::OpCopyObject;
}

std::string DescribeOrigin(const Instruction& inst) {
  switch (inst.opcode()) {
    case spv::Op::OpPhi:
      return "the pointer is chosen by OpPhi";
    case spv::Op::OpSelect:
      return "the pointer is chosen by OpSelect";
    case spv::Op::OpFunctionParameter:
      return "the pointer is a function parameter";
    case spv::Op::OpFunctionCall:
      return "the pointer is a function's result";
    case spv::Op::OpLoad:
      return "the pointer is loaded from memory";
    case spv::Op::OpConstantNull:
      return "the pointer is OpConstantNull";
    case spv::Op::OpUndef:
      return "the pointer is OpUndef";
    default:
      return std::string("the pointer comes from Op") + spvOpcodeString(inst.opcode());
  }
}

}  // namespace

bool AccessPaths::Trace(uint32_t pointer_id, AccessPath* path, std::string* why) const {
  if (!TraceToRoot(pointer_id, path, why)) return false;
  if (path->descriptor != nullptr) return true;
  const Instruction* root = context_->get_def_use_mgr()->GetDef(path->root);
  *why = root->opcode() == spv::Op::OpVariable ? "the pointer is not to a descriptor" : DescribeOrigin(*root);
  return false;
}

bool AccessPaths::TraceToRoot(uint32_t pointer_id, AccessPath* path, std::string* why) const {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  *path = {};
  Instruction* inst = defs->GetDef(pointer_id);
  while (IsLink(inst->opcode())) {
    path->chain.push_back(inst);
    inst = defs->GetDef(inst->GetSingleWordInOperand(0));
  }
  std::reverse(path->chain.begin(), path->chain.end());
  path->root = inst->result_id();
  path->descriptor = descriptors_.Find(path->root);
  if (path->descriptor != nullptr) {
    path->pointee.type = path->descriptor->element_type;
  } else {
    const Instruction* type = defs->GetDef(inst->type_id());
    if (type->opcode() != spv::Op::OpTypePointer) {
      *why = "the pointer is untyped";
      return false;
    }
    path->pointee.type = type->GetSingleWordInOperand(1);
    path->is_signed = true;
  }
  for (const Instruction* link : path->chain) {
    if (!Walk(path, *link, why)) return false;
  }
  return true;
}

bool AccessPaths::Walk(AccessPath* path, const Instruction& link, std::string* why) const {
  uint32_t first = 1;
  switch (link.opcode()) {
    case spv::Op::OpCopyObject:
      return true;
    case spv::Op::OpPtrAccessChain:
    case spv::Op::OpInBoundsPtrAccessChain: {
      // Element counts in steps of the base pointer type's ArrayStride.
      first = 2;
      const uint32_t element = link.GetSingleWordInOperand(1);
      const ConstantValue value = EvaluateConstant(context_->get_def_use_mgr(), element, true);
      if (value.is_plain && value.value == 0) break;
      if (path->whole_array()) {
        *why = "Op" + std::string(spvOpcodeString(link.opcode())) + " moves from one descriptor to another";
        return false;
      }
      const Instruction* base = context_->get_def_use_mgr()->GetDef(link.GetSingleWordInOperand(0));
      const auto stride = decorations_.Value(base->type_id(), spv::Decoration::ArrayStride);
      if (!stride) {
        *why = "the pointer type of Op" + std::string(spvOpcodeString(link.opcode())) + " has no ArrayStride";
        return false;
      }
      // Element may go back from where the base stands, and what follows may go
      // forth again. Only a single step from the buffer's start is out of range
      // whenever it is negative.
      const bool at_start = path->offset.terms.empty() && path->offset.constant == 0;
      const bool is_last = &link == path->chain.back() && link.NumInOperands() == 2;
      if ((!value.is_plain || value.value < 0) && !(at_start && is_last)) path->is_signed = true;
      AddTerm(path, element, *stride);
      break;
    }
    default:
      break;
  }
  for (uint32_t i = first; i < link.NumInOperands(); ++i) {
    if (!Index(path, link.GetSingleWordInOperand(i), why)) return false;
  }
  return true;
}

bool AccessPaths::Index(AccessPath* path, uint32_t index_id, std::string* why) const {
  if (path->whole_array()) {
    path->element.push_back(index_id);
    return true;
  }
  const ConstantValue value = EvaluateConstant(context_->get_def_use_mgr(), index_id, true);
  LaidOutType part;
  uint64_t offset = 0, stride = 0;
  if (!layout_.Part(path->pointee, value.is_plain ? static_cast<uint64_t>(value.value) : 0, &part, &offset, &stride,
                    why)) {
    return false;
  }
  path->pointee = part;
  path->offset.constant += offset;
  AddTerm(path, index_id, stride);
  return true;
}

void AccessPaths::AddTerm(AccessPath* path, uint32_t index_id, uint64_t stride) const {
  if (stride == 0) return;
  const ConstantValue value = EvaluateConstant(context_->get_def_use_mgr(), index_id, true);
  if (!value.is_plain) {
    path->offset.terms.push_back({index_id, stride});
    return;
  }
  if (path->is_signed) {
    path->offset.constant += static_cast<uint64_t>(value.value) * stride;
    return;
  }
  if (value.value < 0 || static_cast<uint64_t>(value.value) > kFarAway / stride ||
      path->offset.constant > kFarAway) {
    path->outside = true;
    return;
  }
  path->offset.constant += static_cast<uint64_t>(value.value) * stride;
}

}  // namespace lacuna
