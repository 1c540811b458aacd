// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_IMAGESAMPLING_H_
#define LACUNA_INTERPRETER_IMAGESAMPLING_H_

// Texel access, sampling and queries over an image that is bytes in memory, by
// the Vulkan specification's chapter "Image Operations". Nothing here knows of
// SPIR-V or of null descriptors.

#include <array>
#include <cstdint>
#include <optional>

#include "Interpreter/ImageShape.h"
#include "Interpreter/TexelCodec.h"

namespace lacuna {

// An image and its bytes in the layout of descriptions (docs/Running.md): levels
// one after the other, a level its layers, a layer its slices, rows and texels,
// a texel its samples, without gaps.
struct ImageView {
  ImageShape shape;          // layers counts the faces of cubes
  uint8_t* bytes = nullptr;  // shape.TotalBytes() of them

  const TexelFormatInfo& format() const { return GetFormat(shape.format); }
};

// Where a texel is. Of dimensions that the image lacks the coordinate is 0.
struct TexelAddress {
  std::array<int64_t, 3> coordinate = {0, 0, 0};
  int64_t layer = 0;  // of a cube: its face, plus 6 for each cube before it
  int64_t level = 0;
  int64_t sample = 0;
};

// Splits the coordinate vector of OpImageFetch, OpImageRead, OpImageWrite and
// OpImageTexelPointer, `count` numbers, into coordinate and layer. A cube's third
// number is the face, or face + 6 * cube.
TexelAddress MakeTexelAddress(const ImageShape& shape, const int64_t* numbers, uint32_t count);

// The bytes of that texel, or null when it is outside of the image: coordinate,
// layer, level or sample.
uint8_t* FindTexel(const ImageView& image, const TexelAddress& address);

// The texel, or nothing when it is outside of the image.
std::optional<Texel> FetchTexel(const ImageView& image, const TexelAddress& address);

// What a sampling instruction says besides image and sampler.
struct SampleArguments {
  // Normalized coordinates (texels in an unnormalized sampler's units are not
  // offered), then the layer of an arrayed image, as the instruction has them.
  std::array<float, 4> coordinate = {0, 0, 0, 0};
  float lod = 0;  // explicit, before clamping; 0 also stands for an image of one level
  std::array<int32_t, 3> offset = {0, 0, 0};
  // ConstOffsets of a gather, added to `offset`.
  std::optional<std::array<std::array<int32_t, 2>, 4>> gather_offsets;
  uint32_t component = 0;                // that a gather takes
  std::optional<float> depth_reference;  // Dref instructions
};

// Samples at an explicit level of detail. With a depth reference, the result's
// first component is the share of texels that pass the sampler's comparison, and
// the others are 0. For integer formats a linear filter is taken for nearest.
Texel SampleImage(const ImageView& image, const SamplerParameters& sampler, const SampleArguments& arguments);

// The four texels that linear filtering of level 0 would mix, one component of
// each: in the order of OpImageGather, (i0,j1) (i1,j1) (i1,j0) (i0,j0). With a
// depth reference, the results of its comparisons.
Texel GatherImage(const ImageView& image, const SamplerParameters& sampler, const SampleArguments& arguments);

// OpImageQuerySizeLod and OpImageQuerySize: as many numbers as the image has
// dimensions (cubes: 2), then the layers of an arrayed one, of a cube array the
// cubes. Others are 0. A level past the last one gives zeros.
std::array<uint32_t, 4> QuerySize(const ImageShape& shape, int64_t level);
// How many of them there are.
uint32_t QuerySizeCount(const ImageShape& shape);

}  // namespace lacuna

#endif  // LACUNA_INTERPRETER_IMAGESAMPLING_H_
