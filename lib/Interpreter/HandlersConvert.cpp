// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Conversions. A float that an integer type cannot hold has an undefined result,
// which is poison with the nearest value (0 for NaN).

#include <cmath>
#include <limits>
#include <type_traits>

#include "Interpreter/HandlerTemplates.h"
#include "Interpreter/Handlers.h"

namespace lacuna::interpreter {
namespace {

template <class From, class To>
struct IntToFloat {
  static uint64_t Do(uint64_t a) {
    const From value = static_cast<From>(a);
    // No half lies beyond what a double holds exactly.
    if constexpr (std::is_same_v<To, Half>)
      return ToLane<Half>(Half(static_cast<double>(value)));
    else
      return ToLane<To>(static_cast<To>(value));
  }
};

template <class From, class To>
struct FloatToInt {
  static uint64_t Do(uint64_t a, uint8_t* poison) {
    using Wide = std::conditional_t<std::is_same_v<From, Half>, double, From>;
    const Wide value = static_cast<Wide>(FromLane<From>(a));
    // Both ends are powers of two, so they are exact; the upper one is excluded.
    const Wide low = static_cast<Wide>(std::numeric_limits<To>::min());
    const Wide high = std::ldexp(Wide{1}, std::numeric_limits<To>::digits);
    const Wide whole = std::trunc(value);
    if (whole >= low && whole < high) return ToLane<To>(static_cast<To>(whole));
    *poison = 1;
    if (value != value) return 0;
    return ToLane<To>(value < 0 ? std::numeric_limits<To>::min() : std::numeric_limits<To>::max());
  }
};

template <class From, class To>
struct FloatToFloat {
  static uint64_t Do(uint64_t a) {
    const From value = FromLane<From>(a);
    if constexpr (std::is_same_v<From, Half>) {
      return ToLane<To>(static_cast<To>(value.value()));
    } else if constexpr (std::is_same_v<To, Half>) {
      return HalfBitsFromDouble(static_cast<double>(value));
    } else {
      return ToLane<To>(static_cast<To>(value));
    }
  }
};
template <class From>
struct HalfTowardZero {
  static uint64_t Do(uint64_t a) {
    return HalfBitsFromDouble(static_cast<double>(FromLane<From>(a)), HalfRounding::kTowardZero);
  }
};

// Both have the bits in the source's width; the result is cut to the target's.
template <class To>
struct ZeroExtend {
  static uint64_t Do(uint64_t a) { return static_cast<To>(a); }
};
template <class From, class To>
struct SignExtend {
  static uint64_t Do(uint64_t a) {
    return static_cast<To>(static_cast<uint64_t>(static_cast<int64_t>(static_cast<From>(a))));
  }
};

template <class From>
Handler ToFloat(uint32_t bits) {
  return bits == 16   ? UnaryOp<IntToFloat<From, Half>, false>
         : bits == 32 ? UnaryOp<IntToFloat<From, float>, false>
         : bits == 64 ? UnaryOp<IntToFloat<From, double>, false>
                      : nullptr;
}
template <class To>
Handler FromFloat(uint32_t bits) {
  return bits == 16   ? CheckedUnaryOp<FloatToInt<Half, To>, false>
         : bits == 32 ? CheckedUnaryOp<FloatToInt<float, To>, false>
         : bits == 64 ? CheckedUnaryOp<FloatToInt<double, To>, false>
                      : nullptr;
}
template <class From>
Handler BetweenFloats(uint32_t bits) {
  return bits == 16   ? UnaryOp<FloatToFloat<From, Half>, false>
         : bits == 32 ? UnaryOp<FloatToFloat<From, float>, false>
         : bits == 64 ? UnaryOp<FloatToFloat<From, double>, false>
                      : nullptr;
}
template <class From>
Handler Extend(uint32_t bits) {
  return bits == 8    ? UnaryOp<SignExtend<From, uint8_t>, false>
         : bits == 16 ? UnaryOp<SignExtend<From, uint16_t>, false>
         : bits == 32 ? UnaryOp<SignExtend<From, uint32_t>, false>
         : bits == 64 ? UnaryOp<SignExtend<From, uint64_t>, false>
                      : nullptr;
}

}  // namespace

Handler ConvertHandler(spv::Op opcode, uint32_t from, uint32_t to) {
  switch (opcode) {
    case spv::Op::OpConvertFToU:
      return to == 8    ? FromFloat<uint8_t>(from)
             : to == 16 ? FromFloat<uint16_t>(from)
             : to == 32 ? FromFloat<uint32_t>(from)
             : to == 64 ? FromFloat<uint64_t>(from)
                        : nullptr;
    case spv::Op::OpConvertFToS:
      return to == 8    ? FromFloat<int8_t>(from)
             : to == 16 ? FromFloat<int16_t>(from)
             : to == 32 ? FromFloat<int32_t>(from)
             : to == 64 ? FromFloat<int64_t>(from)
                        : nullptr;
    case spv::Op::OpConvertUToF:
      return from == 8    ? ToFloat<uint8_t>(to)
             : from == 16 ? ToFloat<uint16_t>(to)
             : from == 32 ? ToFloat<uint32_t>(to)
             : from == 64 ? ToFloat<uint64_t>(to)
                          : nullptr;
    case spv::Op::OpConvertSToF:
      return from == 8    ? ToFloat<int8_t>(to)
             : from == 16 ? ToFloat<int16_t>(to)
             : from == 32 ? ToFloat<int32_t>(to)
             : from == 64 ? ToFloat<int64_t>(to)
                          : nullptr;
    case spv::Op::OpFConvert:
      return from == 16   ? BetweenFloats<Half>(to)
             : from == 32 ? BetweenFloats<float>(to)
             : from == 64 ? BetweenFloats<double>(to)
                          : nullptr;
    case spv::Op::OpUConvert:
      return to == 8    ? UnaryOp<ZeroExtend<uint8_t>, false>
             : to == 16 ? UnaryOp<ZeroExtend<uint16_t>, false>
             : to == 32 ? UnaryOp<ZeroExtend<uint32_t>, false>
             : to == 64 ? UnaryOp<ZeroExtend<uint64_t>, false>
                        : nullptr;
    case spv::Op::OpSConvert:
      return from == 8    ? Extend<int8_t>(to)
             : from == 16 ? Extend<int16_t>(to)
             : from == 32 ? Extend<int32_t>(to)
             : from == 64 ? Extend<int64_t>(to)
                          : nullptr;
    default:
      return nullptr;
  }
}

Handler ConvertHalfTowardZero(uint32_t from_bits) {
  return from_bits == 32   ? UnaryOp<HalfTowardZero<float>, false>
         : from_bits == 64 ? UnaryOp<HalfTowardZero<double>, false>
                           : nullptr;
}

}  // namespace lacuna::interpreter
