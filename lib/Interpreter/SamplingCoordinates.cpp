// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interpreter/SamplingCoordinates.h"

#include <algorithm>
#include <cmath>

namespace lacuna {
namespace {

// The direction to the point (sc, tc) of a face, both from -1 to 1 inside of it.
std::array<float, 3> DirectionTo(uint32_t face, float sc, float tc) {
  switch (face) {
    case 0:
      return {1, -tc, -sc};
    case 1:
      return {-1, -tc, sc};
    case 2:
      return {sc, 1, tc};
    case 3:
      return {sc, -1, -tc};
    case 4:
      return {sc, -tc, 1};
    default:
      return {-sc, -tc, -1};
  }
}

}  // namespace

CubePoint SelectCubeFace(float x, float y, float z) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  CubePoint point;
  float sc = 0, tc = 0, rc = 0;
  if (az >= ax && az >= ay) {
    point.face = z < 0 ? 5 : 4;
    sc = z < 0 ? -x : x;
    tc = -y;
    rc = az;
  } else if (ay >= ax) {
    point.face = y < 0 ? 3 : 2;
    sc = x;
    tc = y < 0 ? -z : z;
    rc = ay;
  } else {
    point.face = x < 0 ? 1 : 0;
    sc = x < 0 ? z : -z;
    tc = -y;
    rc = ax;
  }
  point.s = 0.5f * (sc / rc) + 0.5f;
  point.t = 0.5f * (tc / rc) + 0.5f;
  return point;
}

CubeTexel CrossCubeEdge(const CubeTexel& texel, uint32_t size) {
  // Seen from the cube's middle, the centre of a texel just past an edge lies
  // inside of the neighbouring face's outermost texel of the same row: the
  // projection shortens coordinates by less than half a texel.
  const float length = static_cast<float>(size);
  const auto centre = [length](int64_t i) { return (2 * static_cast<float>(i) + 1) / length - 1; };
  const std::array<float, 3> direction = DirectionTo(texel.face, centre(texel.x), centre(texel.y));
  const CubePoint point = SelectCubeFace(direction[0], direction[1], direction[2]);
  const auto index = [size, length](float coordinate) {
    return std::clamp<int64_t>(FloorTexel(coordinate * length), 0, int64_t{size} - 1);
  };
  return {point.face, index(point.s), index(point.t)};
}

int64_t WrapTexel(int64_t index, uint32_t size, SamplerParameters::Address address) {
  const int64_t length = size;
  const auto modulo = [](int64_t a, int64_t b) { return (a % b + b) % b; };
  switch (address) {
    case SamplerParameters::Address::kRepeat:
      return modulo(index, length);
    case SamplerParameters::Address::kMirror: {
      const int64_t in_pair = modulo(index, 2 * length);
      return in_pair < length ? in_pair : 2 * length - 1 - in_pair;
    }
    case SamplerParameters::Address::kClamp:
      return std::clamp<int64_t>(index, 0, length - 1);
    case SamplerParameters::Address::kBorder:
      break;
  }
  return index >= 0 && index < length ? index : -1;
}

int64_t FloorTexel(float coordinate) {
  constexpr float kLimit = 0x1p40f;
  if (std::isnan(coordinate)) return 0;
  return static_cast<int64_t>(std::floor(std::clamp(coordinate, -kLimit, kLimit)));
}

}  // namespace lacuna
