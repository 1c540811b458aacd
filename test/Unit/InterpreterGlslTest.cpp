// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "Interpreter/GlslStd450.h"
#include "Interpreter/Lane.h"
#include "spirv/unified1/GLSL.std.450.h"

namespace lacuna {
namespace {

using Lanes = std::vector<uint64_t>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename T>
Lanes Of(std::initializer_list<double> values) {
  Lanes lanes;
  for (const double value : values) lanes.push_back(ToLane(static_cast<T>(value)));
  return lanes;
}

Lanes Ints(uint32_t bits, std::initializer_list<int64_t> values) {
  Lanes lanes;
  for (const int64_t value : values) lanes.push_back(static_cast<uint64_t>(value) & LaneMask(bits));
  return lanes;
}

// Runs an instruction; the result has `result_lanes` lanes, those of the first
// operand by default. Modf's and Frexp's second result stands behind the first.
Lanes Call(uint32_t instruction, uint32_t bits, std::initializer_list<Lanes> operands, size_t result_lanes = 0,
           uint32_t second_bits = 32) {
  const GlslFunction function = FindGlslStd450(instruction, bits);
  EXPECT_NE(function, nullptr);
  EXPECT_EQ(GlslStd450OperandCount(instruction), operands.size());
  GlslCall call;
  call.lanes = static_cast<uint32_t>(operands.begin()->size());
  call.second_bits = second_bits;
  for (size_t i = 0; i < operands.size(); ++i) call.operands[i] = (operands.begin() + i)->data();
  if (result_lanes == 0) result_lanes = call.lanes;
  Lanes result(2 * result_lanes, 0xfeed), first;
  call.result = result.data();
  call.second_result = result.data() + result_lanes;
  function(call);
  const bool two = instruction == GLSLstd450Modf || instruction == GLSLstd450ModfStruct ||
                   instruction == GLSLstd450Frexp || instruction == GLSLstd450FrexpStruct;
  if (!two) result.resize(result_lanes);
  return result;
}

// The same checks in each width of floats. Results are exact in all of them.
template <typename T>
class InterpreterGlslFloat : public ::testing::Test {
 public:
  static constexpr uint32_t kBits = std::is_same_v<T, Half> ? 16 : std::is_same_v<T, float> ? 32 : 64;
  static void Check(uint32_t instruction, std::initializer_list<Lanes> operands,
                    std::initializer_list<double> expected) {
    EXPECT_EQ(Call(instruction, kBits, operands, expected.size()), Of<T>(expected)) << "instruction " << instruction;
  }
};

using FloatTypes = ::testing::Types<Half, float, double>;
TYPED_TEST_SUITE(InterpreterGlslFloat, FloatTypes);

TYPED_TEST(InterpreterGlslFloat, Rounding) {
  const auto x = Of<TypeParam>({2.5, -2.5, 3.5, -0.25, 0.75});
  this->Check(GLSLstd450RoundEven, {x}, {2, -2, 4, -0.0, 1});
  this->Check(GLSLstd450Round, {x}, {2, -2, 4, -0.0, 1});
  this->Check(GLSLstd450Trunc, {x}, {2, -2, 3, -0.0, 0});
  this->Check(GLSLstd450Floor, {x}, {2, -3, 3, -1, 0});
  this->Check(GLSLstd450Ceil, {x}, {3, -2, 4, -0.0, 1});
  this->Check(GLSLstd450Fract, {x}, {0.5, 0.5, 0.5, 0.75, 0.75});
}

TYPED_TEST(InterpreterGlslFloat, SignAndMagnitude) {
  const auto x = Of<TypeParam>({-1.5, 7, -0.0, -kInfinity});
  this->Check(GLSLstd450FAbs, {x}, {1.5, 7, 0, kInfinity});
  this->Check(GLSLstd450FSign, {x}, {-1, 1, 0, -1});
}

TYPED_TEST(InterpreterGlslFloat, MinimumAndMaximumTakeTheOtherOneForNan) {
  const auto a = Of<TypeParam>({1, kNan, 3, -kInfinity}), b = Of<TypeParam>({2, 5, kNan, 0});
  for (const uint32_t instruction : {GLSLstd450FMin, GLSLstd450NMin})
    this->Check(instruction, {a, b}, {1, 5, 3, -kInfinity});
  for (const uint32_t instruction : {GLSLstd450FMax, GLSLstd450NMax}) this->Check(instruction, {a, b}, {2, 5, 3, 0});
  const auto x = Of<TypeParam>({-1, 0.5, 9, kNan}), low = Of<TypeParam>({0, 0, 0, 2}),
             high = Of<TypeParam>({1, 1, 1, 3});
  for (const uint32_t instruction : {GLSLstd450FClamp, GLSLstd450NClamp}) {
    this->Check(instruction, {x, low, high}, {0, 0.5, 1, 2});
  }
  const Lanes both = Call(GLSLstd450NMin, this->kBits, {Of<TypeParam>({kNan}), Of<TypeParam>({kNan})});
  EXPECT_TRUE(std::isnan(static_cast<double>(FromLane<TypeParam>(both[0]))));
}

TYPED_TEST(InterpreterGlslFloat, Interpolation) {
  this->Check(GLSLstd450FMix, {Of<TypeParam>({2, 4}), Of<TypeParam>({6, 8}), Of<TypeParam>({0.25, 1})}, {3, 8});
  this->Check(GLSLstd450Step, {Of<TypeParam>({1, 1, 1}), Of<TypeParam>({0.5, 1, 2})}, {0, 1, 1});
  this->Check(GLSLstd450SmoothStep, {Of<TypeParam>({0, 0, 0}), Of<TypeParam>({4, 4, 4}), Of<TypeParam>({-1, 2, 9})},
              {0, 0.5, 1});
  this->Check(GLSLstd450Fma, {Of<TypeParam>({3}), Of<TypeParam>({4}), Of<TypeParam>({-2})}, {10});
}

TYPED_TEST(InterpreterGlslFloat, SquareRoots) {
  this->Check(GLSLstd450Sqrt, {Of<TypeParam>({0, 2.25, 16, kInfinity})}, {0, 1.5, 4, kInfinity});
  this->Check(GLSLstd450InverseSqrt, {Of<TypeParam>({4, 0.25, 0})}, {0.5, 2, kInfinity});
}

TYPED_TEST(InterpreterGlslFloat, Parts) {
  const auto x = Of<TypeParam>({2.75, -2.75, -0.5, kInfinity});
  for (const uint32_t instruction : {GLSLstd450Modf, GLSLstd450ModfStruct}) {
    EXPECT_EQ(Call(instruction, this->kBits, {x}), Of<TypeParam>({0.75, -0.75, -0.5, 0, 2, -2, -0.0, kInfinity}));
  }
  for (const uint32_t instruction : {GLSLstd450Frexp, GLSLstd450FrexpStruct}) {
    Lanes expected = Of<TypeParam>({0.75, -0.5, 0, 0.5});
    for (const uint64_t exponent : Ints(32, {3, -1, 0, -14})) expected.push_back(exponent);
    EXPECT_EQ(Call(instruction, this->kBits, {Of<TypeParam>({6, -0.25, 0, 0x1p-15})}), expected);
  }
  EXPECT_EQ(
      Call(GLSLstd450Ldexp, this->kBits, {Of<TypeParam>({0.75, -1, 1, 1, 0}), Ints(32, {3, -2, 99999, -99999, 5})}),
      Of<TypeParam>({6, -0.25, kInfinity, 0, 0}));
  // Exponents of other widths are signed, too.
  EXPECT_EQ(Call(GLSLstd450Ldexp, this->kBits, {Of<TypeParam>({4}), Ints(8, {-3})}, 1, 8), Of<TypeParam>({0.5}));
}

TYPED_TEST(InterpreterGlslFloat, Vectors) {
  const auto a = Of<TypeParam>({1, 2, 2}), b = Of<TypeParam>({4, 6, 2});
  this->Check(GLSLstd450Length, {a}, {3});
  this->Check(GLSLstd450Length, {Of<TypeParam>({-30000})}, {30000});
  this->Check(GLSLstd450Distance, {a, b}, {5});
  this->Check(GLSLstd450Cross, {a, b}, {-8, 6, -2});
  this->Check(GLSLstd450Normalize, {Of<TypeParam>({0, -4})}, {0, -1});
  this->Check(GLSLstd450Normalize, {Of<TypeParam>({-7})}, {-1});
}

TYPED_TEST(InterpreterGlslFloat, Directions) {
  const auto up = Of<TypeParam>({0, 1}), down = Of<TypeParam>({0, -1}), right = Of<TypeParam>({3, -2});
  this->Check(GLSLstd450FaceForward, {up, down, up}, {0, 1});
  this->Check(GLSLstd450FaceForward, {up, up, up}, {-0.0, -1});
  this->Check(GLSLstd450Reflect, {right, up}, {3, 2});
}

TYPED_TEST(InterpreterGlslFloat, Refraction) {
  const auto up = Of<TypeParam>({0, 1}), down = Of<TypeParam>({0, -1}), along = Of<TypeParam>({1, 0});
  // Straight through, and total reflection.
  EXPECT_EQ(Call(GLSLstd450Refract, this->kBits, {down, up, Of<float>({0.5})}, 2, 32), Of<TypeParam>({0, -1}));
  EXPECT_EQ(Call(GLSLstd450Refract, this->kBits, {along, up, Of<Half>({2})}, 2, 16), Of<TypeParam>({0, 0}));
  EXPECT_EQ(Call(GLSLstd450Refract, this->kBits, {along, up, Of<double>({1})}, 2, 64), Of<TypeParam>({1, 0}));
}

TYPED_TEST(InterpreterGlslFloat, Matrices) {
  this->Check(GLSLstd450Determinant, {Of<TypeParam>({1, 2, 3, 4})}, {-2});
  this->Check(GLSLstd450Determinant, {Of<TypeParam>({2, 0, 1, 1, 3, 2, 1, 1, 2})}, {6});
  this->Check(GLSLstd450Determinant, {Of<TypeParam>({0, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0})}, {24});
  this->Check(GLSLstd450MatrixInverse, {Of<TypeParam>({1, 2, 3, 4})}, {-2, 1, 1.5, -0.5});
  this->Check(GLSLstd450MatrixInverse, {Of<TypeParam>({1, 0, 0, 4, 1, 0, 5, 6, 1})},
              {1, -0.0, 0, -4, 1, -0.0, 19, -6, 1});
  // A permutation with scales: its inverse has the transposed places.
  const Lanes inverse =
      Call(GLSLstd450MatrixInverse, this->kBits, {Of<TypeParam>({0, 2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0.5, 1, 0, 0, 0})});
  const double expected[16] = {0, 0, 0, 1, 0.5, 0, 0, 0, 0, 0.25, 0, 0, 0, 0, 2, 0};
  for (size_t i = 0; i < 16; ++i) EXPECT_EQ(static_cast<double>(FromLane<TypeParam>(inverse[i])), expected[i]) << i;
}

TEST(InterpreterGlsl, HalvesRoundEachStep) {
  // 2048 and 1 are halves, 2049 is not.
  EXPECT_EQ(Call(GLSLstd450Length, 16, {Of<Half>({1, 1})}, 1), Of<Half>({1.4142135}));
  EXPECT_EQ(Call(GLSLstd450FMix, 16, {Of<Half>({2048}), Of<Half>({2048}), Of<Half>({0.5})}), Of<Half>({2048}));
  // The square of 300 is past the largest half.
  EXPECT_EQ(Call(GLSLstd450Length, 16, {Of<Half>({300, 0})}, 1), Of<Half>({kInfinity}));
}

TEST(InterpreterGlsl, TranscendentalFunctions) {
  struct Case {
    uint32_t instruction;
    double x, expected;
  };
  const Case cases[] = {{GLSLstd450Radians, 180, 3.14159265358979},
                        {GLSLstd450Degrees, 1, 57.2957795130823},
                        {GLSLstd450Sin, 0.5, 0.479425538604203},
                        {GLSLstd450Cos, 0.5, 0.877582561890373},
                        {GLSLstd450Tan, 0.5, 0.546302489843790},
                        {GLSLstd450Asin, 0.5, 0.523598775598299},
                        {GLSLstd450Acos, 0.5, 1.04719755119660},
                        {GLSLstd450Atan, 0.5, 0.463647609000806},
                        {GLSLstd450Sinh, 0.5, 0.521095305493747},
                        {GLSLstd450Cosh, 0.5, 1.12762596520638},
                        {GLSLstd450Tanh, 0.5, 0.462117157260010},
                        {GLSLstd450Asinh, 0.5, 0.481211825059603},
                        {GLSLstd450Acosh, 2, 1.31695789692482},
                        {GLSLstd450Atanh, 0.5, 0.549306144334055},
                        {GLSLstd450Exp, 1, 2.71828182845905},
                        {GLSLstd450Log, 10, 2.30258509299405},
                        {GLSLstd450Exp2, 10, 1024},
                        {GLSLstd450Log2, 0.125, -3}};
  for (const Case& test : cases) {
    EXPECT_EQ(Call(test.instruction, 32, {Of<float>({test.x})}), Of<float>({test.expected})) << test.instruction;
    EXPECT_EQ(Call(test.instruction, 16, {Of<Half>({test.x})}), Of<Half>({test.expected})) << test.instruction;
    EXPECT_EQ(FindGlslStd450(test.instruction, 64), nullptr);
  }
  EXPECT_EQ(Call(GLSLstd450Atan2, 32, {Of<float>({1, -1}), Of<float>({-1, -1})}),
            Of<float>({2.35619449019234, -2.35619449019234}));
  EXPECT_EQ(Call(GLSLstd450Pow, 32, {Of<float>({2, 9}), Of<float>({-3, 0.5})}), Of<float>({0.125, 3}));
}

TEST(InterpreterGlsl, Integers) {
  for (const uint32_t bits : {8u, 16u, 32u, 64u}) {
    const int64_t lowest = SignedLane(uint64_t{1} << (bits - 1), bits);
    const Lanes x = Ints(bits, {-5, 7, 0, lowest});
    EXPECT_EQ(Call(GLSLstd450SAbs, bits, {x}), Ints(bits, {5, 7, 0, lowest}));
    EXPECT_EQ(Call(GLSLstd450SSign, bits, {x}), Ints(bits, {-1, 1, 0, -1}));
    const Lanes y = Ints(bits, {3, 3, 3, 3});
    EXPECT_EQ(Call(GLSLstd450SMin, bits, {x, y}), Ints(bits, {-5, 3, 0, lowest}));
    EXPECT_EQ(Call(GLSLstd450SMax, bits, {x, y}), Ints(bits, {3, 7, 3, 3}));
    EXPECT_EQ(Call(GLSLstd450UMin, bits, {x, y}), Ints(bits, {3, 3, 0, 3}));
    EXPECT_EQ(Call(GLSLstd450UMax, bits, {x, y}), Ints(bits, {-5, 7, 3, lowest}));
    const Lanes low = Ints(bits, {-2, -2, -2, -2});
    EXPECT_EQ(Call(GLSLstd450SClamp, bits, {x, low, y}), Ints(bits, {-2, 3, 0, -2}));
    EXPECT_EQ(Call(GLSLstd450UClamp, bits, {x, y, low}), Ints(bits, {-5, 7, 3, lowest}));
    const int64_t top = bits - 1;
    EXPECT_EQ(Call(GLSLstd450FindILsb, bits, {x}), Ints(bits, {0, 0, -1, top}));
    EXPECT_EQ(Call(GLSLstd450FindUMsb, bits, {x}), Ints(bits, {top, 2, -1, top}));
    EXPECT_EQ(Call(GLSLstd450FindSMsb, bits, {x}), Ints(bits, {2, 2, -1, top - 1}));
    EXPECT_EQ(Call(GLSLstd450FindSMsb, bits, {Ints(bits, {-1})}), Ints(bits, {-1}));
  }
}

TEST(InterpreterGlsl, PackNormalized) {
  EXPECT_EQ(Call(GLSLstd450PackUnorm4x8, 32, {Of<float>({0, 1, 0.5, 2})}, 1), Lanes{0xff80ff00});
  EXPECT_EQ(Call(GLSLstd450PackSnorm4x8, 32, {Of<float>({0, 1, -1, -7})}, 1), Lanes{0x81817f00});
  EXPECT_EQ(Call(GLSLstd450PackUnorm2x16, 32, {Of<float>({0.5, kInfinity})}, 1), Lanes{0xffff8000});
  EXPECT_EQ(Call(GLSLstd450PackSnorm2x16, 32, {Of<float>({-0.5, 1})}, 1), Lanes{0x7fffc000});
  // 0.5 * 255 = 127.5 and 0.5 * 32767 = 16383.5 are halves, which go to even.
  EXPECT_EQ(Call(GLSLstd450PackSnorm4x8, 32, {Of<float>({kNan, 0.5, -0.5, 0.25})}, 1), Lanes{0x20c04081});
}

TEST(InterpreterGlsl, UnpackNormalized) {
  EXPECT_EQ(Call(GLSLstd450UnpackUnorm4x8, 32, {{0xff803300}}, 4), Of<float>({0, 51 / 255.0, 128 / 255.0, 1}));
  EXPECT_EQ(Call(GLSLstd450UnpackSnorm4x8, 32, {{0x80817f40}}, 4), Of<float>({64 / 127.0, 1, -1, -1}));
  EXPECT_EQ(Call(GLSLstd450UnpackUnorm2x16, 32, {{0xffff3333}}, 2), Of<float>({0.2, 1}));
  EXPECT_EQ(Call(GLSLstd450UnpackSnorm2x16, 32, {{0x80007fff}}, 2), Of<float>({1, -1}));
}

TEST(InterpreterGlsl, PackAndUnpackInvertEachOther) {
  for (uint64_t byte = 0; byte < 256; ++byte) {
    const uint64_t packed = byte * 0x01010101;
    EXPECT_EQ(Call(GLSLstd450PackUnorm4x8, 32, {Call(GLSLstd450UnpackUnorm4x8, 32, {{packed}}, 4)}, 1), Lanes{packed});
    if (byte == 0x80) continue;  // a second name of -1
    EXPECT_EQ(Call(GLSLstd450PackSnorm4x8, 32, {Call(GLSLstd450UnpackSnorm4x8, 32, {{packed}}, 4)}, 1), Lanes{packed});
  }
}

TEST(InterpreterGlsl, PackHalvesAndDoubles) {
  EXPECT_EQ(Call(GLSLstd450PackHalf2x16, 32, {Of<float>({1, -65504})}, 1), Lanes{0xfbff3c00});
  EXPECT_EQ(Call(GLSLstd450UnpackHalf2x16, 32, {{0x0001c000}}, 2), Of<float>({-2, 0x1p-24}));
  EXPECT_EQ(Call(GLSLstd450PackDouble2x32, 32, {{0x11223344, 0x3ff00000}}, 1), Lanes{0x3ff0000011223344});
  EXPECT_EQ(Call(GLSLstd450UnpackDouble2x32, 64, {{0x3ff0000011223344}}, 2), (Lanes{0x11223344, 0x3ff00000}));
}

TEST(InterpreterGlsl, WhatIsNotThere) {
  for (const uint32_t instruction : {GLSLstd450InterpolateAtCentroid, GLSLstd450InterpolateAtSample,
                                     GLSLstd450InterpolateAtOffset, GLSLstd450IMix}) {
    EXPECT_EQ(GlslStd450OperandCount(instruction), 0u);
    for (const uint32_t bits : {16u, 32u, 64u}) EXPECT_EQ(FindGlslStd450(instruction, bits), nullptr);
  }
  EXPECT_EQ(FindGlslStd450(0, 32), nullptr);
  EXPECT_EQ(FindGlslStd450(10000, 32), nullptr);
  EXPECT_EQ(FindGlslStd450(GLSLstd450Floor, 8), nullptr);
  EXPECT_EQ(FindGlslStd450(GLSLstd450SAbs, 24), nullptr);
  EXPECT_EQ(FindGlslStd450(GLSLstd450PackHalf2x16, 64), nullptr);
  // Every other instruction has a function in some width.
  for (uint32_t instruction = 1; instruction < GLSLstd450Count; ++instruction) {
    const bool absent = instruction == GLSLstd450IMix || instruction == GLSLstd450InterpolateAtCentroid ||
                        instruction == GLSLstd450InterpolateAtSample || instruction == GLSLstd450InterpolateAtOffset;
    EXPECT_EQ(GlslStd450OperandCount(instruction) != 0, !absent) << instruction;
  }
}

}  // namespace
}  // namespace lacuna
