// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Numbers.h"

namespace lacuna::run {
namespace {

int DigitValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

bool ParseNumber(std::string_view text, uint64_t max, uint64_t* value) {
  uint64_t base = 10;
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    base = 16;
    text.remove_prefix(2);
  }
  if (text.empty()) return false;
  uint64_t result = 0;
  for (char c : text) {
    const int digit = DigitValue(c);
    if (digit < 0 || static_cast<uint64_t>(digit) >= base) return false;
    const uint64_t unit = static_cast<uint64_t>(digit);
    if (unit > max || result > (max - unit) / base) return false;
    result = result * base + unit;
  }
  *value = result;
  return true;
}

bool ParseHexBytes(std::string_view text, std::vector<uint8_t>* bytes, std::string* error) {
  bytes->clear();
  int high = -1;
  for (char c : text) {
    if (c == '_' && high < 0) continue;
    const int digit = DigitValue(c);
    if (digit < 0) {
      *error = std::string("'") + c + "' is not a hexadecimal digit";
      return false;
    }
    if (high < 0) {
      high = digit;
    } else {
      bytes->push_back(static_cast<uint8_t>(high * 16 + digit));
      high = -1;
    }
  }
  if (high >= 0) {
    *error = "the hexadecimal text ends in half a byte";
    return false;
  }
  return true;
}

std::string FormatHexBytes(const uint8_t* bytes, size_t count) {
  static const char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(count * 2);
  for (size_t i = 0; i < count; ++i) {
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 15];
  }
  return text;
}

}  // namespace lacuna::run
