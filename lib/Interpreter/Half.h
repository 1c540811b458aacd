// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_HALF_H_
#define LACUNA_INTERPRETER_HALF_H_

// binary16, which the host's language lacks: conversions from and to binary32
// and binary64 by bits, so that no compiler flag and no rounding mode of the host
// changes them, and a number that rounds after each operation.

#include <cstdint>
#include <cstring>

namespace lacuna {

enum class HalfRounding : uint8_t {
  kNearestEven,  // SPIR-V's RTE
  kTowardZero,   // SPIR-V's RTZ: a number past the largest half becomes that one, not infinity
};

namespace half_detail {

template <typename To, typename From>
To BitsOf(From value) {
  static_assert(sizeof(To) == sizeof(From), "same size");
  To result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

// `mantissa` without its lowest `drop` bits (0 to 63), rounded.
inline uint64_t DropBits(uint64_t mantissa, int drop, HalfRounding rounding) {
  if (drop == 0) return mantissa;
  const uint64_t kept = mantissa >> drop;
  if (rounding == HalfRounding::kTowardZero) return kept;
  const uint64_t rest = mantissa & ((uint64_t{1} << drop) - 1), middle = uint64_t{1} << (drop - 1);
  return kept + (rest > middle || (rest == middle && (kept & 1)) ? 1 : 0);
}

}  // namespace half_detail

// The half nearest to `value`, its bits. Subnormal halves are kept. A NaN stays
// one: sign and the upper bits of the payload are kept, and it becomes quiet.
inline uint16_t HalfBitsFromDouble(double value, HalfRounding rounding = HalfRounding::kNearestEven) {
  const uint64_t bits = half_detail::BitsOf<uint64_t>(value);
  const uint32_t sign = static_cast<uint32_t>(bits >> 48) & 0x8000;
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
  const uint64_t fraction = bits & 0xfffffffffffff;
  if (exponent == 0x7ff) {
    return static_cast<uint16_t>(sign | 0x7c00 | (fraction ? 0x200 | (fraction >> 42) : 0));
  }
  // The value is mantissa * 2^(exponent - 1075), its leading bit 2^52; halves have
  // exponents from -14 (here 1009) on and 42 bits less.
  const int half_exponent = exponent - 1008;
  if (half_exponent > 30)
    return static_cast<uint16_t>(sign | (rounding == HalfRounding::kTowardZero ? 0x7bff : 0x7c00));
  // Less than half of the least subnormal, which 2^-25 itself is not below.
  if (half_exponent < -10) return static_cast<uint16_t>(sign);
  const uint64_t mantissa = fraction | uint64_t{1} << 52;
  uint64_t result;
  if (half_exponent >= 1) {
    // A mantissa that rounds up to the next power of two carries into the exponent.
    result = half_detail::DropBits(mantissa, 42, rounding) + (static_cast<uint64_t>(half_exponent - 1) << 10);
    if (result > 0x7bff && rounding == HalfRounding::kTowardZero) result = 0x7bff;
  } else {
    result = half_detail::DropBits(mantissa, 43 - half_exponent, rounding);
  }
  return static_cast<uint16_t>(sign | result);
}

// The same for a float: every float is a double.
inline uint16_t HalfBitsFromFloat(float value, HalfRounding rounding = HalfRounding::kNearestEven) {
  return HalfBitsFromDouble(static_cast<double>(value), rounding);
}

// The float that is that half. Exact; a NaN keeps sign and payload and becomes quiet.
inline float FloatFromHalfBits(uint16_t half) {
  const uint32_t sign = uint32_t{half & 0x8000u} << 16;
  uint32_t exponent = half >> 10 & 31, fraction = half & 0x3ff;
  if (exponent == 31) {
    return half_detail::BitsOf<float>(sign | 0x7f800000 | fraction << 13 | (fraction ? 0x400000u : 0u));
  }
  if (exponent == 0) {
    // fraction * 2^-24, exact in a float.
    const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return half_detail::BitsOf<float>(half_detail::BitsOf<uint32_t>(magnitude) | sign);
  }
  return half_detail::BitsOf<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

inline double DoubleFromHalfBits(uint16_t half) { return static_cast<double>(FloatFromHalfBits(half)); }

// A half to compute with. Each operation is done in float and rounded to nearest
// even once; for + - * / and sqrt that is the correctly rounded result, as 24
// bits are at least 2 * 11 + 2.
class Half {
 public:
  Half() = default;
  explicit Half(float value) : value_(FloatFromHalfBits(HalfBitsFromFloat(value))) {}
  explicit Half(double value) : value_(FloatFromHalfBits(HalfBitsFromDouble(value))) {}
  static Half FromBits(uint16_t bits) {
    Half result;
    result.value_ = FloatFromHalfBits(bits);
    return result;
  }
  uint16_t bits() const { return HalfBitsFromFloat(value_); }
  float value() const { return value_; }
  explicit operator double() const { return static_cast<double>(value_); }

  friend Half operator+(Half a, Half b) { return Half(a.value_ + b.value_); }
  friend Half operator-(Half a, Half b) { return Half(a.value_ - b.value_); }
  friend Half operator*(Half a, Half b) { return Half(a.value_ * b.value_); }
  friend Half operator/(Half a, Half b) { return Half(a.value_ / b.value_); }
  friend Half operator-(Half a) { return FromBits(static_cast<uint16_t>(a.bits() ^ 0x8000)); }
  friend bool operator<(Half a, Half b) { return a.value_ < b.value_; }
  friend bool operator>(Half a, Half b) { return a.value_ > b.value_; }
  friend bool operator==(Half a, Half b) { return a.value_ == b.value_; }
  friend bool operator!=(Half a, Half b) { return a.value_ != b.value_; }

 private:
  float value_ = 0;  // always a half
};

}  // namespace lacuna

#endif  // LACUNA_INTERPRETER_HALF_H_
