// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/D3D/ByteView.h"

#include <cstring>

namespace lacuna::reflection::d3d {
namespace {

constexpr char kDigits[] = "0123456789abcdef";

}  // namespace

std::optional<std::string_view> ByteView::Text(uint64_t offset) const {
  if (offset >= size_) return std::nullopt;
  const char* start = reinterpret_cast<const char*>(bytes_) + offset;
  const void* end = std::memchr(start, 0, static_cast<size_t>(size_ - offset));
  if (end == nullptr) return std::nullopt;
  return std::string_view(start, static_cast<size_t>(static_cast<const char*>(end) - start));
}

std::string OutputBudget::Text() {
  return "at most " + Count(kMaxRecords, "record") + " and " + Count(kMaxCharacters, "byte") + " of names and values";
}

std::string Count(uint64_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string Hex(uint32_t number) {
  std::string text = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) text += kDigits[number >> shift & 15];
  return text;
}

std::string FourCcText(uint32_t code) {
  std::string text;
  for (int shift = 0; shift < 32; shift += 8) {
    const uint8_t byte = static_cast<uint8_t>(code >> shift);
    if (byte >= 0x20 && byte < 0x7f) {
      text += static_cast<char>(byte);
    } else {
      text += std::string("\\x") + kDigits[byte >> 4] + kDigits[byte & 15];
    }
  }
  return text;
}

}  // namespace lacuna::reflection::d3d
