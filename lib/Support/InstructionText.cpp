// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Support/InstructionText.h"

#include <vector>

namespace lacuna {

struct InstructionText::Mapper {
  Mapper(spv_target_env env, const std::vector<uint32_t>& words)
      : context(spvContextCreate(env)), friendly(context, words.data(), words.size()) {}
  ~Mapper() { spvContextDestroy(context); }

  spv_context context;
  spvtools::FriendlyNameMapper friendly;
};

InstructionText::InstructionText(IRContext* context) : context_(context) {}
InstructionText::~InstructionText() = default;

void InstructionText::MakeNames() {
  if (mapper_ != nullptr) return;
  // Writing the words takes ids for debug scopes; what is only read must not
  // change.
  const uint32_t bound = context_->module()->IdBound();
  std::vector<uint32_t> words;
  context_->module()->ToBinary(&words, /* skip_nop */ true);
  context_->module()->SetIdBound(bound);
  mapper_ = std::make_unique<Mapper>(SPV_ENV_UNIVERSAL_1_6, words);
  for (const Instruction& inst : context_->debugs2()) {
    if (inst.opcode() != spv::Op::OpName) continue;
    op_names_.emplace(inst.GetSingleWordInOperand(0), inst.GetInOperand(1).AsString());
  }
}

std::string InstructionText::NameOf(uint32_t id) {
  MakeNames();
  auto found = op_names_.find(id);
  return found == op_names_.end() ? "%" + std::to_string(id) : found->second;
}

namespace {

std::string MemoryAccess(uint32_t mask) {
  static constexpr const char* kNames[] = {"Volatile", "Aligned", "Nontemporal", "MakePointerAvailable",
                                           "MakePointerVisible", "NonPrivatePointer"};
  if (mask == 0) return "None";
  if (mask >= 1u << 6) return std::to_string(mask);
  std::string text;
  for (uint32_t bit = 0; bit < 6; ++bit) {
    if ((mask >> bit & 1) == 0) continue;
    if (!text.empty()) text += '|';
    text += kNames[bit];
  }
  return text;
}

std::string StorageClass(uint32_t value) {
  switch (static_cast<spv::StorageClass>(value)) {
    case spv::StorageClass::UniformConstant: return "UniformConstant";
    case spv::StorageClass::Uniform: return "Uniform";
    case spv::StorageClass::StorageBuffer: return "StorageBuffer";
    case spv::StorageClass::PushConstant: return "PushConstant";
    case spv::StorageClass::Function: return "Function";
    case spv::StorageClass::Private: return "Private";
    default: return std::to_string(value);
  }
}

}  // namespace

std::string InstructionText::Write(const Instruction& inst) {
  MakeNames();
  const spvtools::NameMapper name = mapper_->friendly.GetNameMapper();
  std::string text;
  if (inst.result_id() != 0) text += "%" + name(inst.result_id()) + " = ";
  text += std::string("Op") + spvOpcodeString(inst.opcode());
  if (inst.type_id() != 0) text += " %" + name(inst.type_id());
  for (uint32_t i = 0; i < inst.NumInOperands(); ++i) {
    const opt::Operand& operand = inst.GetInOperand(i);
    text += ' ';
    if (spvIsIdType(operand.type)) {
      text += "%" + name(operand.words[0]);
    } else if (operand.type == SPV_OPERAND_TYPE_LITERAL_STRING) {
      text += '"' + operand.AsString() + '"';
    } else if (operand.type == SPV_OPERAND_TYPE_STORAGE_CLASS) {
      text += StorageClass(operand.words[0]);
    } else if (operand.type == SPV_OPERAND_TYPE_MEMORY_ACCESS ||
               operand.type == SPV_OPERAND_TYPE_OPTIONAL_MEMORY_ACCESS) {
      text += MemoryAccess(operand.words[0]);
    } else {
      text += std::to_string(operand.words[0]);
    }
  }
  return text;
}

}  // namespace lacuna
