// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The interpreter's arithmetic against known values.

#include "InterpreterFixture.h"

namespace lacuna::interpreter {
namespace {

struct Case {
  const char* opcode;
  const char* type;
  Operands operands;
  uint64_t expected;
};

std::string Name(const Case& c) {
  std::string text = std::string(c.opcode) + " " + c.type;
  for (const auto& operand : c.operands) text += " " + operand.second;
  return text;
}

void Check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const Evaluation result = Evaluate(c.opcode, c.type, c.operands);
    ASSERT_EQ(result.lanes.size(), 1u) << Name(c);
    EXPECT_EQ(result.lanes[0], c.expected) << Name(c);
    EXPECT_FALSE(result.undefined) << Name(c);
  }
}

// These results are undefined: nothing is stored.
void CheckUndefined(const std::vector<Case>& cases) {
  for (const Case& c : cases) EXPECT_TRUE(Evaluate(c.opcode, c.type, c.operands).undefined) << Name(c);
}

TEST(InterpreterIntegers, AddSubtractMultiplyWrapInEveryWidth) {
  Check({
      {"OpIAdd", "b8", {{"b8", "200"}, {"b8", "100"}}, 44},
      {"OpIAdd", "b16", {{"b16", "65535"}, {"b16", "2"}}, 1},
      {"OpIAdd", "b32", {{"b32", "0xffffffff"}, {"b32", "1"}}, 0},
      {"OpIAdd", "b64", {{"b64", "0xffffffffffffffff"}, {"b64", "3"}}, 2},
      {"OpISub", "b8", {{"b8", "1"}, {"b8", "2"}}, 0xff},
      {"OpISub", "s16", {{"s16", "-32768"}, {"s16", "1"}}, 0x7fff},
      {"OpISub", "b32", {{"b32", "0"}, {"b32", "1"}}, 0xffffffff},
      {"OpISub", "b64", {{"b64", "0"}, {"b64", "1"}}, UINT64_MAX},
      {"OpIMul", "b8", {{"b8", "16"}, {"b8", "17"}}, 16},
      {"OpIMul", "b16", {{"b16", "65535"}, {"b16", "65535"}}, 1},
      {"OpIMul", "s32", {{"s32", "-3"}, {"s32", "7"}}, 0xffffffeb},
      {"OpIMul", "b64", {{"b64", "0x100000001"}, {"b64", "0x100000001"}}, 0x200000001},
      {"OpSNegate", "s8", {{"s8", "-128"}}, 0x80},
      {"OpSNegate", "s64", {{"s64", "5"}}, UINT64_MAX - 4},
      {"OpNot", "b16", {{"b16", "0x00ff"}}, 0xff00},
  });
}

TEST(InterpreterIntegers, SignedDivisionRoundsTowardZero) {
  Check({
      {"OpSDiv", "s32", {{"s32", "-7"}, {"s32", "2"}}, 0xfffffffd},
      {"OpSDiv", "s32", {{"s32", "7"}, {"s32", "-2"}}, 0xfffffffd},
      {"OpSDiv", "s8", {{"s8", "-128"}, {"s8", "2"}}, 0xc0},
      {"OpSDiv", "s64", {{"s64", "-9223372036854775807"}, {"s64", "-1"}}, 0x7fffffffffffffff},
      {"OpUDiv", "b32", {{"b32", "0xfffffff9"}, {"b32", "2"}}, 0x7ffffffc},
      {"OpUDiv", "b64", {{"b64", "0xffffffffffffffff"}, {"b64", "10"}}, 1844674407370955161},
  });
}

TEST(InterpreterIntegers, RemainderHasTheDividendsSignModuloTheDivisors) {
  Check({
      {"OpSRem", "s32", {{"s32", "-7"}, {"s32", "3"}}, 0xffffffff},
      {"OpSRem", "s32", {{"s32", "7"}, {"s32", "-3"}}, 1},
      {"OpSRem", "s16", {{"s16", "-7"}, {"s16", "-3"}}, 0xffff},
      {"OpSMod", "s32", {{"s32", "-7"}, {"s32", "3"}}, 2},
      {"OpSMod", "s32", {{"s32", "7"}, {"s32", "-3"}}, 0xfffffffe},
      {"OpSMod", "s8", {{"s8", "-6"}, {"s8", "3"}}, 0},
      {"OpSMod", "s64", {{"s64", "-1"}, {"s64", "10"}}, 9},
      {"OpUMod", "b32", {{"b32", "0xffffffff"}, {"b32", "10"}}, 5},
  });
}

