// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_BINDINGNUMBERS_H_
#define LACUNA_BINDINGNUMBERS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lacuna {

// A number for each of some bindings, written as `S.B:n`, separated by commas;
// empty for none. The base of options that are such lists.
class BindingNumbers {
 public:
  // The canonical text, sorted by (set, binding), which parses back to an equal
  // list.
  std::string ToString() const;

  std::optional<uint32_t> Find(uint32_t set, uint32_t binding) const;

  // All of them, by (set, binding).
  const std::map<std::pair<uint32_t, uint32_t>, uint32_t>& numbers() const { return numbers_; }

 protected:
  // Reads a list of numbers of at least 1 and at most `most`, each of them a
  // `noun`. On failure returns false, leaves the list as it was and puts one
  // sentence without a full stop into *error.
  bool ParseNumbers(std::string_view text, const std::string& noun, uint32_t most, std::string* error);

 private:
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> numbers_;
};

}  // namespace lacuna

#endif  // LACUNA_BINDINGNUMBERS_H_
