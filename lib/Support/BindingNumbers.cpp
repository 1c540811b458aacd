// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/BindingNumbers.h"

#include <vector>

#include "Support/Text.h"
#include "lacuna/SegmentCounts.h"

namespace lacuna {

bool BindingNumbers::ParseNumbers(std::string_view text, const std::string& noun, uint32_t most, std::string* error) {
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> parsed;
  if (!Trim(text).empty()) {
    for (std::string_view piece : Split(text, ',')) {
      piece = Trim(piece);
      const size_t colon = piece.find(':');
      uint32_t set = 0, binding = 0, number = 0;
      if (colon == std::string_view::npos || !ParseBinding(piece.substr(0, colon), &set, &binding) ||
          !ParseUint32(piece.substr(colon + 1), &number) || number == 0 || number > most) {
        *error = "'" + std::string(piece) + "' is no " + noun + ": write set.binding:" + noun + ", with a " + noun +
                 (most == UINT32_MAX ? " of at least 1" : " from 1 to " + std::to_string(most));
        return false;
      }
      if (!parsed.emplace(std::pair(set, binding), number).second) {
        *error = "binding " + BindingText(set, binding) + " has two " + noun + "s";
        return false;
      }
    }
  }
  numbers_ = std::move(parsed);
  return true;
}

std::string BindingNumbers::ToString() const {
  std::vector<std::string> pieces;
  for (const auto& [place, number] : numbers_) {
    pieces.push_back(BindingText(place.first, place.second) + ":" + std::to_string(number));
  }
  return Join(pieces, ",");
}

std::optional<uint32_t> BindingNumbers::Find(uint32_t set, uint32_t binding) const {
  auto found = numbers_.find({set, binding});
  return found == numbers_.end() ? std::nullopt : std::optional<uint32_t>(found->second);
}

bool SegmentCounts::Parse(std::string_view text, SegmentCounts* result, std::string* error) {
  return result->ParseNumbers(text, "count", kMost, error);
}

}  // namespace lacuna
