// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/EmulateNullDescriptors/PresenceBits.h"

#include <algorithm>

namespace lacuna {

namespace {

// More bits than any push constant or uniform buffer could hold in practice;
// keeps the numbers far from wrapping.
constexpr uint64_t kMaxElements = uint64_t{1} << 24;
constexpr uint64_t kMaxBits = uint64_t{1} << 31;

}  // namespace

bool PresenceBits::CheckLayout(const InterfaceMap::Presence& layout, std::string* why) {
  auto name = [](const InterfaceMap::PresenceBits& bits) {
    return "binding " + std::to_string(bits.set) + "." + std::to_string(bits.binding);
  };
  if (layout.offset % 4 != 0) {
    *why = "the offset of its presence words, " + std::to_string(layout.offset) + ", is not a multiple of 4";
    return false;
  }
  for (size_t i = 0; i < layout.bits.size(); ++i) {
    const InterfaceMap::PresenceBits& a = layout.bits[i];
    if (uint64_t{a.first} + a.count > uint64_t{layout.words} * 32) {
      *why = "the bits of " + name(a) + " reach past its " + std::to_string(layout.words) + " words";
      return false;
    }
    for (size_t j = 0; j < i; ++j) {
      const InterfaceMap::PresenceBits& b = layout.bits[j];
      if (a.set == b.set && a.binding == b.binding) {
        *why = name(a) + " is listed twice";
        return false;
      }
      if (uint64_t{a.first} < uint64_t{b.first} + b.count && uint64_t{b.first} < uint64_t{a.first} + a.count) {
        *why = name(b) + " and " + name(a) + " have bits in common";
        return false;
      }
    }
  }
  return true;
}

std::optional<uint64_t> PresenceBits::LengthOf(const Descriptor& descriptor, size_t dimension) const {
  const ArrayDimension& dim = descriptor.dimensions[dimension];
  if (!dim.is_runtime && !dim.is_specialized) return dim.length;
  if (dimension != 0) return std::nullopt;
  const auto count = runtime_counts_.Find(descriptor.set, descriptor.binding);
  return count ? std::optional<uint64_t>(*count) : std::nullopt;
}

std::optional<uint64_t> PresenceBits::CountOf(const Descriptor& descriptor) const {
  uint64_t count = 1;
  for (size_t d = 0; d < descriptor.dimensions.size(); ++d) {
    const auto length = LengthOf(descriptor, d);
    if (!length) return std::nullopt;
    count = std::min(count * std::min(*length, kMaxElements + 1), kMaxElements + 1);
  }
  return count;
}

bool PresenceBits::CanNumber(const Descriptor& descriptor, std::string* why) const {
  const auto count = CountOf(descriptor);
  if (!count) {
    *why =
        "the size of the descriptor array is not fixed, so its presence bits cannot be numbered; runtime-counts=" +
        std::to_string(descriptor.set) + "." + std::to_string(descriptor.binding) + ":<count> would say it";
  } else if (*count > kMaxElements) {
    *why = "the descriptor array has more than " + std::to_string(kMaxElements) + " elements, too many for presence bits";
  }
  return count && *count <= kMaxElements;
}

void PresenceBits::Need(const Descriptor& descriptor, const std::set<uint32_t>& readers) {
  Range& range = ranges_[{descriptor.set, descriptor.binding}];
  range.kind = descriptor.kind;
  range.count = std::max(range.count, static_cast<uint32_t>(CountOf(descriptor).value_or(0)));
  range.readers.insert(readers.begin(), readers.end());
}

bool PresenceBits::Number(std::string* why) {
  bits_ = 0;
  std::map<std::pair<uint32_t, uint32_t>, const InterfaceMap::PresenceBits*> given;
  if (layout_ != nullptr) {
    for (const InterfaceMap::PresenceBits& bits : layout_->bits) {
      given[{bits.set, bits.binding}] = &bits;
      bits_ = std::max(bits_, uint64_t{bits.first} + bits.count);
    }
    min_words_ = layout_->words;
  }
  for (auto& [place, range] : ranges_) {
    const std::string where = "binding " + std::to_string(place.first) + "." + std::to_string(place.second);
    auto found = given.find(place);
    if (found == given.end()) {
      range.first = static_cast<uint32_t>(bits_);
      bits_ += range.count;
      if (bits_ > kMaxBits) {
        *why = where + " would need the presence bits up to number " + std::to_string(bits_ - 1) + ", which is too many";
        return false;
      }
      continue;
    }
    const InterfaceMap::PresenceBits& bits = *found->second;
    if (bits.kind != range.kind) {
      *why = where + " is a " + std::string(DescriptorKindName(range.kind)) + " in the module and a " +
             std::string(DescriptorKindName(bits.kind)) + " in the layout";
      return false;
    }
    if (bits.count < range.count) {
      *why = where + " has " + std::to_string(range.count) + " elements in the module and " +
             std::to_string(bits.count) + " in the layout";
      return false;
    }
    range.first = bits.first;
  }
  return true;
}

std::vector<InterfaceMap::PresenceBits> PresenceBits::ToMap(const CallGraph& calls) const {
  std::vector<InterfaceMap::PresenceBits> result;
  // What only other modules of the pipeline read stays in, so that the map is a
  // layout for the next one.
  for (size_t i = 0; layout_ != nullptr && i < layout_->bits.size(); ++i) {
    const InterfaceMap::PresenceBits& bits = layout_->bits[i];
    if (ranges_.count({bits.set, bits.binding}) != 0) continue;
    result.push_back(bits);
    result.back().entry_points.clear();
  }
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