TEST(InterpreterIntegers, DivisionsWithoutResultAreUndefined) {
  CheckUndefined({
      {"OpSDiv", "s32", {{"s32", "1"}, {"s32", "0"}}, 0},
      {"OpUDiv", "b64", {{"b64", "1"}, {"b64", "0"}}, 0},
      {"OpUMod", "b8", {{"b8", "1"}, {"b8", "0"}}, 0},
      {"OpSRem", "s32", {{"s32", "1"}, {"s32", "0"}}, 0},
      {"OpSMod", "s16", {{"s16", "1"}, {"s16", "0"}}, 0},
      {"OpSDiv", "s32", {{"s32", "-2147483648"}, {"s32", "-1"}}, 0},
      {"OpSRem", "s64", {{"s64", "-9223372036854775808"}, {"s64", "-1"}}, 0},
  });
}

TEST(InterpreterIntegers, Shifts) {
  Check({
      {"OpShiftLeftLogical", "b32", {{"b32", "1"}, {"b32", "31"}}, 0x80000000},
      {"OpShiftLeftLogical", "b8", {{"b8", "0xff"}, {"b32", "4"}}, 0xf0},
      {"OpShiftRightLogical", "b32", {{"b32", "0x80000000"}, {"b8", "31"}}, 1},
      {"OpShiftRightLogical", "s16", {{"s16", "-1"}, {"b32", "15"}}, 1},
      {"OpShiftRightArithmetic", "s16", {{"s16", "-32768"}, {"b32", "15"}}, 0xffff},
      {"OpShiftRightArithmetic", "s32", {{"s32", "-8"}, {"b64", "1"}}, 0xfffffffc},
      {"OpShiftRightArithmetic", "s64", {{"s64", "-8"}, {"b32", "63"}}, UINT64_MAX},
      {"OpShiftRightArithmetic", "b8", {{"b8", "0x80"}, {"b32", "7"}}, 0xff},
  });
  CheckUndefined({
      {"OpShiftLeftLogical", "b32", {{"b32", "1"}, {"b32", "32"}}, 0},
      {"OpShiftRightLogical", "b8", {{"b8", "1"}, {"b32", "8"}}, 0},
      {"OpShiftRightArithmetic", "s64", {{"s64", "1"}, {"b32", "64"}}, 0},
  });
}

TEST(InterpreterIntegers, Comparisons) {
  Check({
      {"OpSLessThan", "bool", {{"s32", "-1"}, {"s32", "0"}}, 1},
      {"OpULessThan", "bool", {{"s32", "-1"}, {"s32", "0"}}, 0},
      {"OpSGreaterThanEqual", "bool", {{"s8", "-128"}, {"s8", "127"}}, 0},
      {"OpUGreaterThan", "bool", {{"b8", "0x80"}, {"b8", "0x7f"}}, 1},
      {"OpSLessThanEqual", "bool", {{"s64", "-5"}, {"s64", "-5"}}, 1},
      {"OpIEqual", "bool", {{"b64", "0x100000000"}, {"b64", "0"}}, 0},
      {"OpINotEqual", "bool", {{"b16", "1"}, {"b16", "1"}}, 0},
  });
}

TEST(InterpreterIntegers, BitOperations) {
  Check({
      {"OpBitCount", "b32", {{"b32", "0xf0f00001"}}, 9},
      {"OpBitReverse", "b32", {{"b32", "1"}}, 0x80000000},
      {"OpBitReverse", "b8", {{"b8", "0x13"}}, 0xc8},
      {"OpBitFieldInsert", "b32", {{"b32", "0xffffffff"}, {"b32", "0"}, {"b32", "4"}, {"b32", "8"}}, 0xfffff00f},
      {"OpBitFieldInsert", "b32", {{"b32", "7"}, {"b32", "0xabcd"}, {"b32", "0"}, {"b32", "32"}}, 0xabcd},
      {"OpBitFieldInsert", "b32", {{"b32", "7"}, {"b32", "1"}, {"b32", "32"}, {"b32", "0"}}, 7},
      {"OpBitFieldUExtract", "b32", {{"b32", "0x12345678"}, {"b32", "8"}, {"b32", "12"}}, 0x456},
      {"OpBitFieldSExtract", "s32", {{"s32", "0x00000f00"}, {"b32", "8"}, {"b32", "4"}}, 0xffffffff},
      {"OpBitFieldSExtract", "s32", {{"s32", "0x00000700"}, {"b32", "8"}, {"b32", "4"}}, 7},
      {"OpBitFieldUExtract", "b32", {{"b32", "0x12345678"}, {"b32", "8"}, {"b32", "0"}}, 0},
  });
  CheckUndefined({{"OpBitFieldUExtract", "b32", {{"b32", "1"}, {"b32", "30"}, {"b32", "3"}}, 0}});
}

