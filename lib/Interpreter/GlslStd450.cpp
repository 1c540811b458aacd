// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The operations that work component by component.

#include "Interpreter/GlslStd450.h"

#include <algorithm>
#include <type_traits>

#include "Interpreter/GlslStd450Detail.h"
#include "spirv/unified1/GLSL.std.450.h"

namespace lacuna {
namespace glsl {
namespace {

constexpr double kPi = 3.14159265358979323846;

// Each operation is a function object over one component, so that Map1 to Map3
// are instantiated with it.
template <typename T, typename Operation>
void Map1(const GlslCall& call) {
  for (uint32_t i = 0; i < call.lanes; ++i) call.result[i] = ToLane<T>(Operation{}(FromLane<T>(call.operands[0][i])));
}

template <typename T, typename Operation>
void Map2(const GlslCall& call) {
  for (uint32_t i = 0; i < call.lanes; ++i) {
    call.result[i] = ToLane<T>(Operation{}(FromLane<T>(call.operands[0][i]), FromLane<T>(call.operands[1][i])));
  }
}

template <typename T, typename Operation>
void Map3(const GlslCall& call) {
  for (uint32_t i = 0; i < call.lanes; ++i) {
    call.result[i] = ToLane<T>(Operation{}(FromLane<T>(call.operands[0][i]), FromLane<T>(call.operands[1][i]),
                                           FromLane<T>(call.operands[2][i])));
  }
}

// An operation that is a function of doubles, rounded: exact ones such as floor,
// and transcendental ones.
#define LACUNA_GLSL_ROUNDED(Name, expression)        \
  struct Name {                                      \
    template <typename T>                            \
    T operator()(T operand) const {                  \
      const double x = static_cast<double>(operand); \
      return Narrow<T>(expression);                  \
    }                                                \
  }

// Both Round and RoundEven: the former may choose where halves go.
LACUNA_GLSL_ROUNDED(RoundEven, std::nearbyint(x));
LACUNA_GLSL_ROUNDED(Trunc, std::trunc(x));
LACUNA_GLSL_ROUNDED(Floor, std::floor(x));
LACUNA_GLSL_ROUNDED(Ceil, std::ceil(x));
LACUNA_GLSL_ROUNDED(Radians, x*(kPi / 180));
LACUNA_GLSL_ROUNDED(Degrees, x*(180 / kPi));
LACUNA_GLSL_ROUNDED(Sin, std::sin(x));
LACUNA_GLSL_ROUNDED(Cos, std::cos(x));
LACUNA_GLSL_ROUNDED(Tan, std::tan(x));
LACUNA_GLSL_ROUNDED(Asin, std::asin(x));
LACUNA_GLSL_ROUNDED(Acos, std::acos(x));
LACUNA_GLSL_ROUNDED(Atan, std::atan(x));
LACUNA_GLSL_ROUNDED(Sinh, std::sinh(x));
LACUNA_GLSL_ROUNDED(Cosh, std::cosh(x));
LACUNA_GLSL_ROUNDED(Tanh, std::tanh(x));
LACUNA_GLSL_ROUNDED(Asinh, std::asinh(x));
LACUNA_GLSL_ROUNDED(Acosh, std::acosh(x));
LACUNA_GLSL_ROUNDED(Atanh, std::atanh(x));
LACUNA_GLSL_ROUNDED(Exp, std::exp(x));
LACUNA_GLSL_ROUNDED(Log, std::log(x));
LACUNA_GLSL_ROUNDED(Exp2, std::exp2(x));
LACUNA_GLSL_ROUNDED(Log2, std::log2(x));
#undef LACUNA_GLSL_ROUNDED

struct Sqrt {
  template <typename T>
  T operator()(T x) const {
    return SquareRoot(x);
  }
};

struct InverseSqrt {
  template <typename T>
  T operator()(T x) const {
    return T(1.0f) / SquareRoot(x);
  }
};

// Sign of NaN is kept, as the operation is one of bits.
struct FAbs {
  Half operator()(Half x) const { return Half::FromBits(x.bits() & 0x7fff); }
  float operator()(float x) const { return std::fabs(x); }
  double operator()(double x) const { return std::fabs(x); }
};

struct FSign {
  template <typename T>
  T operator()(T x) const {
    const T zero(0.0f);
    return x > zero ? T(1.0f) : x < zero ? T(-1.0f) : zero;
  }
};

struct Fract {
  template <typename T>
  T operator()(T x) const {
    return x - Floor{}(x);
  }
};

struct Atan2 {
  template <typename T>
  T operator()(T y, T x) const {
    return Narrow<T>(std::atan2(static_cast<double>(y), static_cast<double>(x)));
  }
};

struct Pow {
  template <typename T>
  T operator()(T x, T y) const {
    return Narrow<T>(std::pow(static_cast<double>(x), static_cast<double>(y)));
  }
};

struct Min {
  template <typename T>
  T operator()(T a, T b) const {
    return Minimum(a, b);
  }
};

struct Max {
  template <typename T>
  T operator()(T a, T b) const {
    return Maximum(a, b);
  }
};

// NClamp is defined as NMin(NMax(x, low), high), so NaN becomes low.
struct Clamp {
  template <typename T>
  T operator()(T x, T low, T high) const {
    return Minimum(Maximum(x, low), high);
  }
};

struct Mix {
  template <typename T>
  T operator()(T x, T y, T a) const {
    return x * (T(1.0f) - a) + y * a;
  }
};

struct Step {
  template <typename T>
  T operator()(T edge, T x) const {
    return x < edge ? T(0.0f) : T(1.0f);
  }
};

struct SmoothStep {
  template <typename T>
  T operator()(T low, T high, T x) const {
    const T t = Clamp{}((x - low) / (high - low), T(0.0f), T(1.0f));
    return t * t * (T(3.0f) - T(2.0f) * t);
  }
};

struct Fma {
  Half operator()(Half a, Half b, Half c) const { return Half::FromBits(HalfFma(a.bits(), b.bits(), c.bits())); }
  float operator()(float a, float b, float c) const { return std::fma(a, b, c); }
  double operator()(double a, double b, double c) const { return std::fma(a, b, c); }
};

// Integers come as unsigned or signed types according to the operation, and
// narrow ones compute as int, so the result is cut back.
struct SAbs {
  template <typename T>
  T operator()(T x) const {
    using Unsigned = std::make_unsigned_t<T>;
    return x < 0 ? static_cast<T>(static_cast<Unsigned>(0u - static_cast<Unsigned>(x))) : x;
  }
};

struct SSign {
  template <typename T>
  T operator()(T x) const {
    return static_cast<T>(x > 0 ? 1 : x < 0 ? -1 : 0);
  }
};

// The number of the lowest bit that is 1; -1 if there is none.
struct FindILsb {
  template <typename T>
  T operator()(T x) const {
    for (uint32_t bit = 0; bit < sizeof(T) * 8; ++bit) {
      if (x >> bit & 1) return static_cast<T>(bit);
    }
    return static_cast<T>(-1);
  }
};

// The number of the highest bit that is 1; -1 if there is none.
struct FindUMsb {
  template <typename T>
  T operator()(T x) const {
    for (uint32_t bit = sizeof(T) * 8; bit-- > 0;) {
      if (x >> bit & 1) return static_cast<T>(bit);
    }
    return static_cast<T>(-1);
  }
};

// The same, of negative numbers for the highest bit that is 0.
struct FindSMsb {
  template <typename T>
  T operator()(T x) const {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(FindUMsb{}(static_cast<Unsigned>(x < 0 ? ~x : x)));
  }
};

// The part before the point goes to the second result, with the operand's sign.
template <typename T>
void Modf(const GlslCall& call) {
  for (uint32_t i = 0; i < call.lanes; ++i) {
    double whole = 0;
    const double fraction = std::modf(static_cast<double>(FromLane<T>(call.operands[0][i])), &whole);
    call.result[i] = ToLane<T>(Narrow<T>(fraction));
    call.second_result[i] = ToLane<T>(Narrow<T>(whole));
  }
}

template <typename T>
void Frexp(const GlslCall& call) {
  for (uint32_t i = 0; i < call.lanes; ++i) {
    const double x = static_cast<double>(FromLane<T>(call.operands[0][i]));
    int exponent = 0;
    // Of infinity and NaN, where the exponent is undefined, it is 0.
    const double significand = std::isfinite(x) ? std::frexp(x, &exponent) : x;
    call.result[i] = ToLane<T>(Narrow<T>(significand));
    call.second_result[i] = static_cast<uint64_t>(int64_t{exponent}) & LaneMask(call.second_bits);
  }
}

template <typename T>
void Ldexp(const GlslCall& call) {
  for (uint32_t i = 0; i < call.lanes; ++i) {
    // 4096 in either direction leaves nothing of any number but 0 or infinity.
    const int64_t exponent = std::clamp<int64_t>(SignedLane(call.operands[1][i], call.second_bits), -4096, 4096);
    const double x = static_cast<double>(FromLane<T>(call.operands[0][i]));
    call.result[i] = ToLane<T>(Narrow<T>(std::ldexp(x, static_cast<int>(exponent))));
  }
}

template <typename Operation>
GlslFunction Float1(uint32_t bits, bool wide = true) {
  if (bits == 16) return &Map1<Half, Operation>;
  if (bits == 32) return &Map1<float, Operation>;
  return bits == 64 && wide ? &Map1<double, Operation> : nullptr;
}

template <typename Operation>
GlslFunction Float2(uint32_t bits, bool wide = true) {
  if (bits == 16) return &Map2<Half, Operation>;
  if (bits == 32) return &Map2<float, Operation>;
  return bits == 64 && wide ? &Map2<double, Operation> : nullptr;
}

template <typename Operation>
GlslFunction Float3(uint32_t bits) {
  if (bits == 16) return &Map3<Half, Operation>;
  if (bits == 32) return &Map3<float, Operation>;
  return bits == 64 ? &Map3<double, Operation> : nullptr;
}

// By the width of the integers, the four instantiations.
GlslFunction ByWidth(uint32_t bits, GlslFunction f8, GlslFunction f16, GlslFunction f32, GlslFunction f64) {
  return bits == 8 ? f8 : bits == 16 ? f16 : bits == 32 ? f32 : bits == 64 ? f64 : nullptr;
}

#define LACUNA_GLSL_SIGNED(Map, Operation) \
  ByWidth(bits, &Map<int8_t, Operation>, &Map<int16_t, Operation>, &Map<int32_t, Operation>, &Map<int64_t, Operation>)
#define LACUNA_GLSL_UNSIGNED(Map, Operation)                                                    \
  ByWidth(bits, &Map<uint8_t, Operation>, &Map<uint16_t, Operation>, &Map<uint32_t, Operation>, \
          &Map<uint64_t, Operation>)

GlslFunction FindInteger(uint32_t instruction, uint32_t bits) {
  switch (instruction) {
    case GLSLstd450SAbs:
      return LACUNA_GLSL_SIGNED(Map1, SAbs);
    case GLSLstd450SSign:
      return LACUNA_GLSL_SIGNED(Map1, SSign);
    case GLSLstd450SMin:
      return LACUNA_GLSL_SIGNED(Map2, Min);
    case GLSLstd450SMax:
      return LACUNA_GLSL_SIGNED(Map2, Max);
    case GLSLstd450SClamp:
      return LACUNA_GLSL_SIGNED(Map3, Clamp);
    case GLSLstd450UMin:
      return LACUNA_GLSL_UNSIGNED(Map2, Min);
    case GLSLstd450UMax:
      return LACUNA_GLSL_UNSIGNED(Map2, Max);
    case GLSLstd450UClamp:
      return LACUNA_GLSL_UNSIGNED(Map3, Clamp);
    case GLSLstd450FindILsb:
      return LACUNA_GLSL_UNSIGNED(Map1, FindILsb);
    case GLSLstd450FindUMsb:
      return LACUNA_GLSL_UNSIGNED(Map1, FindUMsb);
    case GLSLstd450FindSMsb:
      return LACUNA_GLSL_SIGNED(Map1, FindSMsb);
    default:
      return nullptr;
  }
}

// Those that have no 64-bit form.
GlslFunction FindTranscendental(uint32_t instruction, uint32_t bits) {
  switch (instruction) {
    case GLSLstd450Radians:
      return Float1<Radians>(bits, false);
    case GLSLstd450Degrees:
      return Float1<Degrees>(bits, false);
    case GLSLstd450Sin:
      return Float1<Sin>(bits, false);
    case GLSLstd450Cos:
      return Float1<Cos>(bits, false);
    case GLSLstd450Tan:
      return Float1<Tan>(bits, false);
    case GLSLstd450Asin:
      return Float1<Asin>(bits, false);
    case GLSLstd450Acos:
      return Float1<Acos>(bits, false);
    case GLSLstd450Atan:
      return Float1<Atan>(bits, false);
    case GLSLstd450Sinh:
      return Float1<Sinh>(bits, false);
    case GLSLstd450Cosh:
      return Float1<Cosh>(bits, false);
    case GLSLstd450Tanh:
      return Float1<Tanh>(bits, false);
    case GLSLstd450Asinh:
      return Float1<Asinh>(bits, false);
    case GLSLstd450Acosh:
      return Float1<Acosh>(bits, false);
    case GLSLstd450Atanh:
      return Float1<Atanh>(bits, false);
    case GLSLstd450Atan2:
      return Float2<Atan2>(bits, false);
    case GLSLstd450Pow:
      return Float2<Pow>(bits, false);
    case GLSLstd450Exp:
      return Float1<Exp>(bits, false);
    case GLSLstd450Log:
      return Float1<Log>(bits, false);
    case GLSLstd450Exp2:
      return Float1<Exp2>(bits, false);
    case GLSLstd450Log2:
      return Float1<Log2>(bits, false);
    default:
      return nullptr;
  }
}

GlslFunction FindFloat(uint32_t instruction, uint32_t bits) {
  switch (instruction) {
    case GLSLstd450Round:
    case GLSLstd450RoundEven:
      return Float1<RoundEven>(bits);
    case GLSLstd450Trunc:
      return Float1<Trunc>(bits);
    case GLSLstd450FAbs:
      return Float1<FAbs>(bits);
    case GLSLstd450FSign:
      return Float1<FSign>(bits);
    case GLSLstd450Floor:
      return Float1<Floor>(bits);
    case GLSLstd450Ceil:
      return Float1<Ceil>(bits);
    case GLSLstd450Fract:
      return Float1<Fract>(bits);
    case GLSLstd450Sqrt:
      return Float1<Sqrt>(bits);
    case GLSLstd450InverseSqrt:
      return Float1<InverseSqrt>(bits);
    case GLSLstd450Modf:
    case GLSLstd450ModfStruct:
      return LACUNA_GLSL_BY_WIDTH(bits, Modf);
    case GLSLstd450FMin:
    case GLSLstd450NMin:
      return Float2<Min>(bits);
    case GLSLstd450FMax:
    case GLSLstd450NMax:
      return Float2<Max>(bits);
    case GLSLstd450FClamp:
    case GLSLstd450NClamp:
      return Float3<Clamp>(bits);
    case GLSLstd450FMix:
      return Float3<Mix>(bits);
    case GLSLstd450Step:
      return Float2<Step>(bits);
    case GLSLstd450SmoothStep:
      return Float3<SmoothStep>(bits);
    case GLSLstd450Fma:
      return Float3<Fma>(bits);
    case GLSLstd450Frexp:
    case GLSLstd450FrexpStruct:
      return LACUNA_GLSL_BY_WIDTH(bits, Frexp);
    case GLSLstd450Ldexp:
      return LACUNA_GLSL_BY_WIDTH(bits, Ldexp);
    default:
      return nullptr;
  }
}

}  // namespace

GlslFunction FindScalar(uint32_t instruction, uint32_t bits) {
  if (const GlslFunction function = FindInteger(instruction, bits)) return function;
  if (const GlslFunction function = FindTranscendental(instruction, bits)) return function;
  return FindFloat(instruction, bits);
}

}  // namespace glsl

GlslFunction FindGlslStd450(uint32_t instruction, uint32_t bits) {
  if (const GlslFunction function = glsl::FindScalar(instruction, bits)) return function;
  if (const GlslFunction function = glsl::FindVector(instruction, bits)) return function;
  return glsl::FindPack(instruction, bits);
}

uint32_t GlslStd450OperandCount(uint32_t instruction) {
  switch (instruction) {
    case GLSLstd450FClamp:
    case GLSLstd450UClamp:
    case GLSLstd450SClamp:
    case GLSLstd450NClamp:
    case GLSLstd450FMix:
    case GLSLstd450SmoothStep:
    case GLSLstd450Fma:
    case GLSLstd450FaceForward:
    case GLSLstd450Refract:
      return 3;
    case GLSLstd450Atan2:
    case GLSLstd450Pow:
    case GLSLstd450FMin:
    case GLSLstd450UMin:
    case GLSLstd450SMin:
    case GLSLstd450NMin:
    case GLSLstd450FMax:
    case GLSLstd450UMax:
    case GLSLstd450SMax:
    case GLSLstd450NMax:
    case GLSLstd450Step:
    case GLSLstd450Ldexp:
    case GLSLstd450Distance:
    case GLSLstd450Cross:
    case GLSLstd450Reflect:
      return 2;
    default:
      break;
  }
  for (const uint32_t bits : {16u, 32u, 64u}) {
    if (FindGlslStd450(instruction, bits) != nullptr) return 1;
  }
  return 0;
}

uint16_t HalfFma(uint16_t a, uint16_t b, uint16_t c) {
  // The product has 22 bits and is exact in a double. The sum is, too, unless one
  // of the two is smaller than the other by more than 2^30; then the rounded sum
  // still lies on the same side of the middle between two halves as the exact one.
  return HalfBitsFromDouble(DoubleFromHalfBits(a) * DoubleFromHalfBits(b) + DoubleFromHalfBits(c));
}

}  // namespace lacuna
