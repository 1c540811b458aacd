// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interpreter/TexelFormat.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "Interpreter/Half.h"
#include "spirv/unified1/spirv.hpp11"

namespace lacuna {
namespace {

constexpr TexelFormatInfo kFormats[] = {
    {TexelFormat::kR8, "r8", Encoding::kUnorm, 1, 8, false},
    {TexelFormat::kR8Snorm, "r8snorm", Encoding::kSnorm, 1, 8, false},
    {TexelFormat::kR8Ui, "r8ui", Encoding::kUint, 1, 8, false},
    {TexelFormat::kR8I, "r8i", Encoding::kSint, 1, 8, false},
    {TexelFormat::kRg8, "rg8", Encoding::kUnorm, 2, 8, false},
    {TexelFormat::kRg8Snorm, "rg8snorm", Encoding::kSnorm, 2, 8, false},
    {TexelFormat::kRg8Ui, "rg8ui", Encoding::kUint, 2, 8, false},
    {TexelFormat::kRg8I, "rg8i", Encoding::kSint, 2, 8, false},
    {TexelFormat::kRgba8, "rgba8", Encoding::kUnorm, 4, 8, false},
    {TexelFormat::kRgba8Snorm, "rgba8snorm", Encoding::kSnorm, 4, 8, false},
    {TexelFormat::kRgba8Ui, "rgba8ui", Encoding::kUint, 4, 8, false},
    {TexelFormat::kRgba8I, "rgba8i", Encoding::kSint, 4, 8, false},
    {TexelFormat::kR16, "r16", Encoding::kUnorm, 1, 16, false},
    {TexelFormat::kR16Ui, "r16ui", Encoding::kUint, 1, 16, false},
    {TexelFormat::kR16I, "r16i", Encoding::kSint, 1, 16, false},
    {TexelFormat::kR16F, "r16f", Encoding::kFloat, 1, 16, false},
    {TexelFormat::kRg16, "rg16", Encoding::kUnorm, 2, 16, false},
    {TexelFormat::kRg16Ui, "rg16ui", Encoding::kUint, 2, 16, false},
    {TexelFormat::kRg16I, "rg16i", Encoding::kSint, 2, 16, false},
    {TexelFormat::kRg16F, "rg16f", Encoding::kFloat, 2, 16, false},
    {TexelFormat::kRgba16, "rgba16", Encoding::kUnorm, 4, 16, false},
    {TexelFormat::kRgba16Ui, "rgba16ui", Encoding::kUint, 4, 16, false},
    {TexelFormat::kRgba16I, "rgba16i", Encoding::kSint, 4, 16, false},
    {TexelFormat::kRgba16F, "rgba16f", Encoding::kFloat, 4, 16, false},
    {TexelFormat::kR32Ui, "r32ui", Encoding::kUint, 1, 32, false},
    {TexelFormat::kR32I, "r32i", Encoding::kSint, 1, 32, false},
    {TexelFormat::kR32F, "r32f", Encoding::kFloat, 1, 32, false},
    {TexelFormat::kRg32Ui, "rg32ui", Encoding::kUint, 2, 32, false},
    {TexelFormat::kRg32I, "rg32i", Encoding::kSint, 2, 32, false},
    {TexelFormat::kRg32F, "rg32f", Encoding::kFloat, 2, 32, false},
    {TexelFormat::kRgba32Ui, "rgba32ui", Encoding::kUint, 4, 32, false},
    {TexelFormat::kRgba32I, "rgba32i", Encoding::kSint, 4, 32, false},
    {TexelFormat::kRgba32F, "rgba32f", Encoding::kFloat, 4, 32, false},
    {TexelFormat::kR64Ui, "r64ui", Encoding::kUint, 1, 64, false},
    {TexelFormat::kR64I, "r64i", Encoding::kSint, 1, 64, false},
    {TexelFormat::kD16, "d16", Encoding::kUnorm, 1, 16, true},
    {TexelFormat::kD32F, "d32f", Encoding::kFloat, 1, 32, true},
};

// In the order of FormatClass.
constexpr std::string_view kClassNames[] = {"float", "sint", "uint"};

struct SpirvFormat {
  spv::ImageFormat image_format;
  TexelFormat format;
};

constexpr SpirvFormat kSpirvFormats[] = {
    {spv::ImageFormat::Rgba32f, TexelFormat::kRgba32F},
    {spv::ImageFormat::Rgba16f, TexelFormat::kRgba16F},
    {spv::ImageFormat::R32f, TexelFormat::kR32F},
    {spv::ImageFormat::Rgba8, TexelFormat::kRgba8},
    {spv::ImageFormat::Rgba8Snorm, TexelFormat::kRgba8Snorm},
    {spv::ImageFormat::Rg32f, TexelFormat::kRg32F},
    {spv::ImageFormat::Rg16f, TexelFormat::kRg16F},
    {spv::ImageFormat::R16f, TexelFormat::kR16F},
    {spv::ImageFormat::Rgba16, TexelFormat::kRgba16},
    {spv::ImageFormat::Rg16, TexelFormat::kRg16},
    {spv::ImageFormat::Rg8, TexelFormat::kRg8},
    {spv::ImageFormat::R16, TexelFormat::kR16},
    {spv::ImageFormat::R8, TexelFormat::kR8},
    {spv::ImageFormat::Rg8Snorm, TexelFormat::kRg8Snorm},
    {spv::ImageFormat::R8Snorm, TexelFormat::kR8Snorm},
    {spv::ImageFormat::Rgba32i, TexelFormat::kRgba32I},
    {spv::ImageFormat::Rgba16i, TexelFormat::kRgba16I},
    {spv::ImageFormat::Rgba8i, TexelFormat::kRgba8I},
    {spv::ImageFormat::R32i, TexelFormat::kR32I},
    {spv::ImageFormat::Rg32i, TexelFormat::kRg32I},
    {spv::ImageFormat::Rg16i, TexelFormat::kRg16I},
    {spv::ImageFormat::Rg8i, TexelFormat::kRg8I},
    {spv::ImageFormat::R16i, TexelFormat::kR16I},
    {spv::ImageFormat::R8i, TexelFormat::kR8I},
    {spv::ImageFormat::Rgba32ui, TexelFormat::kRgba32Ui},
    {spv::ImageFormat::Rgba16ui, TexelFormat::kRgba16Ui},
    {spv::ImageFormat::Rgba8ui, TexelFormat::kRgba8Ui},
    {spv::ImageFormat::R32ui, TexelFormat::kR32Ui},
    {spv::ImageFormat::Rg32ui, TexelFormat::kRg32Ui},
    {spv::ImageFormat::Rg16ui, TexelFormat::kRg16Ui},
    {spv::ImageFormat::Rg8ui, TexelFormat::kRg8Ui},
    {spv::ImageFormat::R16ui, TexelFormat::kR16Ui},
    {spv::ImageFormat::R8ui, TexelFormat::kR8Ui},
    {spv::ImageFormat::R64ui, TexelFormat::kR64Ui},
    {spv::ImageFormat::R64i, TexelFormat::kR64I},
};

uint64_t Mask(uint32_t bits) { return bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

uint64_t EncodeBits(const TexelFormatInfo& format, double value) {
  const double largest_unsigned = std::ldexp(1, static_cast<int>(format.bits)) - 1;
  const double largest_signed = std::ldexp(1, static_cast<int>(format.bits) - 1) - 1;
  switch (format.encoding) {
    case Encoding::kUnorm:
      return static_cast<uint64_t>(std::nearbyint(std::clamp(value, 0.0, 1.0) * largest_unsigned));
    case Encoding::kSnorm:
      return static_cast<uint64_t>(static_cast<int64_t>(std::nearbyint(std::clamp(value, -1.0, 1.0) * largest_signed)));
    case Encoding::kUint:
    case Encoding::kSint:
      // A number outside of the range wraps round, as integers do.
      if (value < 0) return static_cast<uint64_t>(static_cast<int64_t>(std::max(value, -0x1p63)));
      return static_cast<uint64_t>(std::min(value, 0x1.fffffffffffffp63));
    case Encoding::kFloat:
      break;
  }
  if (format.bits == 16) return HalfBitsFromDouble(value);
  const float single = static_cast<float>(value);
  uint32_t bits = 0;
  std::memcpy(&bits, &single, 4);
  return bits;
}

}  // namespace

std::string_view FormatClassName(FormatClass format_class) { return kClassNames[static_cast<size_t>(format_class)]; }

bool ParseFormatClass(std::string_view name, FormatClass* format_class) {
  const auto* found = std::find(std::begin(kClassNames), std::end(kClassNames), name);
  if (found == std::end(kClassNames)) return false;
  *format_class = static_cast<FormatClass>(found - std::begin(kClassNames));
  return true;
}

FormatClass TexelFormatInfo::format_class() const {
  if (encoding == Encoding::kUint) return FormatClass::kUint;
  return encoding == Encoding::kSint ? FormatClass::kSint : FormatClass::kFloat;
}

const TexelFormatInfo& GetFormat(TexelFormat format) {
  // The table has the order of the enumeration, which starts with kNone.
  return kFormats[static_cast<size_t>(format) - 1];
}

const TexelFormatInfo* FindFormat(std::string_view name) {
  for (const TexelFormatInfo& format : kFormats) {
    if (name == format.name) return &format;
  }
  return nullptr;
}

std::string FormatNames() {
  std::string names;
  for (const TexelFormatInfo& format : kFormats) names += (names.empty() ? "" : ", ") + std::string(format.name);
  return names;
}

std::optional<TexelFormat> FormatOfSpirv(uint32_t image_format) {
  for (const SpirvFormat& entry : kSpirvFormats) {
    if (static_cast<uint32_t>(entry.image_format) == image_format) return entry.format;
  }
  return std::nullopt;
}

void EncodeComponent(const TexelFormatInfo& format, uint32_t c, double value, uint8_t* texel) {
  const uint64_t bits = EncodeBits(format, value);
  const uint32_t bytes = format.bits / 8;
  for (uint32_t b = 0; b < bytes; ++b) texel[c * bytes + b] = static_cast<uint8_t>(bits >> (8 * b));
}

double DecodeComponent(const TexelFormatInfo& format, uint32_t c, const uint8_t* texel) {
  const uint32_t bytes = format.bits / 8;
  uint64_t bits = 0;
  for (uint32_t b = 0; b < bytes; ++b) bits |= uint64_t{texel[c * bytes + b]} << (8 * b);
  const bool negative = (bits >> (format.bits - 1) & 1) != 0;
  const int64_t as_signed = static_cast<int64_t>(negative ? bits | ~Mask(format.bits) : bits);
  switch (format.encoding) {
    case Encoding::kUnorm:
      return static_cast<double>(bits) / static_cast<double>(Mask(format.bits));
    case Encoding::kSnorm:
      return std::max(-1.0, static_cast<double>(as_signed) / static_cast<double>(Mask(format.bits - 1)));
    case Encoding::kUint:
      return static_cast<double>(bits);
    case Encoding::kSint:
      return static_cast<double>(as_signed);
    case Encoding::kFloat:
      break;
  }
  if (format.bits == 16) return DoubleFromHalfBits(static_cast<uint16_t>(bits));
  const uint32_t word = static_cast<uint32_t>(bits);
  float single = 0;
  std::memcpy(&single, &word, 4);
  return single;
}

std::vector<uint8_t> PoisonTexel(const TexelFormatInfo& format) {
  std::vector<uint8_t> texel(format.texel_bytes(), 0xee);
  if (format.encoding == Encoding::kFloat || format.encoding == Encoding::kSnorm) {
    for (uint32_t c = 0; c < format.components; ++c) EncodeComponent(format, c, 238.0 / 255.0, texel.data());
  }
  return texel;
}

}  // namespace lacuna
