// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_EMULATENULLDESCRIPTORS_PRESENCEBITS_H_
#define LACUNA_EMULATENULLDESCRIPTORS_PRESENCEBITS_H_

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "Analysis/DescriptorTable.h"
#include "lacuna/InterfaceMap.h"
#include "lacuna/PresenceOptions.h"

namespace lacuna {

// Numbers the presence bits: one for every element of every binding that needs
// them, in the order of (set, binding, element), elements of nested arrays in
// row order (the last dimension varies fastest).
class PresenceBits {
 public:
  // `runtime_counts` gives the outermost length of arrays whose length is not
  // fixed in the module; `layout`, if not null, is the presence section that
  // numbers must agree with.
  PresenceBits(const RuntimeCounts& runtime_counts, const InterfaceMap::Presence* layout)
      : runtime_counts_(runtime_counts), layout_(layout) {}

  // Does the section give every bit to one descriptor, within its words? If not,
  // puts the reason into *why.
  static bool CheckLayout(const InterfaceMap::Presence& layout, std::string* why);

  // The length of a dimension as it is numbered; nothing if it is not fixed.
  std::optional<uint64_t> LengthOf(const Descriptor& descriptor, size_t dimension) const;

  // Is the number of the descriptor's elements fixed, and reasonable? If not,
  // puts the reason into *why.
  bool CanNumber(const Descriptor& descriptor, std::string* why) const;

  // `descriptor`, which can be numbered, needs bits, and the entry points in
  // `readers` read them.
  void Need(const Descriptor& descriptor, const std::set<uint32_t>& readers);

  // Ends the needs and gives out the numbers. Bindings that the layout has keep
  // its numbers, others come behind them. Returns false and a reason if the
  // layout contradicts the module.
  bool Number(std::string* why);

  uint32_t words() const { return std::max(min_words_, static_cast<uint32_t>((bits_ + 31) / 32)); }
  bool empty() const { return ranges_.empty(); }

  struct Range {
    DescriptorKind kind = DescriptorKind::kStorageBuffer;
    uint32_t first = 0, count = 0;
    std::set<uint32_t> readers;
  };
  const Range& RangeOf(const Descriptor& descriptor) const {
    return ranges_.at({descriptor.set, descriptor.binding});
  }

  // The interface map's list.
  std::vector<InterfaceMap::PresenceBits> ToMap(const CallGraph& calls) const;

 private:
  std::optional<uint64_t> CountOf(const Descriptor& descriptor) const;

  RuntimeCounts runtime_counts_;
  const InterfaceMap::Presence* layout_;
  std::map<std::pair<uint32_t, uint32_t>, Range> ranges_;
  uint64_t bits_ = 0;
  uint32_t min_words_ = 0;  // the layout's
};

}  // namespace lacuna

#endif  // LACUNA_EMULATENULLDESCRIPTORS_PRESENCEBITS_H_
