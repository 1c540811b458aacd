// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_DRIVER_HEXTEXT_H_
#define LACUNA_DRIVER_HEXTEXT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna {

// Whether `text` looks like a module in hexadecimal: its first character that
// is no separator (blank, comma, zero byte) is 0 or x.
bool LooksLikeHex(std::string_view text);

// Reads such a module. The first word must be the magic number; how it is
// written says how all is: as words `0x07230203`, or as bytes `0x07 0x23 ...`
// or `07230203`, from the highest or from the lowest byte of a word on.
// On failure returns false with the line (from 1) and the reason.
bool ParseHex(std::string_view text, std::vector<uint32_t>* words, size_t* line, std::string* error);

}  // namespace lacuna

#endif  // LACUNA_DRIVER_HEXTEXT_H_
