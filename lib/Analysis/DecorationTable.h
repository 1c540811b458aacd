// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_DECORATIONTABLE_H_
#define LACUNA_ANALYSIS_DECORATIONTABLE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "Support/SpirvToolsCompat.h"

namespace lacuna {

// The decorations of every id and struct member of a module, with decoration
// groups resolved (OpGroupDecorate and OpGroupMemberDecorate). A snapshot: it
// does not see decorations that are added later.
class DecorationTable {
 public:
  struct Entry {
    spv::Decoration decoration;
    // The instruction and the in-operand that follows its Decoration operand.
    const Instruction* instruction;
    uint32_t first_operand;
  };

  explicit DecorationTable(IRContext* context);

  bool Has(uint32_t id, spv::Decoration decoration) const;
  bool HasMember(uint32_t id, uint32_t member, spv::Decoration decoration) const;
  // The first literal of the decoration, if the id or member has it.
  std::optional<uint32_t> Value(uint32_t id, spv::Decoration decoration) const;
  std::optional<uint32_t> MemberValue(uint32_t id, uint32_t member, spv::Decoration decoration) const;

  // All of them, in module order; empty if there are none.
  const std::vector<Entry>& Of(uint32_t id) const;
  const std::vector<Entry>& OfMember(uint32_t id, uint32_t member) const;

 private:
  std::map<uint32_t, std::vector<Entry>> ids_;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<Entry>> members_;
};

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_DECORATIONTABLE_H_
