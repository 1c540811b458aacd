// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/EmulateNullDescriptors/PresenceBits.h"

#include <algorithm>

namespace lacuna {

namespace {

// More bits than any push constant or uniform buffer could hold in practice;
// keeps the numbers far from wrapping.
constexpr uint64_t kMaxElements = uint64_t{1} << 24;

}  // namespace

bool PresenceBits::CanNumber(const Descriptor& descriptor, std::string* why) {
  const auto count = descriptor.ElementCount();
  if (!count) {
    *why = "the size of the descriptor array is not fixed, so its presence bits cannot be numbered";
  } else if (*count > kMaxElements) {
    *why = "the descriptor array has " + std::to_string(*count) + " elements or more, too many for presence bits";
  }
  return count && *count <= kMaxElements;
}

void PresenceBits::Need(const Descriptor& descriptor, const std::set<uint32_t>& readers) {
  Range& range = ranges_[{descriptor.set, descriptor.binding}];
  range.kind = descriptor.kind;
  range.count = std::max(range.count, static_cast<uint32_t>(descriptor.ElementCount().value_or(0)));
  range.readers.insert(readers.begin(), readers.end());
}

void PresenceBits::Number() {
  bits_ = 0;
  for (auto& entry : ranges_) {
    entry.second.first = static_cast<uint32_t>(bits_);
    bits_ += entry.second.count;
  }
}

std::vector<InterfaceMap::PresenceBits> PresenceBits::ToMap(const CallGraph& calls) const {
  std::vector<InterfaceMap::PresenceBits> result;
  for (const auto& [place, range] : ranges_) {
    InterfaceMap::PresenceBits bits;
    bits.set = place.first;
    bits.binding = place.second;
    bits.kind = range.kind;
    bits.first = range.first;
    bits.count = range.count;
    for (uint32_t e : range.readers) bits.entry_points.push_back(EntryPointName(*calls.entry_points()[e]));
    result.push_back(std::move(bits));
  }
  return result;
}

}  // namespace lacuna
