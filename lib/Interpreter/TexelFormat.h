// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_TEXELFORMAT_H_
#define LACUNA_INTERPRETER_TEXELFORMAT_H_

// The formats of images and texel buffers, by the names that GLSL gives them:
// how many bytes a texel has and how numbers are written into it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna {

enum class TexelFormat : uint8_t {
  kNone,
  kR8,
  kR8Snorm,
  kR8Ui,
  kR8I,
  kRg8,
  kRg8Snorm,
  kRg8Ui,
  kRg8I,
  kRgba8,
  kRgba8Snorm,
  kRgba8Ui,
  kRgba8I,
  kR16,
  kR16Ui,
  kR16I,
  kR16F,
  kRg16,
  kRg16Ui,
  kRg16I,
  kRg16F,
  kRgba16,
  kRgba16Ui,
  kRgba16I,
  kRgba16F,
  kR32Ui,
  kR32I,
  kR32F,
  kRg32Ui,
  kRg32I,
  kRg32F,
  kRgba32Ui,
  kRgba32I,
  kRgba32F,
  kR64Ui,
  kR64I,
  kD16,
  kD32F,
};

// What a shader sees of a format.
enum class FormatClass : uint8_t { kFloat, kSint, kUint };

// "float", "sint", "uint", as in interface maps.
std::string_view FormatClassName(FormatClass format_class);
bool ParseFormatClass(std::string_view name, FormatClass* format_class);

// How one component is stored.
enum class Encoding : uint8_t { kUnorm, kSnorm, kUint, kSint, kFloat };

struct TexelFormatInfo {
  TexelFormat format;
  const char* name;  // "rgba32f"
  Encoding encoding;
  uint32_t components;  // 1, 2 or 4
  uint32_t bits;        // of one component
  bool depth;

  uint32_t texel_bytes() const { return components * bits / 8; }
  FormatClass format_class() const;
};

// The format must not be kNone.
const TexelFormatInfo& GetFormat(TexelFormat format);

// The format of that name; null for an unknown one.
const TexelFormatInfo* FindFormat(std::string_view name);

// All names, separated by commas.
std::string FormatNames();

// The format of SPIR-V's Image Format operand (spv::ImageFormat); absent for
// Unknown and for formats that have no name here.
std::optional<TexelFormat> FormatOfSpirv(uint32_t image_format);

// Writes a number as component `c` of the texel at `texel`: normalized formats
// clamp it to their range, integers and floats round it.
void EncodeComponent(const TexelFormatInfo& format, uint32_t c, double value, uint8_t* texel);

// The inverse.
double DecodeComponent(const TexelFormatInfo& format, uint32_t c, const uint8_t* texel);

// One texel that nobody would take for zero: every byte of an integer is 0xee,
// every number near 0.93.
std::vector<uint8_t> PoisonTexel(const TexelFormatInfo& format);

}  // namespace lacuna

#endif  // LACUNA_INTERPRETER_TEXELFORMAT_H_