TEST(InterpreterIntegers, ResultsOfTwoParts) {
  const auto parts = [](const char* opcode, const char* type, const Operands& operands) {
    return std::make_pair(Evaluate(opcode, type, operands, 0).lanes[0], Evaluate(opcode, type, operands, 1).lanes[0]);
  };
  using Pair = std::pair<uint64_t, uint64_t>;
  EXPECT_EQ(parts("OpIAddCarry", "b32", {{"b32", "0xffffffff"}, {"b32", "2"}}), (Pair{1, 1}));
  EXPECT_EQ(parts("OpIAddCarry", "b64", {{"b64", "0xffffffffffffffff"}, {"b64", "1"}}), (Pair{0, 1}));
  EXPECT_EQ(parts("OpISubBorrow", "b32", {{"b32", "1"}, {"b32", "2"}}), (Pair{0xffffffff, 1}));
  EXPECT_EQ(parts("OpUMulExtended", "b32", {{"b32", "0xffffffff"}, {"b32", "0xffffffff"}}), (Pair{1, 0xfffffffe}));
  EXPECT_EQ(parts("OpSMulExtended", "s32", {{"s32", "-1"}, {"s32", "1"}}), (Pair{0xffffffff, 0xffffffff}));
  EXPECT_EQ(parts("OpUMulExtended", "b64", {{"b64", "0xffffffffffffffff"}, {"b64", "2"}}), (Pair{UINT64_MAX - 1, 1}));
}

TEST(InterpreterIntegers, DotProducts) {
  Check({
      {"OpSDot", "s32", {{"v4s8", "-128 127 1 0"}, {"v4s8", "2 2 3 9"}}, 1},
      {"OpUDot", "b32", {{"b32", "0x04030201"}, {"b32", "0x01010101"}, {"", "PackedVectorFormat4x8Bit"}}, 10},
      {"OpSUDot", "s32", {{"b32", "0x000000ff"}, {"b32", "0x000000ff"}, {"", "PackedVectorFormat4x8Bit"}}, 0xffffff01},
      {"OpSDotAccSat", "s32", {{"v2s16", "32767 32767"}, {"v2s16", "32767 32767"}, {"s32", "2147483647"}}, 0x7fffffff},
      {"OpUDotAccSat", "b8", {{"v4b8", "255 0 0 0"}, {"v4b8", "1 0 0 0"}, {"b8", "7"}}, 255},
  });
}

TEST(InterpreterFloats, RoundedToNearestEven) {
  Check({
      {"OpFAdd", "f32", {{"f32", "16777216"}, {"f32", "1"}}, 0x4b800000},
      {"OpFAdd", "f32", {{"f32", "16777218"}, {"f32", "1"}}, 0x4b800002},
      {"OpFMul", "f32", {{"f32", "0x1.000002p+0"}, {"f32", "0x1.000002p+0"}}, 0x3f800002},
      {"OpFDiv", "f32", {{"f32", "1"}, {"f32", "3"}}, 0x3eaaaaab},
      {"OpFDiv", "f32", {{"f32", "1"}, {"f32", "0"}}, 0x7f800000},
      {"OpFAdd", "f16", {{"f16", "2048"}, {"f16", "1"}}, 0x6800},
      {"OpFAdd", "f16", {{"f16", "2050"}, {"f16", "1"}}, 0x6802},
      {"OpFMul", "f16", {{"f16", "65504"}, {"f16", "2"}}, 0x7c00},
      {"OpFDiv", "f64", {{"f64", "1"}, {"f64", "3"}}, 0x3fd5555555555555},
      {"OpFNegate", "f32", {{"f32", "0"}}, 0x80000000},
      {"OpFNegate", "f64", {{"f64", "-1"}}, 0x3ff0000000000000},
      {"OpFSub", "f32", {{"f32", "0x1p-149"}, {"f32", "0x1p-148"}}, 0x80000001},  // subnormal numbers are kept
  });
}

TEST(InterpreterFloats, RemainderAndModulo) {
  Check({
      {"OpFRem", "f32", {{"f32", "-7.5"}, {"f32", "2"}}, 0xbfc00000},
      {"OpFMod", "f32", {{"f32", "-7.5"}, {"f32", "2"}}, 0x3f000000},
      {"OpFRem", "f64", {{"f64", "7.5"}, {"f64", "-2"}}, 0x3ff8000000000000},
      {"OpFMod", "f64", {{"f64", "7.5"}, {"f64", "-2"}}, 0xbfe0000000000000},
  });
}

