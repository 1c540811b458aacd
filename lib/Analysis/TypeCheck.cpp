// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/TypeCheck.h"

#include <algorithm>
#include <map>

namespace lacuna {

namespace {

// Vulkan implementations and the validator allow 255 for structs.
constexpr uint32_t kMaxDepth = 1000;

bool IsComposite(spv::Op op) {
  switch (op) {
    case spv::Op::OpTypeStruct:
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeRuntimeArray:
    case spv::Op::OpTypeMatrix:
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypeSampledImage:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool CheckTypes(IRContext* context, std::string* why) {
  std::map<uint32_t, uint32_t> depth;  // of the types declared so far
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  for (const Instruction& inst : context->types_values()) {
    const std::string name = "%" + std::to_string(inst.result_id());
    if (inst.opcode() == spv::Op::OpVariable) {
      const Instruction* type = defs->GetDef(inst.type_id());
      if (type == nullptr || type->opcode() != spv::Op::OpTypePointer) {
        *why = "the module is malformed: the type of variable " + name + " is no pointer";
        return false;
      }
      continue;
    }
    if (!spvOpcodeGeneratesType(inst.opcode())) continue;
    uint32_t deepest = 0;
    if (IsComposite(inst.opcode())) {
      // The length of an array is no part; the rest of its operands, and all of
      // a struct's, are.
      const uint32_t parts = inst.opcode() == spv::Op::OpTypeStruct ? inst.NumInOperands() : 1;
      for (uint32_t i = 0; i < parts; ++i) {
        const uint32_t part = inst.GetSingleWordInOperand(i);
        auto found = depth.find(part);
        const Instruction* def = defs->GetDef(part);
        // A pointer may be declared later (OpTypeForwardPointer).
        if (found == depth.end() && (def == nullptr || def->opcode() != spv::Op::OpTypePointer)) {
          *why = "the module is malformed: type " + name + " has a part that is no type declared before it";
          return false;
        }
        if (found != depth.end()) deepest = std::max(deepest, found->second);
      }
    }
    if (deepest >= kMaxDepth) {
      *why = "type " + name + " is nested more than " + std::to_string(kMaxDepth) + " deep";
      return false;
    }
    depth[inst.result_id()] = deepest + 1;
  }
  return true;
}

}  // namespace lacuna
