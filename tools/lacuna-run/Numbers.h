// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_NUMBERS_H_
#define LACUNA_TOOLS_RUN_NUMBERS_H_

// Numbers and bytes as people write them on a command line or in JSON.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna::run {

// Reads a decimal number, or a hexadecimal one after 0x, of at most `max`.
// Returns false for anything else, an empty text and trailing letters included.
bool ParseNumber(std::string_view text, uint64_t max, uint64_t* value);

// Reads pairs of hexadecimal digits as bytes in memory order. `_` may stand
// between bytes. Returns false and says why in *error.
bool ParseHexBytes(std::string_view text, std::vector<uint8_t>* bytes, std::string* error);

// The inverse: two lower-case digits a byte, no separator.
std::string FormatHexBytes(const uint8_t* bytes, size_t count);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_NUMBERS_H_
