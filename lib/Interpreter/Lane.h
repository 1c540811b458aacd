// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_LANE_H_
#define LACUNA_INTERPRETER_LANE_H_

// Between the scalars of C++ and lanes: a scalar's bits in the low bits of a
// uint64_t, zeros above them.

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "Interpreter/Half.h"

namespace lacuna {

// T is Half, float, double or an integer type.
template <typename T>
T FromLane(uint64_t lane) {
  if constexpr (std::is_same_v<T, Half>) {
    return Half::FromBits(static_cast<uint16_t>(lane));
  } else if constexpr (std::is_same_v<T, float>) {
    return half_detail::BitsOf<float>(static_cast<uint32_t>(lane));
  } else if constexpr (std::is_same_v<T, double>) {
    return half_detail::BitsOf<double>(lane);
  } else {
    return static_cast<T>(lane);
  }
}

template <typename T>
uint64_t ToLane(T value) {
  if constexpr (std::is_same_v<T, Half>) {
    return value.bits();
  } else if constexpr (std::is_same_v<T, float>) {
    return half_detail::BitsOf<uint32_t>(value);
  } else if constexpr (std::is_same_v<T, double>) {
    return half_detail::BitsOf<uint64_t>(value);
  } else {
    return static_cast<std::make_unsigned_t<T>>(value);
  }
}

// The ones of the low `bits` bits, 1 to 64.
constexpr uint64_t LaneMask(uint32_t bits) { return ~uint64_t{0} >> (64 - bits); }

// The signed number in the low `bits` bits, 1 to 64.
constexpr int64_t SignedLane(uint64_t lane, uint32_t bits) {
  const uint64_t sign = uint64_t{1} << (bits - 1);
  return static_cast<int64_t>(((lane & LaneMask(bits)) ^ sign) - sign);
}

}  // namespace lacuna

#endif  // LACUNA_INTERPRETER_LANE_H_
