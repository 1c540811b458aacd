// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/Reflection/VertexInputs.h"

#include <string>
#include <tuple>

#include "gtest/gtest.h"

namespace lacuna::reflection {
namespace {

using Expected = std::tuple<int, int, bool>;

Expected Of(const VertexSemantic& semantic) {
  return {static_cast<int>(semantic.usage), semantic.index, semantic.known};
}
Expected Of(std::string_view semantic) { return Of(MapVertexSemantic(semantic)); }

TEST(VertexSemantic, EveryKnownName) {
  EXPECT_EQ(Of("SV_POSITION"), Expected(0, 0, true));
  EXPECT_EQ(Of("POSITION"), Expected(0, 0, true));
  EXPECT_EQ(Of("COLOR"), Expected(1, 0, true));
  EXPECT_EQ(Of("TEXCOORD"), Expected(2, 0, true));
  EXPECT_EQ(Of("NORMAL"), Expected(3, 0, true));
  EXPECT_EQ(Of("BINORMAL"), Expected(4, 0, true));
  EXPECT_EQ(Of("TANGENT"), Expected(5, 0, true));
  EXPECT_EQ(Of("BLENDINDICES"), Expected(6, 0, true));
  EXPECT_EQ(Of("BLENDWEIGHT"), Expected(7, 0, true));
  EXPECT_EQ(Of("DEPTH"), Expected(8, 0, true));
  EXPECT_EQ(Of("FOG"), Expected(9, 0, true));
  EXPECT_EQ(Of("POINTSIZE"), Expected(10, 0, true));
  EXPECT_EQ(Of("PSIZE"), Expected(10, 0, true));
  EXPECT_EQ(Of("TESSELLATEFACTOR"), Expected(12, 0, true));
}

TEST(VertexSemantic, DigitsAreTheIndexAndCaseMakesNoDifference) {
  EXPECT_EQ(Of("TEXCOORD3"), Expected(2, 3, true));
  EXPECT_EQ(Of("texCoord15"), Expected(2, 15, true));
  EXPECT_EQ(Of("sv_Position0"), Expected(0, 0, true));
  EXPECT_EQ(Of("COLOR007"), Expected(1, 7, true));
}

TEST(VertexSemantic, OthersAreTextureCoordinates) {
  EXPECT_EQ(Of("POSITIONT"), Expected(2, 0, false));
  EXPECT_EQ(Of("MYTHING7"), Expected(2, 7, false));
  EXPECT_EQ(Of("TEXCORD0"), Expected(2, 0, false));
  EXPECT_EQ(Of("COLOR1A2"), Expected(2, 2, false));
  EXPECT_EQ(Of(""), Expected(2, 0, false));
  EXPECT_EQ(Of("12"), Expected(2, 12, false));
}

TEST(VertexSemantic, LongNumbers) {
  EXPECT_EQ(Of("COLOR255"), Expected(1, 255, true));
  EXPECT_EQ(Of("COLOR257"), Expected(1, 1, true));
  EXPECT_TRUE(MapVertexSemantic("COLOR257").index_cut);
  EXPECT_EQ(Of("TEXCOORD" + std::string(40, '9')), Expected(2, 0, false));
}

}  // namespace
}  // namespace lacuna::reflection
