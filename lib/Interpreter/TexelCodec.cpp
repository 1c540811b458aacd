// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interpreter/TexelCodec.h"

#include <algorithm>
#include <cmath>

#include "Interpreter/Half.h"
#include "Interpreter/Lane.h"

namespace lacuna {
namespace {

uint64_t LoadBits(const uint8_t* bytes, uint32_t count) {
  uint64_t bits = 0;
  for (uint32_t b = 0; b < count; ++b) bits |= uint64_t{bytes[b]} << (8 * b);
  return bits;
}

// Normalized numbers are multiplied by the rounded reciprocal of their largest
// one, as lavapipe does. The result may differ from the quotient in its last bit,
// which the specification's bound of 1.5 units in the last place allows; the
// largest number gives 1 exactly.
float Normalized(int64_t number, uint64_t largest) {
  return static_cast<float>(number) * static_cast<float>(1.0 / static_cast<double>(largest));
}

// A float's bits, or an integer's, of the component with these bits in memory.
uint64_t ToShader(const TexelFormatInfo& format, uint64_t bits) {
  switch (format.encoding) {
    case Encoding::kUnorm:
      return ToLane(Normalized(static_cast<int64_t>(bits), LaneMask(format.bits)));
    case Encoding::kSnorm:
      return ToLane(std::max(-1.0f, Normalized(SignedLane(bits, format.bits), LaneMask(format.bits - 1))));
    case Encoding::kUint:
      return bits;
    case Encoding::kSint:
      return static_cast<uint64_t>(SignedLane(bits, format.bits)) & LaneMask(std::max(format.bits, 32u));
    case Encoding::kFloat:
      break;
  }
  return format.bits == 16 ? ToLane(FloatFromHalfBits(static_cast<uint16_t>(bits))) : bits;
}

uint64_t FromShader(const TexelFormatInfo& format, uint64_t lane) {
  const bool is_signed = format.encoding == Encoding::kSnorm;
  switch (format.encoding) {
    case Encoding::kUnorm:
    case Encoding::kSnorm: {
      const float value = FromLane<float>(lane), low = is_signed ? -1.0f : 0.0f;
      if (std::isnan(value)) return 0;
      const double scale = static_cast<double>(LaneMask(is_signed ? format.bits - 1 : format.bits));
      // The product of a float and 16 bits is exact in a double.
      const double number = std::nearbyint(static_cast<double>(std::clamp(value, low, 1.0f)) * scale);
      return static_cast<uint64_t>(static_cast<int64_t>(number));
    }
    case Encoding::kUint:
      return std::min(lane, LaneMask(format.bits));
    case Encoding::kSint: {
      const int64_t largest = static_cast<int64_t>(LaneMask(format.bits - 1));
      const int64_t value = SignedLane(lane, std::max(format.bits, 32u));
      return static_cast<uint64_t>(std::clamp(value, -largest - 1, largest));
    }
    case Encoding::kFloat:
      break;
  }
  return format.bits == 16 ? HalfBitsFromFloat(FromLane<float>(lane)) : lane;
}

}  // namespace

Texel MissingComponents(const TexelFormatInfo& format) {
  const uint64_t one = format.format_class() == FormatClass::kFloat ? ToLane(1.0f) : 1;
  return {0, 0, 0, one};
}

Texel LoadTexel(const TexelFormatInfo& format, const uint8_t* bytes) {
  Texel texel = MissingComponents(format);
  const uint32_t size = format.bits / 8;
  for (uint32_t c = 0; c < format.components; ++c) texel[c] = ToShader(format, LoadBits(bytes + c * size, size));
  return texel;
}

void StoreTexel(const TexelFormatInfo& format, const Texel& texel, uint8_t* bytes) {
  const uint32_t size = format.bits / 8;
  for (uint32_t c = 0; c < format.components; ++c) {
    const uint64_t bits = FromShader(format, texel[c]);
    for (uint32_t b = 0; b < size; ++b) bytes[c * size + b] = static_cast<uint8_t>(bits >> (8 * b));
  }
}

}  // namespace lacuna
