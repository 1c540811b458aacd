// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/DecorationTable.h"

namespace lacuna {

namespace {

using Entries = std::vector<DecorationTable::Entry>;

const Entries& None() {
  static const Entries* const none = new Entries;
  return *none;
}

const DecorationTable::Entry* Find(const Entries& entries, spv::Decoration decoration) {
  for (const auto& entry : entries) {
    if (entry.decoration == decoration) return &entry;
  }
  return nullptr;
}

std::optional<uint32_t> FirstLiteral(const DecorationTable::Entry* entry) {
  if (entry == nullptr || entry->first_operand >= entry->instruction->NumInOperands()) return std::nullopt;
  return entry->instruction->GetSingleWordInOperand(entry->first_operand);
}

}  // namespace

DecorationTable::DecorationTable(IRContext* context) {
  for (const Instruction& inst : context->annotations()) {
    switch (inst.opcode()) {
      case spv::Op::OpDecorate:
      case spv::Op::OpDecorateId:
      case spv::Op::OpDecorateString:
        ids_[inst.GetSingleWordInOperand(0)].push_back(
            {static_cast<spv::Decoration>(inst.GetSingleWordInOperand(1)), &inst, 2});
        break;
      case spv::Op::OpMemberDecorate:
      case spv::Op::OpMemberDecorateString:
        members_[{inst.GetSingleWordInOperand(0), inst.GetSingleWordInOperand(1)}].push_back(
            {static_cast<spv::Decoration>(inst.GetSingleWordInOperand(2)), &inst, 3});
        break;
      default:
        break;
    }
  }
  // A group's own decorations all precede its OpDecorationGroup, and that the
  // instructions that apply it (SPIR-V specification, 2.4), so one more walk
  // resolves every application.
  for (const Instruction& inst : context->annotations()) {
    if (inst.opcode() == spv::Op::OpGroupDecorate) {
      const Entries group = Of(inst.GetSingleWordInOperand(0));
      for (uint32_t i = 1; i < inst.NumInOperands(); ++i) {
        auto& target = ids_[inst.GetSingleWordInOperand(i)];
        target.insert(target.end(), group.begin(), group.end());
      }
    } else if (inst.opcode() == spv::Op::OpGroupMemberDecorate) {
      const Entries group = Of(inst.GetSingleWordInOperand(0));
      for (uint32_t i = 1; i + 1 < inst.NumInOperands(); i += 2) {
        auto& target = members_[{inst.GetSingleWordInOperand(i), inst.GetSingleWordInOperand(i + 1)}];
        target.insert(target.end(), group.begin(), group.end());
      }
    }
  }
}

const Entries& DecorationTable::Of(uint32_t id) const {
  auto found = ids_.find(id);
  return found == ids_.end() ? None() : found->second;
}

const Entries& DecorationTable::OfMember(uint32_t id, uint32_t member) const {
  auto found = members_.find({id, member});
  return found == members_.end() ? None() : found->second;
}

bool DecorationTable::Has(uint32_t id, spv::Decoration decoration) const { return Find(Of(id), decoration) != nullptr; }

bool DecorationTable::HasMember(uint32_t id, uint32_t member, spv::Decoration decoration) const {
  return Find(OfMember(id, member), decoration) != nullptr;
}

std::optional<uint32_t> DecorationTable::Value(uint32_t id, spv::Decoration decoration) const {
  return FirstLiteral(Find(Of(id), decoration));
}

std::optional<uint32_t> DecorationTable::MemberValue(uint32_t id, uint32_t member, spv::Decoration decoration) const {
  return FirstLiteral(Find(OfMember(id, member), decoration));
}

}  // namespace lacuna
