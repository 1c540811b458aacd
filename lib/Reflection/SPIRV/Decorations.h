// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_SPIRV_DECORATIONS_H_
#define LACUNA_REFLECTION_SPIRV_DECORATIONS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "Reflection/SPIRV/ModuleTable.h"

namespace lacuna::reflection::spirv {

// Names and decorations of ids and members, groups applied.
class Decorations {
 public:
  explicit Decorations(const ModuleTable& table);

  static constexpr uint32_t kWhole = 0xffffffff;  // the id, not a member of it

  // The instruction that gives `target` (or its member) the decoration, or null.
  // *operand is the word of the decoration's first operand.
  const Inst* Find(uint32_t target, uint32_t member, spv::Decoration decoration, uint32_t* operand) const;

  bool Has(uint32_t target, spv::Decoration decoration) const { return HasMember(target, kWhole, decoration); }
  bool HasMember(uint32_t target, uint32_t member, spv::Decoration decoration) const;

  // The decoration's first operand.
  std::optional<uint32_t> Value(uint32_t target, spv::Decoration decoration) const {
    return MemberValue(target, kWhole, decoration);
  }
  std::optional<uint32_t> MemberValue(uint32_t target, uint32_t member, spv::Decoration decoration) const;
  // The first operand of a decoration with a string (UserSemantic); "" without one.
  std::string MemberText(uint32_t target, uint32_t member, spv::Decoration decoration) const;

  // OpName and OpMemberName; "" without one. The first one counts.
  std::string Name(uint32_t id) const;
  std::string MemberName(uint32_t id, uint32_t member) const;

  // Decorations and names of members that do not exist are ignored; this is the
  // first such instruction, or null. `member_count` gives a structure's members,
  // nothing for what is no structure.
  template <typename MemberCount>
  const Inst* FirstWithoutMember(MemberCount member_count) const {
    for (const List* list : {&entries_, &names_}) {
      for (const Entry& entry : *list) {
        if (entry.member == kWhole) continue;
        const std::optional<uint32_t> count = member_count(entry.target);
        if (count && entry.member >= *count) return entry.inst;
      }
    }
    return nullptr;
  }

  // How many groups of targets all lookups so far have looked into.
  uint64_t group_visits() const { return group_visits_; }

 private:
  struct Entry {
    uint32_t target = 0, member = kWhole, kind = 0;
    uint32_t order = 0;  // of the instruction
    const Inst* inst = nullptr;
  };
  struct Membership {
    uint32_t target = 0, member = kWhole, group = 0;
    uint32_t begin = 0, end = 0;  // the group's own decorations, in entries_
  };
  using List = std::vector<Entry>;

  static bool Before(const Entry& a, const Entry& b);
  void SortMemberships();
  static const Inst* FindDirect(List::const_iterator begin, List::const_iterator end, uint32_t target, uint32_t member,
                                uint32_t kind);
  const Inst* FindInGroups(uint32_t target, uint32_t member, uint32_t kind) const;

  const ModuleTable& table_;
  List entries_, names_;                 // sorted
  std::vector<Membership> memberships_;  // sorted, only of groups that decorate
  // What FindInGroups has found for those in many groups: by target, member and kind.
  mutable std::map<std::tuple<uint32_t, uint32_t, uint32_t>, const Inst*> found_in_groups_;
  mutable uint64_t group_visits_ = 0;
};

}  // namespace lacuna::reflection::spirv

#endif  // LACUNA_REFLECTION_SPIRV_DECORATIONS_H_
