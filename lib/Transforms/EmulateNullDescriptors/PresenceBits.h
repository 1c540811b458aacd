// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_EMULATENULLDESCRIPTORS_PRESENCEBITS_H_
#define LACUNA_EMULATENULLDESCRIPTORS_PRESENCEBITS_H_

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "Analysis/DescriptorTable.h"
#include "lacuna/InterfaceMap.h"

namespace lacuna {

// Numbers the presence bits: one for every element of every binding that needs
// them, in the order of (set, binding, element), elements of nested arrays in
// row order (the last dimension varies fastest).
class PresenceBits {
 public:
  // Is the number of the descriptor's elements fixed, and reasonable? If not,
  // puts the reason into *why.
  static bool CanNumber(const Descriptor& descriptor, std::string* why);

  // `descriptor`, which can be numbered, needs bits, and the entry points in
  // `readers` read them.
  void Need(const Descriptor& descriptor, const std::set<uint32_t>& readers);

  // Ends the needs and gives out the numbers.
  void Number();

  uint32_t words() const { return static_cast<uint32_t>((bits_ + 31) / 32); }
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
  std::map<std::pair<uint32_t, uint32_t>, Range> ranges_;
  uint64_t bits_ = 0;
};

}  // namespace lacuna

#endif  // LACUNA_EMULATENULLDESCRIPTORS_PRESENCEBITS_H_
