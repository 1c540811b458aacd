// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "SpecConstants.h"

#include <cstdlib>
#include <cstring>

#include "Numbers.h"

namespace lacuna::run {
namespace {

uint64_t LargestValue(uint32_t width) { return width >= 64 ? UINT64_MAX : (uint64_t{1} << width) - 1; }

bool ParseFloatBits(const std::string& text, uint32_t width, uint64_t* bits) {
  if (width != 32 && width != 64) return false;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end) return false;
  if (width == 64) {
    std::memcpy(bits, &value, 8);
    return true;
  }
  const float narrow = static_cast<float>(value);
  uint32_t word = 0;
  std::memcpy(&word, &narrow, 4);
  *bits = word;
  return true;
}

}  // namespace

bool ParseSpecValue(const SpecConstant& constant, const std::string& text, std::vector<uint8_t>* bytes,
                    std::string* error) {
  const std::string name = "spec constant " + std::to_string(constant.spec_id) + ": '" + text + "' ";
  const uint64_t largest = LargestValue(constant.width);
  uint64_t bits = 0;
  bool good = false;
  if (text.rfind("0x", 0) == 0) {
    good = ParseNumber(text, largest, &bits);
    *error = name + "does not fit into " + std::to_string(constant.width) + " bits";
  } else if (constant.type == SpecConstant::Type::kBool) {
    good = text == "true" || text == "false" || text == "1" || text == "0";
    bits = text == "true" || text == "1";
    *error = name + "is not true or false";
  } else if (constant.type == SpecConstant::Type::kUnsigned) {
    good = ParseNumber(text, largest, &bits);
    *error = name + "is not an unsigned number of " + std::to_string(constant.width) + " bits";
  } else if (constant.type == SpecConstant::Type::kSigned) {
    const bool negative = !text.empty() && text[0] == '-';
    good = ParseNumber(std::string_view(text).substr(negative ? 1 : 0), largest / 2 + (negative ? 1 : 0), &bits);
    if (negative) bits = ~bits + 1;
    *error = name + "is not a signed number of " + std::to_string(constant.width) + " bits";
  } else {
    good = ParseFloatBits(text, constant.width, &bits);
    *error = name + "is not a number of 32 or 64 bits (write the bits of other floats after 0x)";
  }
  if (!good) return false;
  bytes->clear();
  for (uint32_t i = 0; i < constant.width / 8; ++i) bytes->push_back(static_cast<uint8_t>(bits >> (8 * i)));
  return true;
}

}  // namespace lacuna::run
