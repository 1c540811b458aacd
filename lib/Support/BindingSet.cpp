// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/BindingSet.h"

#include <algorithm>
#include <limits>

#include "Support/Text.h"

namespace lacuna {

namespace {

constexpr uint32_t kLastBinding = std::numeric_limits<uint32_t>::max();

}  // namespace

BindingSet BindingSet::All() {
  BindingSet set;
  set.all_ = true;
  return set;
}

bool BindingSet::Parse(std::string_view text, BindingSet* result, std::string* error) {
  BindingSet parsed;
  for (std::string_view piece : Split(text, ',')) {
    piece = Trim(piece);
    if (piece == "*") {
      parsed.all_ = true;
      continue;
    }
    const auto fail = [piece, error](const char* reason) {
      *error = "'" + std::string(piece) + "' " + reason;
      return false;
    };
    constexpr const char* kForms =
        "is no binding: write set.binding, set.first-last, set.* or *, with numbers below 2^32";
    const size_t dot = piece.find('.');
    Range range{};
    if (dot == std::string_view::npos || !ParseUint32(piece.substr(0, dot), &range.set)) return fail(kForms);
    const std::string_view bindings = piece.substr(dot + 1);
    const size_t dash = bindings.find('-');
    if (bindings == "*") {
      range.last = kLastBinding;
    } else if (!ParseUint32(bindings.substr(0, dash), &range.first)) {
      return fail(kForms);
    } else if (dash == std::string_view::npos) {
      range.last = range.first;
    } else if (!ParseUint32(bindings.substr(dash + 1), &range.last)) {
      return fail(kForms);
    }
    if (range.last < range.first) return fail("is a range whose end is before its start");
    parsed.ranges_.push_back(range);
  }

  if (parsed.all_) parsed.ranges_.clear();
  std::sort(parsed.ranges_.begin(), parsed.ranges_.end(),
            [](const Range& a, const Range& b) { return a.set != b.set ? a.set < b.set : a.first < b.first; });
  std::vector<Range> merged;
  for (const Range& range : parsed.ranges_) {
    // Widened, so that a range up to the last binding does not wrap around.
    if (!merged.empty() && merged.back().set == range.set && range.first <= uint64_t{merged.back().last} + 1) {
      merged.back().last = std::max(merged.back().last, range.last);
    } else {
      merged.push_back(range);
    }
  }
  parsed.ranges_ = std::move(merged);
  *result = std::move(parsed);
  return true;
}

bool BindingSet::Contains(uint32_t set, uint32_t binding) const {
  if (all_) return true;
  return std::any_of(ranges_.begin(), ranges_.end(), [set, binding](const Range& range) {
    return range.set == set && range.first <= binding && binding <= range.last;
  });
}

std::string BindingSet::ToString() const {
  if (all_) return "*";
  std::string text;
  for (const Range& range : ranges_) {
    if (!text.empty()) text += ',';
    text += std::to_string(range.set) + '.';
    if (range.first == 0 && range.last == kLastBinding) {
      text += '*';
    } else {
      text += std::to_string(range.first);
      if (range.last != range.first) text += '-' + std::to_string(range.last);
    }
  }
  return text;
}

bool BindingSet::operator==(const BindingSet& other) const {
  return all_ == other.all_ && std::equal(ranges_.begin(), ranges_.end(), other.ranges_.begin(), other.ranges_.end(),
                                          [](const Range& a, const Range& b) {
                                            return a.set == b.set && a.first == b.first && a.last == b.last;
                                          });
}

}  // namespace lacuna
