// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_BINDINGSET_H_
#define LACUNA_BINDINGSET_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna {

// A set of (descriptor set, binding) pairs, written as a comma-separated list
// of `S.B`, `S.B-B` (an inclusive range of bindings), `S.*` and `*`.
class BindingSet {
 public:
  // Every pair.
  static BindingSet All();

  // Parses `text`. On failure returns false, leaves *result as it was and puts
  // one sentence without a full stop into *error.
  static bool Parse(std::string_view text, BindingSet* result, std::string* error);

  bool Contains(uint32_t set, uint32_t binding) const;

  // The canonical text, which parses back to an equal set: ranges sorted by
  // (set, first binding), overlapping and adjacent ones merged.
  std::string ToString() const;

  bool operator==(const BindingSet& other) const;

 private:
  struct Range {
    uint32_t set, first, last;  // inclusive
  };
  bool all_ = false;
  std::vector<Range> ranges_;  // sorted, disjoint, not adjacent
};

}  // namespace lacuna

#endif  // LACUNA_BINDINGSET_H_
