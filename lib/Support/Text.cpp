// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Support/Text.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace lacuna {

bool ParseUint32(std::string_view text, uint32_t* number) {
  int base = 10;
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    base = 16;
    text.remove_prefix(2);
  }
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  *number = value;
  return true;
}

bool ParseBinding(std::string_view text, uint32_t* set, uint32_t* binding) {
  const size_t dot = text.find('.');
  return dot != std::string_view::npos && ParseUint32(text.substr(0, dot), set) &&
         ParseUint32(text.substr(dot + 1), binding);
}

std::string BindingText(uint32_t set, uint32_t binding) { return std::to_string(set) + "." + std::to_string(binding); }

std::string SnakeCase(std::string_view camel_case) {
  std::string words;
  for (size_t i = 0; i < camel_case.size(); ++i) {
    const bool upper = std::isupper(static_cast<unsigned char>(camel_case[i])) != 0;
    const bool after_lower = i > 0 && std::islower(static_cast<unsigned char>(camel_case[i - 1])) != 0;
    if (upper && after_lower) words += '_';
    words += static_cast<char>(std::tolower(static_cast<unsigned char>(camel_case[i])));
  }
  return words;
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const size_t at = text.find(separator);
    pieces.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return pieces;
    text.remove_prefix(at + 1);
  }
}

std::string Join(const std::vector<std::string>& pieces, std::string_view separator) {
  std::string result;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (i) result += separator;
    result += pieces[i];
  }
  return result;
}

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

size_t EditDistance(std::string_view a, std::string_view b) {
  // Three rows of the usual table: a swap of neighbours looks two rows back.
  std::vector<size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string Nearest(std::string_view text, const std::vector<std::string>& candidates) {
  // Past this length it is no typing error of a name, and the table would be large.
  if (text.size() > 100) return {};
  const std::string* nearest = nullptr;
  size_t nearest_distance = 0;
  for (const std::string& candidate : candidates) {
    const size_t distance = EditDistance(text, candidate);
    if (distance > std::max<size_t>(1, std::min(text.size(), candidate.size()) / 3)) continue;
    if (!nearest || distance < nearest_distance) {
      nearest = &candidate;
      nearest_distance = distance;
    }
  }
  return nearest ? *nearest : std::string();
}

std::string DidYouMean(std::string_view text, const std::vector<std::string>& candidates) {
  const std::string nearest = Nearest(text, candidates);
  return nearest.empty() ? nearest : "; did you mean '" + nearest + "'?";
}

}  // namespace lacuna
