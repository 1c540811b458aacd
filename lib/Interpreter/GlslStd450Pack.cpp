// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The operations that pack vectors into an integer and back. Component 0 stands
// in the lowest bits.

#include <algorithm>

#include "Interpreter/GlslStd450Detail.h"
#include "spirv/unified1/GLSL.std.450.h"

namespace lacuna::glsl {
namespace {

// round(clamp(c, low, 1) * scale), halves to even; NaN counts as `low`.
template <uint32_t kCount, bool kSigned>
void PackNorm(const GlslCall& call) {
  constexpr uint32_t kBits = 32 / kCount;
  constexpr float kScale = static_cast<float>(kSigned ? (1u << (kBits - 1)) - 1 : LaneMask(kBits));
  uint64_t packed = 0;
  for (uint32_t i = 0; i < kCount; ++i) {
    const float clamped = Minimum(Maximum(FromLane<float>(call.operands[0][i]), kSigned ? -1.0f : 0.0f), 1.0f);
    const int64_t number = static_cast<int64_t>(std::nearbyint(clamped * kScale));
    packed |= (static_cast<uint64_t>(number) & LaneMask(kBits)) << (i * kBits);
  }
  call.result[0] = packed;
}

// Division, rounded once; the most negative number counts as -1.
template <uint32_t kCount, bool kSigned>
void UnpackNorm(const GlslCall& call) {
  constexpr uint32_t kBits = 32 / kCount;
  constexpr float kScale = static_cast<float>(kSigned ? (1u << (kBits - 1)) - 1 : LaneMask(kBits));
  const uint64_t packed = call.operands[0][0];
  for (uint32_t i = 0; i < kCount; ++i) {
    const uint64_t field = packed >> (i * kBits) & LaneMask(kBits);
    const float number = static_cast<float>(kSigned ? SignedLane(field, kBits) : static_cast<int64_t>(field));
    call.result[i] = ToLane(std::max(number / kScale, -1.0f));
  }
}

void PackHalf(const GlslCall& call) {
  const uint64_t low = HalfBitsFromFloat(FromLane<float>(call.operands[0][0]));
  call.result[0] = low | uint64_t{HalfBitsFromFloat(FromLane<float>(call.operands[0][1]))} << 16;
}

void UnpackHalf(const GlslCall& call) {
  const uint64_t packed = call.operands[0][0];
  call.result[0] = ToLane(FloatFromHalfBits(static_cast<uint16_t>(packed)));
  call.result[1] = ToLane(FloatFromHalfBits(static_cast<uint16_t>(packed >> 16)));
}

void PackDouble(const GlslCall& call) { call.result[0] = call.operands[0][0] | call.operands[0][1] << 32; }

void UnpackDouble(const GlslCall& call) {
  const uint64_t packed = call.operands[0][0];
  call.result[0] = packed & LaneMask(32);
  call.result[1] = packed >> 32;
}

}  // namespace

GlslFunction FindPack(uint32_t instruction, uint32_t bits) {
  if (instruction == GLSLstd450UnpackDouble2x32) return bits == 64 ? &UnpackDouble : nullptr;
  if (bits != 32) return nullptr;
  switch (instruction) {
    case GLSLstd450PackSnorm4x8:
      return &PackNorm<4, true>;
    case GLSLstd450PackUnorm4x8:
      return &PackNorm<4, false>;
    case GLSLstd450PackSnorm2x16:
      return &PackNorm<2, true>;
    case GLSLstd450PackUnorm2x16:
      return &PackNorm<2, false>;
    case GLSLstd450UnpackSnorm4x8:
      return &UnpackNorm<4, true>;
    case GLSLstd450UnpackUnorm4x8:
      return &UnpackNorm<4, false>;
    case GLSLstd450UnpackSnorm2x16:
      return &UnpackNorm<2, true>;
    case GLSLstd450UnpackUnorm2x16:
      return &UnpackNorm<2, false>;
    case GLSLstd450PackHalf2x16:
      return &PackHalf;
    case GLSLstd450UnpackHalf2x16:
      return &UnpackHalf;
    case GLSLstd450PackDouble2x32:
      return &PackDouble;
    default:
      return nullptr;
  }
}

}  // namespace lacuna::glsl
