// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/JsonWriter.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace lacuna::reflection {

namespace {

// The length of the well-formed UTF-8 sequence at the start of the text
// (Unicode standard, table 3-7), or 0.
size_t SequenceLength(std::string_view text) {
  auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(0), second = byte(1);
  auto trail = [&](size_t i) { return byte(i) >= 0x80 && byte(i) <= 0xbf; };
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return trail(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const unsigned low = first == 0xe0 ? 0xa0 : 0x80, high = first == 0xed ? 0x9f : 0xbf;
    return second >= low && second <= high && trail(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const unsigned low = first == 0xf0 ? 0x90 : 0x80, high = first == 0xf4 ? 0x8f : 0xbf;
    return second >= low && second <= high && trail(2) && trail(3) ? 4 : 0;
  }
  return 0;
}

void AppendHex(unsigned value, int digits, std::string* text) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) *text += "0123456789abcdef"[value >> shift & 0xf];
}

}  // namespace

std::string ToUtf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const size_t length = SequenceLength(text);
    if (length == 0) {
      result += "\\x";
      AppendHex(static_cast<unsigned char>(text[0]), 2, &result);
    } else {
      result.append(text.substr(0, length));
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

void JsonWriter::NewLine() {
  text_ += '\n';
  text_.append(2 * has_items_.size(), ' ');
}

void JsonWriter::BeforeValue() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (has_items_.empty()) return;
  if (has_items_.back()) text_ += ',';
  has_items_.back() = true;
  NewLine();
}

void JsonWriter::Begin(char bracket) {
  BeforeValue();
  text_ += bracket;
  has_items_.push_back(false);
}

void JsonWriter::End(char bracket) {
  const bool had_items = has_items_.back();
  has_items_.pop_back();
  if (had_items) NewLine();
  text_ += bracket;
}

void JsonWriter::Key(std::string_view key) {
  if (has_items_.back()) text_ += ',';
  has_items_.back() = true;
  NewLine();
  text_ += '"';
  text_ += key;
  text_ += "\": ";
  after_key_ = true;
}

void JsonWriter::String(std::string_view value) {
  BeforeValue();
  text_ += '"';
  while (!value.empty()) {
    const auto c = static_cast<unsigned char>(value[0]);
    const size_t length = SequenceLength(value);
    if (length == 0) {
      text_ += "\\\\x";
      AppendHex(c, 2, &text_);
    } else if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += value[0];
    } else if (c < 0x20 || c == 0x7f) {
      text_ += "\\u";
      AppendHex(c, 4, &text_);
    } else {
      text_.append(value.substr(0, length));
    }
    value.remove_prefix(length == 0 ? 1 : length);
  }
  text_ += '"';
}

void JsonWriter::Number(uint64_t value) {
  BeforeValue();
  text_ += std::to_string(value);
}

void JsonWriter::SignedNumber(int64_t value) {
  BeforeValue();
  text_ += std::to_string(value);
}

void JsonWriter::Float(float value) {
  if (!std::isfinite(value)) return Null();
  BeforeValue();
  char buffer[32];
  for (int digits = 6; digits <= 9; ++digits) {
    std::snprintf(buffer, sizeof(buffer), "%.*g", digits, static_cast<double>(value));
    if (std::strtof(buffer, nullptr) == value) break;
  }
  text_ += buffer;
}

void JsonWriter::Bool(bool value) {
  BeforeValue();
  text_ += value ? "true" : "false";
}

void JsonWriter::Null() {
  BeforeValue();
  text_ += "null";
}

std::string JsonWriter::Take() {
  text_ += '\n';
  return std::move(text_);
}

}  // namespace lacuna::reflection
