// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "FillPattern.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "Numbers.h"

namespace lacuna::run {
namespace {

constexpr char kForms[] =
    "zero, u32:<value>, count[:<first>], random:<seed>, hex:<bytes>, repeat:<bytes>, texel:<number>[/<number>...], "
    "ramp[:<first>]";

uint64_t SplitMix64(uint64_t* state) {
  *state += 0x9e3779b97f4a7c15u;
  uint64_t z = *state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// One to four finite decimal numbers with '/' between them.
bool ParseValues(std::string_view text, std::vector<double>* values) {
  for (;;) {
    const size_t slash = text.find('/');
    const std::string number(text.substr(0, slash));
    char* end = nullptr;
    const double value = std::strtod(number.c_str(), &end);
    const bool starts_well = !number.empty() && (number[0] == '-' || number[0] == '.' || std::isdigit(number[0]));
    if (!starts_well || *end || !std::isfinite(value)) return false;
    values->push_back(value);
    if (slash == std::string_view::npos) return values->size() <= 4;
    text.remove_prefix(slash + 1);
  }
}

std::string FormatValue(double value) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

}  // namespace

bool ParseFillPattern(std::string_view text, FillPattern* fill, std::string* error) {
  const size_t colon = text.find(':');
  const bool has_value = colon != std::string_view::npos;
  const std::string_view name = text.substr(0, colon);
  const std::string_view value = has_value ? text.substr(colon + 1) : std::string_view();
  *fill = FillPattern();
  const auto bad = [&](const std::string& why) {
    *error = "fill '" + std::string(text) + "': " + why;
    return false;
  };
  if (name == "zero") {
    return has_value ? bad("zero takes no value") : true;
  }
  if (name == "count" || name == "u32" || name == "ramp") {
    fill->kind = name == "u32"     ? FillPattern::Kind::kWord
                 : name == "count" ? FillPattern::Kind::kCount
                                   : FillPattern::Kind::kRamp;
    if (!has_value && name != "u32") return true;
    return ParseNumber(value, UINT32_MAX, &fill->number) || bad(std::string(name) + " needs a 32-bit number");
  }
  if (name == "random") {
    fill->kind = FillPattern::Kind::kRandom;
    return ParseNumber(value, UINT64_MAX, &fill->number) || bad("random needs a 64-bit seed");
  }
  if (name == "hex" || name == "repeat") {
    fill->kind = name == "hex" ? FillPattern::Kind::kHex : FillPattern::Kind::kRepeat;
    std::string why;
    if (!ParseHexBytes(value, &fill->bytes, &why)) return bad(why);
    return !fill->bytes.empty() || bad("there are no bytes");
  }
  if (name == "texel") {
    fill->kind = FillPattern::Kind::kTexel;
    return ParseValues(value, &fill->values) || bad("texel needs one to four numbers, separated by '/'");
  }
  return bad(std::string("not one of ") + kForms);
}

std::string FormatFillPattern(const FillPattern& fill) {
  switch (fill.kind) {
    case FillPattern::Kind::kZero:
      return "zero";
    case FillPattern::Kind::kWord:
      return "u32:" + std::to_string(fill.number);
    case FillPattern::Kind::kCount:
      return fill.number ? "count:" + std::to_string(fill.number) : "count";
    case FillPattern::Kind::kRandom:
      return "random:" + std::to_string(fill.number);
    case FillPattern::Kind::kHex:
      return "hex:" + FormatHexBytes(fill.bytes.data(), fill.bytes.size());
    case FillPattern::Kind::kRepeat:
      return "repeat:" + FormatHexBytes(fill.bytes.data(), fill.bytes.size());
    case FillPattern::Kind::kRamp:
      return fill.number ? "ramp:" + std::to_string(fill.number) : "ramp";
    case FillPattern::Kind::kTexel: {
      std::string text = "texel:";
      for (size_t i = 0; i < fill.values.size(); ++i) text += (i ? "/" : "") + FormatValue(fill.values[i]);
      return text;
    }
  }
  return "zero";
}

std::vector<uint8_t> MakeContents(const FillPattern& fill, uint64_t size) {
  std::vector<uint8_t> contents(size, 0);
  if (fill.kind == FillPattern::Kind::kHex) {
    std::copy_n(fill.bytes.begin(), std::min<uint64_t>(size, fill.bytes.size()), contents.begin());
    return contents;
  }
  if (fill.kind == FillPattern::Kind::kRepeat) {
    for (uint64_t i = 0; i < size; ++i) contents[i] = fill.bytes[i % fill.bytes.size()];
    return contents;
  }
  if (fill.kind == FillPattern::Kind::kZero) return contents;
  uint64_t state = fill.number;
  for (uint64_t i = 0; i < size; i += 4) {
    uint32_t word = static_cast<uint32_t>(fill.number);
    if (fill.kind == FillPattern::Kind::kCount) word += static_cast<uint32_t>(i / 4);
    if (fill.kind == FillPattern::Kind::kRandom) word = static_cast<uint32_t>(SplitMix64(&state) >> 32);
    for (uint64_t b = 0; b < 4 && i + b < size; ++b) contents[i + b] = static_cast<uint8_t>(word >> (8 * b));
  }
  return contents;
}

std::vector<uint8_t> MakeTexels(const FillPattern& fill, const TexelFormatInfo& format, uint64_t size) {
  if (!fill.needs_format()) return MakeContents(fill, size);
  const bool normalized = format.encoding == Encoding::kUnorm || format.encoding == Encoding::kSnorm;
  std::vector<uint8_t> contents(size, 0);
  uint64_t number = fill.number;
  for (uint64_t at = 0; at < size; at += format.texel_bytes()) {
    for (uint32_t c = 0; c < format.components; ++c, ++number) {
      uint8_t* texel = &contents[at];
      if (fill.kind == FillPattern::Kind::kTexel) {
        EncodeComponent(format, c, fill.values[std::min<size_t>(c, fill.values.size() - 1)], texel);
      } else if (format.depth) {
        EncodeComponent(format, c, static_cast<double>(number % 256) / 256, texel);
      } else if (normalized) {
        const uint32_t bytes = format.bits / 8;
        for (uint32_t b = 0; b < bytes; ++b) texel[c * bytes + b] = static_cast<uint8_t>(number >> (8 * b));
      } else {
        EncodeComponent(format, c, static_cast<double>(number), texel);
      }
    }
  }
  return contents;
}

}  // namespace lacuna::run
