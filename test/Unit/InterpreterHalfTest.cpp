// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "Interpreter/GlslStd450.h"
#include "Interpreter/Half.h"
#include "Interpreter/Lane.h"

namespace lacuna {
namespace {

constexpr HalfRounding kDown = HalfRounding::kTowardZero;

TEST(InterpreterHalf, KnownValues) {
  EXPECT_EQ(HalfBitsFromFloat(0.0f), 0x0000);
  EXPECT_EQ(HalfBitsFromFloat(-0.0f), 0x8000);
  EXPECT_EQ(HalfBitsFromFloat(1.0f), 0x3c00);
  EXPECT_EQ(HalfBitsFromFloat(-2.0f), 0xc000);
  EXPECT_EQ(HalfBitsFromFloat(65504.0f), 0x7bff);
  EXPECT_EQ(HalfBitsFromFloat(0x1p-14f), 0x0400);
  EXPECT_EQ(HalfBitsFromFloat(0x1p-24f), 0x0001);
  EXPECT_EQ(HalfBitsFromFloat(0.333251953125f), 0x3555);
}

TEST(InterpreterHalf, EveryHalfSurvivesTheWayThroughFloat) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const uint16_t half = static_cast<uint16_t>(bits);
    const bool nan = (bits & 0x7fff) > 0x7c00;
    const uint16_t expected = nan ? static_cast<uint16_t>(half | 0x200) : half;
    ASSERT_EQ(HalfBitsFromFloat(FloatFromHalfBits(half)), expected) << std::hex << bits;
    ASSERT_EQ(HalfBitsFromDouble(DoubleFromHalfBits(half), kDown), expected) << std::hex << bits;
    ASSERT_EQ(std::isnan(FloatFromHalfBits(half)), nan) << std::hex << bits;
  }
}

// Between each two neighbours: a quarter, the middle and three quarters.
TEST(InterpreterHalf, RoundsBetweenNeighbours) {
  for (uint32_t bits = 0; bits < 0x7bff; ++bits) {
    const double low = DoubleFromHalfBits(static_cast<uint16_t>(bits));
    const double high = DoubleFromHalfBits(static_cast<uint16_t>(bits + 1));
    const double middle = (low + high) / 2;
    ASSERT_EQ(HalfBitsFromDouble(low + (high - low) / 4), bits);
    ASSERT_EQ(HalfBitsFromDouble(low + (high - low) * 0.75), bits + 1);
    ASSERT_EQ(HalfBitsFromDouble(middle), bits + (bits & 1)) << bits;
    ASSERT_EQ(HalfBitsFromDouble(std::nextafter(middle, 1e9)), bits + 1);
    ASSERT_EQ(HalfBitsFromDouble(std::nextafter(middle, 0)), bits);
    ASSERT_EQ(HalfBitsFromDouble(std::nextafter(high, 0), kDown), bits);
    ASSERT_EQ(HalfBitsFromDouble(-std::nextafter(high, 0), kDown), bits | 0x8000);
  }
}

TEST(InterpreterHalf, Overflow) {
  EXPECT_EQ(HalfBitsFromDouble(65519.99), 0x7bff);
  EXPECT_EQ(HalfBitsFromDouble(65520), 0x7c00);
  EXPECT_EQ(HalfBitsFromDouble(-1e300), 0xfc00);
  EXPECT_EQ(HalfBitsFromDouble(65535, kDown), 0x7bff);
  EXPECT_EQ(HalfBitsFromDouble(-1e300, kDown), 0xfbff);
  EXPECT_EQ(HalfBitsFromDouble(std::numeric_limits<double>::infinity(), kDown), 0x7c00);
}

TEST(InterpreterHalf, Underflow) {
  EXPECT_EQ(HalfBitsFromDouble(0x1p-25), 0x0000);
  EXPECT_EQ(HalfBitsFromDouble(std::nextafter(0x1p-25, 1)), 0x0001);
  EXPECT_EQ(HalfBitsFromDouble(0x1p-26), 0x0000);
  EXPECT_EQ(HalfBitsFromDouble(-5e-324), 0x8000);
  EXPECT_EQ(HalfBitsFromDouble(std::nextafter(0x1p-24, 0), kDown), 0x0000);
  // The largest subnormal rounds up to the least normal number.
  EXPECT_EQ(HalfBitsFromDouble(std::nextafter(0x1p-14, 0)), 0x0400);
}

TEST(InterpreterHalf, NanKeepsSignAndPayloadAndBecomesQuiet) {
  EXPECT_EQ(HalfBitsFromFloat(FromLane<float>(0xffc02000)), 0xfe01);
  EXPECT_EQ(HalfBitsFromFloat(FromLane<float>(0x7f800001)), 0x7e00);
  EXPECT_EQ(ToLane(FloatFromHalfBits(0x7c01)), 0x7fc02000u);
}

TEST(InterpreterHalf, ArithmeticRoundsOnce) {
  const Half one(1.0f), tiny(0x1p-11f);
  EXPECT_EQ((one + tiny).bits(), 0x3c00);         // the middle goes to even
  EXPECT_EQ((one + tiny + tiny).bits(), 0x3c00);  // and does so each time
  EXPECT_EQ((one + (tiny + tiny)).bits(), 0x3c01);
  EXPECT_EQ((Half(1.0f) / Half(3.0f)).bits(), 0x3555);
  EXPECT_EQ((Half(300.0f) * Half(300.0f)).bits(), 0x7c00);
  EXPECT_EQ((-Half(0.0f)).bits(), 0x8000);
}

TEST(InterpreterHalf, FmaRoundsOnce) {
  // 3 * 683 = 2049 is the middle between two halves: an addend, however small,
  // decides.
  const uint16_t three = HalfBitsFromFloat(3.0f), factor = HalfBitsFromFloat(683.0f);
  EXPECT_EQ(HalfFma(three, factor, 0x0000), HalfBitsFromFloat(2048.0f));
  EXPECT_EQ(HalfFma(three, factor, 0x0001), HalfBitsFromFloat(2050.0f));
  EXPECT_EQ(HalfFma(three, factor, 0x8001), HalfBitsFromFloat(2048.0f));
  // A product that is lost even in a double's sum.
  const uint16_t big = HalfBitsFromFloat(32768.0f);
  EXPECT_EQ(HalfFma(0x0001, 0x0001, big), big);
  EXPECT_EQ(HalfFma(0x0001, 0x8001, big), big);
  EXPECT_EQ(HalfFma(0x7c00, 0x0000, 0x3c00) & 0x7e00, 0x7e00);  // infinity times 0 is NaN
}

}  // namespace
}  // namespace lacuna
