// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_FILLPATTERN_H_
#define LACUNA_TOOLS_RUN_FILLPATTERN_H_

// What a buffer holds before the run. Every pattern gives the same bytes on
// every machine and every back end; words are little-endian.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna::run {

struct FillPattern {
  enum class Kind {
    kZero,    // zero
    kWord,    // u32:<value>      the same word again and again
    kCount,   // count[:<first>]  first, first + 1, ... in words
    kRandom,  // random:<seed>    words of SplitMix64 (the upper half of each step)
    kHex,     // hex:<bytes>      these bytes in memory order, then zeros
    kRepeat,  // repeat:<bytes>   these bytes again and again
  };
  Kind kind = Kind::kZero;
  uint64_t number = 0;         // the word, the first word or the seed
  std::vector<uint8_t> bytes;  // of kHex and kRepeat
};

// Reads the text forms named above. Returns false and says why in *error.
bool ParseFillPattern(std::string_view text, FillPattern* fill, std::string* error);

// The text form; parses back to an equal pattern.
std::string FormatFillPattern(const FillPattern& fill);

// `size` bytes of the pattern. A kHex pattern that is longer is cut off.
std::vector<uint8_t> MakeContents(const FillPattern& fill, uint64_t size);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_FILLPATTERN_H_
