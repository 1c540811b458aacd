// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SUPPORT_TEXT_H_
#define LACUNA_SUPPORT_TEXT_H_

// Small helpers for reading what people write and for telling them what would
// have been right.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna {

// Reads an unsigned 32-bit number, decimal or hexadecimal after 0x. The whole
// text must be the number.
bool ParseUint32(std::string_view text, uint32_t* number);

// Reads `S.B`, a descriptor set and a binding.
bool ParseBinding(std::string_view text, uint32_t* set, uint32_t* binding);

// A set and a binding as `S.B`.
std::string BindingText(uint32_t set, uint32_t binding);

// "AtomicIAdd" as "atomic_iadd".
std::string SnakeCase(std::string_view camel_case);

// Splits at every `separator`; "" gives one empty piece.
std::vector<std::string_view> Split(std::string_view text, char separator);

std::string Join(const std::vector<std::string>& pieces, std::string_view separator);

// `text` without blanks, tabs and line ends around it.
std::string_view Trim(std::string_view text);

// Insertions, deletions, replacements and swaps of neighbours that make `a`
// into `b`.
size_t EditDistance(std::string_view a, std::string_view b);

// The candidate nearest to `text`, or "" when none is near enough to be meant.
std::string Nearest(std::string_view text, const std::vector<std::string>& candidates);

// "; did you mean 'x'?" or nothing.
std::string DidYouMean(std::string_view text, const std::vector<std::string>& candidates);

}  // namespace lacuna

#endif  // LACUNA_SUPPORT_TEXT_H_
