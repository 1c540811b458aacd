// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Driver/HexText.h"

#include <algorithm>

namespace lacuna {

namespace {

constexpr uint32_t kMagic = 0x07230203;

bool IsSeparator(char c) { return (c >= '\t' && c <= '\r') || c == ' ' || c == ',' || c == '\0'; }

// The digit's value, or -1.
int DigitValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

class HexParser {
 public:
  explicit HexParser(std::string_view text) : text_(text) {}

  bool Parse(std::vector<uint32_t>* words) {
    SkipSeparators();
    if (!Detect()) return false;
    for (SkipSeparators(); position_ < text_.size(); SkipSeparators()) {
      uint32_t word = 0;
      if (!ReadWord(&word)) return false;
      words->push_back(word);
    }
    return true;
  }

  size_t Line() const {
    const std::string_view before = text_.substr(0, position_);
    return 1 + static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
  }
  const std::string& error() const { return error_; }

 private:
  bool Fail(std::string reason) {
    error_ = std::move(reason);
    return false;
  }

  void SkipSeparators() {
    while (position_ < text_.size() && IsSeparator(text_[position_])) ++position_;
  }

  bool AtPrefix() const {
    const std::string_view rest = text_.substr(position_, 2);
    const auto is_x = [](char c) { return c == 'x' || c == 'X'; };
    return !rest.empty() && (is_x(rest[0]) || (rest[0] == '0' && rest.size() == 2 && is_x(rest[1])));
  }

  // Decides the form from the first number, and leaves the position before it.
  bool Detect() {
    const size_t start = position_;
    prefixed_ = AtPrefix();
    unit_bytes_ = 1;
    uint32_t first = 0;
    if (prefixed_) {
      unit_bytes_ = 4;
      if (!ReadUnit(&first)) return false;
      if (first != kMagic) unit_bytes_ = 1;
    } else if (!ReadUnit(&first)) {
      return false;
    }
    position_ = start;
    high_first_ = first == (kMagic >> 24);
    if (first == kMagic || first == (kMagic >> 24) || first == (kMagic & 0xFF)) return true;
    return Fail("a module in hexadecimal begins with the number 0x07230203, in words or in bytes");
  }

  // Reads one number: a word or a byte.
  bool ReadUnit(uint32_t* unit) {
    const size_t max_digits = unit_bytes_ * 2;
    if (prefixed_) {
      if (!AtPrefix()) return Fail("a number beginning with 0x is expected");
      position_ += text_[position_] == '0' ? 2 : 1;
    }
    size_t digits = 0;
    uint32_t value = 0;
    while (position_ < text_.size() && digits < max_digits && DigitValue(text_[position_]) >= 0) {
      value = value << 4 | static_cast<uint32_t>(DigitValue(text_[position_]));
      ++position_;
      ++digits;
    }
    const bool at_end = position_ == text_.size() || IsSeparator(text_[position_]);
    if (prefixed_) {
      if (digits == 0 || !at_end) {
        return Fail("a number of 1 to " + std::to_string(max_digits) + " hexadecimal digits is expected");
      }
    } else if (digits != max_digits) {
      return Fail("two hexadecimal digits are expected");
    }
    *unit = value;
    return true;
  }

  bool ReadWord(uint32_t* word) {
    if (unit_bytes_ == 4) return ReadUnit(word);
    for (int i = 0; i < 4; ++i) {
      SkipSeparators();
      if (position_ == text_.size()) return Fail("the text ends in the middle of a word");
      uint32_t byte = 0;
      if (!ReadUnit(&byte)) return false;
      *word |= byte << (high_first_ ? 24 - 8 * i : 8 * i);
    }
    return true;
  }

  std::string_view text_;
  size_t position_ = 0;
  size_t unit_bytes_ = 1;
  bool prefixed_ = false, high_first_ = false;
  std::string error_;
};

}  // namespace

bool LooksLikeHex(std::string_view text) {
  const auto first = std::find_if_not(text.begin(), text.end(), IsSeparator);
  return first != text.end() && (*first == '0' || *first == 'x' || *first == 'X');
}

bool ParseHex(std::string_view text, std::vector<uint32_t>* words, size_t* line, std::string* error) {
  HexParser parser(text);
  if (parser.Parse(words)) return true;
  *line = parser.Line();
  *error = parser.error();
  return false;
}

}  // namespace lacuna