TEST(InterpreterFloats, ComparisonsWithNan) {
  const char* nan = "0x1.8p+128";
  Check({
      {"OpFOrdEqual", "bool", {{"f32", nan}, {"f32", nan}}, 0},
      {"OpFUnordEqual", "bool", {{"f32", nan}, {"f32", nan}}, 1},
      {"OpFOrdNotEqual", "bool", {{"f32", nan}, {"f32", "1"}}, 0},
      {"OpFUnordNotEqual", "bool", {{"f32", "1"}, {"f32", nan}}, 1},
      {"OpFOrdLessThan", "bool", {{"f32", nan}, {"f32", "1"}}, 0},
      {"OpFUnordLessThan", "bool", {{"f32", nan}, {"f32", "1"}}, 1},
      {"OpFUnordGreaterThanEqual", "bool", {{"f32", "1"}, {"f32", "2"}}, 0},
      {"OpFOrdLessThanEqual", "bool", {{"f64", "2"}, {"f64", "2"}}, 1},
      {"OpFOrdEqual", "bool", {{"f32", "0"}, {"f32", "-0.0"}}, 1},
      {"OpIsNan", "bool", {{"f32", nan}}, 1},
      {"OpIsNan", "bool", {{"f32", "0x1p+128"}}, 0},
      {"OpIsInf", "bool", {{"f32", "-0x1p+128"}}, 1},
      {"OpIsInf", "bool", {{"f16", "65504"}}, 0},
      {"OpOrdered", "bool", {{"f32", nan}, {"f32", "1"}}, 0},
      {"OpUnordered", "bool", {{"f32", nan}, {"f32", "1"}}, 1},
  });
}

TEST(InterpreterConversions, BetweenIntegersAndFloats) {
  Check({
      {"OpConvertFToS", "s32", {{"f32", "-2.75"}}, 0xfffffffe},
      {"OpConvertFToU", "b8", {{"f32", "255.9"}}, 255},
      {"OpConvertFToS", "s64", {{"f64", "-9223372036854775808"}}, 0x8000000000000000},
      {"OpConvertFToU", "b64", {{"f64", "1.8446744073709550e19"}}, 0xfffffffffffff800},
      {"OpConvertSToF", "f32", {{"s32", "16777217"}}, 0x4b800000},
      {"OpConvertUToF", "f32", {{"b64", "0xffffffffffffffff"}}, 0x5f800000},
      {"OpConvertSToF", "f16", {{"s32", "65519"}}, 0x7bff},
      {"OpConvertSToF", "f16", {{"s32", "65520"}}, 0x7c00},
      {"OpConvertUToF", "f64", {{"b8", "200"}}, 0x4069000000000000},
      {"OpConvertSToF", "f64", {{"s8", "-56"}}, 0xc04c000000000000},
      {"OpFConvert", "f16", {{"f32", "0x1.ffep-15"}}, 0x0400},
      {"OpFConvert", "f32", {{"f16", "0x1p-24"}}, 0x33800000},
      {"OpFConvert", "f32", {{"f64", "1.000000059604644775390625"}}, 0x3f800000},
      {"OpFConvert", "f64", {{"f32", "0.1"}}, 0x3fb99999a0000000},
      {"OpQuantizeToF16", "f32", {{"f32", "1.0009"}}, 0x3f802000},
      {"OpQuantizeToF16", "f32", {{"f32", "-0x1p-20"}}, 0x80000000},
      {"OpUConvert", "b64", {{"b8", "0x80"}}, 0x80},
      {"OpSConvert", "s64", {{"s8", "-1"}}, UINT64_MAX},
      {"OpSConvert", "s8", {{"s32", "0x1ff"}}, 0xff},
      {"OpSConvert", "s16", {{"s8", "-2"}}, 0xfffe},
      {"OpUConvert", "b16", {{"b64", "0x123456789"}}, 0x6789},
      {"OpBitcast", "f32", {{"b32", "0x3f800000"}}, 0x3f800000},
      {"OpBitcast", "b64", {{"v2b32", "0x11223344 0x55667788"}}, 0x5566778811223344},
      {"OpBitcast", "b32", {{"v4b8", "1 2 3 4"}}, 0x04030201},
  });
}

TEST(InterpreterConversions, FloatsThatDoNotFitAreUndefined) {
  CheckUndefined({
      {"OpConvertFToU", "b8", {{"f32", "256"}}, 0},
      {"OpConvertFToU", "b32", {{"f32", "-1"}}, 0},
      {"OpConvertFToS", "s32", {{"f32", "2147483648"}}, 0},
      {"OpConvertFToS", "s32", {{"f32", "0x1.8p+128"}}, 0},
      {"OpConvertFToU", "b64", {{"f64", "18446744073709551616"}}, 0},
  });
}

