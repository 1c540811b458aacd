// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_SAMPLINGCOORDINATES_H_
#define LACUNA_INTERPRETER_SAMPLINGCOORDINATES_H_

// From a sampler's coordinates to numbers of texels (Vulkan specification, "Texel
// Coordinate Systems", "Cube Map Face Selection" and "Wrapping Operation").

#include <array>
#include <cstdint>

#include "Interpreter/ImageShape.h"

namespace lacuna {

// A point on the surface of a cube: the face, in the order +X -X +Y -Y +Z -Z, and
// coordinates on it from 0 to 1.
struct CubePoint {
  uint32_t face = 0;
  float s = 0, t = 0;
};

// Where the direction meets the cube. Of components of equal size, z goes before
// y and y before x.
CubePoint SelectCubeFace(float x, float y, float z);

// A texel of a cube's face, or of another face when a coordinate lies one texel
// past the edge.
struct CubeTexel {
  uint32_t face = 0;
  int64_t x = 0, y = 0;
};

// Follows the texel (x, y) of a face of `size` texels across the edge. Only one
// of the two coordinates may be outside, by one texel.
CubeTexel CrossCubeEdge(const CubeTexel& texel, uint32_t size);

// The number of the texel that a sampler reads for texel `index`, outside or
// not, of `size` texels; -1 for the border.
int64_t WrapTexel(int64_t index, uint32_t size, SamplerParameters::Address address);

// A float coordinate's whole part below. Numbers too large for a texel's index
// are cut, NaN is 0.
int64_t FloorTexel(float coordinate);

}  // namespace lacuna

#endif  // LACUNA_INTERPRETER_SAMPLINGCOORDINATES_H_
