// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_FILLPATTERN_H_
#define LACUNA_TOOLS_RUN_FILLPATTERN_H_

// What a buffer or an image holds before the run. Every pattern gives the same
// bytes on every machine and every back end; words are little-endian.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "Interpreter/TexelFormat.h"

namespace lacuna::run {

struct FillPattern {
  enum class Kind {
    kZero,    // zero
    kWord,    // u32:<value>      the same word again and again
    kCount,   // count[:<first>]  first, first + 1, ... in words
    kRandom,  // random:<seed>    words of SplitMix64 (the upper half of each step)
    kHex,     // hex:<bytes>      these bytes in memory order, then zeros
    kRepeat,  // repeat:<bytes>   these bytes again and again
    kTexel,   // texel:<a>[/<b>...]  these numbers in every texel, the last one for the components left
    kRamp,    // ramp[:<first>]   first, first + 1, ... over the components of all texels
  };
  Kind kind = Kind::kZero;
  uint64_t number = 0;         // the word, the first word or the seed
  std::vector<uint8_t> bytes;  // of kHex and kRepeat
  std::vector<double> values;  // of kTexel, 1 to 4

  // Whether the pattern is made of numbers in a texel format, not of bytes.
  bool needs_format() const { return kind == Kind::kTexel || kind == Kind::kRamp; }
};

// Reads the text forms named above. Returns false and says why in *error.
bool ParseFillPattern(std::string_view text, FillPattern* fill, std::string* error);

// The text form; parses back to an equal pattern.
std::string FormatFillPattern(const FillPattern& fill);

// `size` bytes of the pattern, which needs no format. A kHex pattern that is
// longer is cut off.
std::vector<uint8_t> MakeContents(const FillPattern& fill, uint64_t size);

// `size` bytes, whole texels of the format. kRamp counts in the raw values of
// normalized formats, wrapping round, and in steps of 1/256 below 1 in depth
// formats.
std::vector<uint8_t> MakeTexels(const FillPattern& fill, const TexelFormatInfo& format, uint64_t size);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_FILLPATTERN_H_