TEST(InterpreterVectors, WorkComponentByComponent) {
  EXPECT_EQ(Evaluate("OpIAdd", "v3b32", {{"v3b32", "1 2 3"}, {"v3b32", "10 20 0xffffffff"}}).lanes,
            (std::vector<uint64_t>{11, 22, 2}));
  EXPECT_EQ(Evaluate("OpVectorTimesScalar", "v2f32", {{"v2f32", "1.5 -2"}, {"f32", "2"}}).lanes,
            (std::vector<uint64_t>{0x40400000, 0xc0800000}));
  EXPECT_EQ(Evaluate("OpDot", "f32", {{"v3f32", "1 2 3"}, {"v3f32", "4 5 6"}}).lanes[0], 0x42000000u);
  EXPECT_EQ(Evaluate("OpVectorShuffle", "v2b32", {{"v2b32", "7 8"}, {"v2b32", "9 10"}, {"", "3"}, {"", "0"}}).lanes,
            (std::vector<uint64_t>{10, 7}));
  EXPECT_EQ(Evaluate("OpSelect", "v2b32", {{"v2bool", "1 0"}, {"v2b32", "7 8"}, {"v2b32", "9 10"}}).lanes,
            (std::vector<uint64_t>{7, 10}));
  EXPECT_EQ(Evaluate("OpAny", "bool", {{"v3bool", "0 0 1"}}).lanes[0], 1u);
  EXPECT_EQ(Evaluate("OpAll", "bool", {{"v3bool", "1 0 1"}}).lanes[0], 0u);
  EXPECT_EQ(Evaluate("OpVectorExtractDynamic", "b32", {{"v4b32", "5 6 7 8"}, {"b32", "2"}}).lanes[0], 7u);
  EXPECT_TRUE(Evaluate("OpVectorExtractDynamic", "b32", {{"v4b32", "5 6 7 8"}, {"b32", "4"}}).undefined);
  EXPECT_TRUE(Evaluate("OpVectorShuffle", "v2b32", {{"v2b32", "7 8"}, {"v2b32", "9 10"}, {"", "0xffffffff"}, {"", "0"}})
                  .undefined);
}

TEST(InterpreterLogic, TruthValues) {
  Check({
      {"OpLogicalAnd", "bool", {{"bool", "1"}, {"bool", "0"}}, 0},
      {"OpLogicalOr", "bool", {{"bool", "1"}, {"bool", "0"}}, 1},
      {"OpLogicalNot", "bool", {{"bool", "0"}}, 1},
      {"OpLogicalEqual", "bool", {{"bool", "0"}, {"bool", "0"}}, 1},
      {"OpLogicalNotEqual", "bool", {{"bool", "1"}, {"bool", "0"}}, 1},
  });
}

TEST(InterpreterExtended, CallsOfGlsl) {
  Check({
      {"OpExtInst", "f32", {{"", "%glsl"}, {"", "FMin"}, {"f32", "1"}, {"f32", "-2"}}, 0xc0000000},
      {"OpExtInst", "f32", {{"", "%glsl"}, {"", "NMax"}, {"f32", "0x1.8p+128"}, {"f32", "3"}}, 0x40400000},
      {"OpExtInst", "s32", {{"", "%glsl"}, {"", "FindSMsb"}, {"s32", "-2"}}, 0},
      {"OpExtInst", "b32", {{"", "%glsl"}, {"", "PackUnorm4x8"}, {"v4f32", "0 1 0.5 2"}}, 0xff80ff00},
      {"OpExtInst", "f64", {{"", "%glsl"}, {"", "Ldexp"}, {"f64", "1.5"}, {"s32", "4"}}, 0x4038000000000000},
  });
  EXPECT_EQ(Evaluate("OpExtInst", "v2f32", {{"", "%glsl"}, {"", "UnpackHalf2x16"}, {"b32", "0xbc003c00"}}).lanes,
            (std::vector<uint64_t>{0x3f800000, 0xbf800000}));
  EXPECT_EQ(Evaluate("OpExtInst", "f32", {{"", "%glsl"}, {"", "ModfStruct"}, {"f32", "-2.5"}}, 0).lanes[0],
            0xbf000000u);
  EXPECT_EQ(Evaluate("OpExtInst", "f32", {{"", "%glsl"}, {"", "ModfStruct"}, {"f32", "-2.5"}}, 1).lanes[0],
            0xc0000000u);
}

}  // namespace
}  // namespace lacuna::interpreter
