// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "Interpreter/Rasterizer.h"

namespace lacuna::interpreter {
namespace {

// A position in pixels of a target of 4 x 4.
ClipPosition At(float x, float y, float w = 1, float z = 0.5f) { return {(x / 2 - 1) * w, (y / 2 - 1) * w, z * w, w}; }

// Which pixels are covered: '#' or '.', rows one after the other.
std::string Picture(const Primitive& primitive) {
  std::string text;
  for (int32_t y = 0; y < 4; ++y) {
    for (int32_t x = 0; x < 4; ++x) text += primitive.Covers(x, y) ? '#' : '.';
    text += y < 3 ? "/" : "";
  }
  return text;
}

std::string Triangle(const ClipPosition& a, const ClipPosition& b, const ClipPosition& c) {
  Primitive primitive(4, 4);
  std::string why;
  return primitive.SetTriangle({a, b, c}, &why) ? Picture(primitive) : why;
}

TEST(Rasterizer, EdgesBelongToOneTriangle) {
  // Two halves of a square, whose diagonal and sides go through pixels' middles.
  EXPECT_EQ(Triangle(At(0.5f, 0.5f), At(3.5f, 0.5f), At(0.5f, 3.5f)), "###./##../#.../....");
  EXPECT_EQ(Triangle(At(3.5f, 0.5f), At(3.5f, 3.5f), At(0.5f, 3.5f)), "..../..#./.##./....");
  // The order of the corners does not matter.
  EXPECT_EQ(Triangle(At(0.5f, 0.5f), At(0.5f, 3.5f), At(3.5f, 0.5f)), "###./##../#.../....");
}

TEST(Rasterizer, OnlyTheTargetIsCovered) {
  EXPECT_EQ(Triangle(At(0, 0), At(8, 0), At(0, 8)), "####/####/####/####");
  EXPECT_EQ(Triangle(At(-9, -9), At(-1, -9), At(-9, -1)), "..../..../..../....");
  EXPECT_EQ(Triangle(At(1, 1), At(2, 2), At(3, 3)), "..../..../..../....");  // no area
  // In front of the near plane.
  EXPECT_EQ(Triangle(At(0, 0, 1, -1), At(8, 0, 1, -1), At(0, 8, 1, -1)), "..../..../..../....");
}

TEST(Rasterizer, RefusesWhatWouldBeClipped) {
  EXPECT_NE(Triangle({0, 0, 0, 0}, At(8, 0), At(0, 8)).find("w <= 0"), std::string::npos);
  EXPECT_NE(Triangle({0, 0, 0, -1}, At(8, 0), At(0, 8)).find("w <= 0"), std::string::npos);
  EXPECT_NE(Triangle(At(0, 0, 1, -1), At(8, 0), At(0, 8)).find("depth range"), std::string::npos);
  EXPECT_NE(Triangle(At(0, 0, 1, 2), At(8, 0), At(0, 8)).find("depth range"), std::string::npos);
  EXPECT_NE(Triangle(At(1e8f, 0), At(8, 0), At(0, 8)).find("2^20"), std::string::npos);
}

TEST(Rasterizer, FrontFacesAreCounterClockwise) {
  Primitive primitive(4, 4);
  std::string why;
  ASSERT_TRUE(primitive.SetTriangle({At(0, 0), At(0, 4), At(4, 0)}, &why));
  EXPECT_TRUE(primitive.front_facing());
  ASSERT_TRUE(primitive.SetTriangle({At(0, 0), At(4, 0), At(0, 4)}, &why));
  EXPECT_FALSE(primitive.front_facing());
}

TEST(Rasterizer, Interpolates) {
  Primitive primitive(4, 4);
  std::string why;
  // The second corner is three times as far away. Midway along that edge perspective
  // weighs the first one 1 / (1 + 1/3).
  ASSERT_TRUE(primitive.SetTriangle({At(0.5f, 0.5f, 1), At(2.5f, 0.5f, 3), At(0.5f, 2.5f, 1)}, &why));
  EXPECT_EQ(primitive.Interpolate({0, 8, 0}, 1, 0, false), 4.0f);
  EXPECT_EQ(primitive.Interpolate({0, 8, 0}, 1, 0, true), 2.0f);
  EXPECT_EQ(primitive.Interpolate({3, 8, 0}, 0, 0, true), 3.0f);
  EXPECT_EQ(primitive.Interpolate({0, 8, 0}, 3, 0, false), 12.0f);  // beyond
  const std::array<float, 4> place = primitive.FragCoord(1, 0);
  EXPECT_EQ(place[0], 1.5f);
  EXPECT_EQ(place[1], 0.5f);
  EXPECT_EQ(place[2], 0.5f);
  EXPECT_FLOAT_EQ(place[3], 2.0f / 3);
}

TEST(Rasterizer, Points) {
  Primitive primitive(4, 4);
  std::string why;
  ASSERT_TRUE(primitive.SetPoint(At(2, 2), 2, &why));
  EXPECT_EQ(Picture(primitive), "..../.##./.##./....");
  EXPECT_EQ(primitive.PointCoord(1, 2), (std::array<float, 2>{0.25f, 0.75f}));
  // A middle on the left side is inside, one on the right side is not.
  ASSERT_TRUE(primitive.SetPoint(At(1, 1), 1, &why));
  EXPECT_EQ(Picture(primitive), "#.../..../..../....");
  EXPECT_FALSE(primitive.SetPoint(At(2, 2), 0.5f, &why));
  EXPECT_FALSE(primitive.SetPoint(At(2, 2), 65, &why));
  EXPECT_FALSE(primitive.SetPoint(At(-0.25f, 2), 4, &why));  // its middle is outside
  EXPECT_TRUE(primitive.SetPoint(At(-8, 2), 4, &why));       // and so is all of it
  EXPECT_TRUE(primitive.bounds().empty());
}

}  // namespace
}  // namespace lacuna::interpreter
