// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/SPIRV/Decorations.h"

#include <algorithm>
#include <tuple>

namespace lacuna::reflection::spirv {

using spv::Op;

namespace {

// Who is in more groups than this asks them once for each kind of decoration.
// Below it a walk is as cheap as keeping its result.
constexpr std::ptrdiff_t kFewGroups = 16;

// The first word after the decoration itself.
uint32_t FirstOperand(const Inst& inst) {
  return inst.opcode == Op::OpMemberDecorate || inst.opcode == Op::OpMemberDecorateString ? 4 : 3;
}

}  // namespace

Decorations::Decorations(const ModuleTable& table) : table_(table) {
  uint32_t order = 0;
  for (const Inst& inst : table.instructions()) {
    // Annotations stand before the functions.
    if (inst.opcode == Op::OpFunction) break;
    ++order;
    switch (inst.opcode) {
      case Op::OpName:
        names_.push_back({table.Word(inst, 1), kWhole, 0, order, &inst});
        break;
      case Op::OpMemberName:
        names_.push_back({table.Word(inst, 1), table.Word(inst, 2), 0, order, &inst});
        break;
      case Op::OpDecorate:
      case Op::OpDecorateId:
      case Op::OpDecorateString:
        entries_.push_back({table.Word(inst, 1), kWhole, table.Word(inst, 2), order, &inst});
        break;
      case Op::OpMemberDecorate:
      case Op::OpMemberDecorateString:
        entries_.push_back({table.Word(inst, 1), table.Word(inst, 2), table.Word(inst, 3), order, &inst});
        break;
      case Op::OpGroupDecorate:
        for (uint32_t i = 2; i < inst.length; ++i) {
          memberships_.push_back({table.Word(inst, i), kWhole, table.Word(inst, 1), 0, 0});
        }
        break;
      case Op::OpGroupMemberDecorate:
        for (uint32_t i = 2; i + 1 < inst.length; i += 2) {
          if (table.Word(inst, i + 1) == kWhole) continue;
          memberships_.push_back({table.Word(inst, i), table.Word(inst, i + 1), table.Word(inst, 1), 0, 0});
        }
        break;
      default:
        break;
    }
  }
  // OpMemberName %struct 0xffffffff would look like a name of the structure.
  auto no_member = [&](const Entry& entry) {
    return entry.member == kWhole &&
           (entry.inst->opcode == Op::OpMemberName || entry.inst->opcode == Op::OpMemberDecorate ||
            entry.inst->opcode == Op::OpMemberDecorateString);
  };
  for (List* list : {&entries_, &names_}) {
    for (Entry& entry : *list) {
      // One below: still no member of any structure that fits into a module.
      if (no_member(entry)) entry.member = kWhole - 1;
    }
    std::sort(list->begin(), list->end(), Before);
  }
  SortMemberships();
}

// Needs entries_ to be sorted.
void Decorations::SortMemberships() {
  // By group first, so that each group is looked up once.
  std::sort(memberships_.begin(), memberships_.end(),
            [](const Membership& a, const Membership& b) { return a.group < b.group; });
  for (size_t i = 0; i < memberships_.size(); ++i) {
    Membership& membership = memberships_[i];
    if (i != 0 && memberships_[i - 1].group == membership.group) {
      membership.begin = memberships_[i - 1].begin;
      membership.end = memberships_[i - 1].end;
      continue;
    }
    const auto [begin, end] = std::equal_range(
        entries_.begin(), entries_.end(), Entry{membership.group, kWhole, 0, 0, nullptr},
        [](const Entry& a, const Entry& b) { return std::tie(a.target, a.member) < std::tie(b.target, b.member); });
    membership.begin = static_cast<uint32_t>(begin - entries_.begin());
    membership.end = static_cast<uint32_t>(end - entries_.begin());
  }
  memberships_.erase(std::remove_if(memberships_.begin(), memberships_.end(),
                                    [](const Membership& membership) { return membership.begin == membership.end; }),
                     memberships_.end());
  std::sort(memberships_.begin(), memberships_.end(), [](const Membership& a, const Membership& b) {
    return std::tie(a.target, a.member, a.group) < std::tie(b.target, b.member, b.group);
  });
}

bool Decorations::Before(const Entry& a, const Entry& b) {
  return std::tie(a.target, a.member, a.kind, a.order) < std::tie(b.target, b.member, b.kind, b.order);
}

const Inst* Decorations::FindDirect(List::const_iterator begin, List::const_iterator end, uint32_t target,
                                    uint32_t member, uint32_t kind) {
  const auto found = std::lower_bound(begin, end, Entry{target, member, kind, 0, nullptr}, Before);
  if (found == end || found->target != target || found->member != member || found->kind != kind) return nullptr;
  return found->inst;
}

// A module can put one target into as many groups as it has words and use it as
// often, so that a walk for each use would take quadratic time.
const Inst* Decorations::FindInGroups(uint32_t target, uint32_t member, uint32_t kind) const {
  const auto [first, last] = std::equal_range(memberships_.begin(), memberships_.end(), Membership{target, member},
                                              [](const Membership& a, const Membership& b) {
                                                return std::tie(a.target, a.member) < std::tie(b.target, b.member);
                                              });
  const bool keep = last - first > kFewGroups;
  const auto key = std::make_tuple(target, member, kind);
  if (keep) {
    const auto kept = found_in_groups_.find(key);
    if (kept != found_in_groups_.end()) return kept->second;
  }
  const Inst* inst = nullptr;
  for (auto group = first; inst == nullptr && group != last; ++group) {
    ++group_visits_;
    inst = FindDirect(entries_.begin() + group->begin, entries_.begin() + group->end, group->group, kWhole, kind);
  }
  if (keep) found_in_groups_.emplace(key, inst);
  return inst;
}

const Inst* Decorations::Find(uint32_t target, uint32_t member, spv::Decoration decoration, uint32_t* operand) const {
  const auto kind = static_cast<uint32_t>(decoration);
  const Inst* inst = FindDirect(entries_.begin(), entries_.end(), target, member, kind);
  if (inst == nullptr && !memberships_.empty()) inst = FindInGroups(target, member, kind);
  if (inst != nullptr) *operand = FirstOperand(*inst);
  return inst;
}

bool Decorations::HasMember(uint32_t target, uint32_t member, spv::Decoration decoration) const {
  uint32_t operand = 0;
  return Find(target, member, decoration, &operand) != nullptr;
}

std::optional<uint32_t> Decorations::MemberValue(uint32_t target, uint32_t member, spv::Decoration decoration) const {
  uint32_t operand = 0;
  const Inst* inst = Find(target, member, decoration, &operand);
  if (inst == nullptr || operand >= inst->length) return std::nullopt;
  if (inst->opcode == Op::OpDecorateId) return std::nullopt;  // an id is no number
  return table_.Word(*inst, operand);
}

std::string Decorations::MemberText(uint32_t target, uint32_t member, spv::Decoration decoration) const {
  uint32_t operand = 0;
  const Inst* inst = Find(target, member, decoration, &operand);
  return inst == nullptr ? "" : table_.Text(*inst, operand);
}

std::string Decorations::Name(uint32_t id) const {
  const Inst* inst = FindDirect(names_.begin(), names_.end(), id, kWhole, 0);
  return inst == nullptr ? "" : table_.Text(*inst, 2);
}

std::string Decorations::MemberName(uint32_t id, uint32_t member) const {
  const Inst* inst = FindDirect(names_.begin(), names_.end(), id, member, 0);
  return inst == nullptr ? "" : table_.Text(*inst, 3);
}

}  // namespace lacuna::reflection::spirv
