// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_IMAGESHAPE_H_
#define LACUNA_INTERPRETER_IMAGESHAPE_H_

// What an image is apart from its texels: its dimension and extent, its levels,
// layers and samples, its format; and what a sampler does with it.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "Interpreter/TexelFormat.h"

namespace lacuna {

// The dimension that a shader declares.
enum class ImageDim : uint8_t { k1D, k2D, k3D, kCube, kBuffer };

// "1d", "2d", "3d", "cube", "buffer", as in interface maps.
std::string_view ImageDimName(ImageDim dim);
bool ParseImageDim(std::string_view name, ImageDim* dim);

// How a shader declares an image: what is bound must agree with it.
struct ImageType {
  ImageDim dim = ImageDim::k2D;
  bool arrayed = false, multisampled = false, depth = false;
  FormatClass format_class = FormatClass::kFloat;
  bool wide = false;                        // 64-bit integers
  TexelFormat format = TexelFormat::kNone;  // kNone when the shader names none

  // "2d-array" and the like, as descriptions name a view's dimension.
  std::string DimText() const;
  // Reads that text into dim, arrayed and multisampled.
  bool ParseDimText(std::string_view text);
  // Every DimText of an image, separated by commas.
  static std::string DimTexts();
};

struct ImageShape {
  TexelFormat format = TexelFormat::kNone;
  ImageDim dim = ImageDim::k2D;
  bool arrayed = false, multisampled = false;
  std::array<uint32_t, 3> extent = {1, 1, 1};    // texels of level 0; those that the dimension lacks are 1
  uint32_t levels = 1, layers = 1, samples = 1;  // layers: 6 for each cube

  // How many numbers an extent has: 1 to 3.
  uint32_t Dimensions() const;
  std::array<uint32_t, 3> LevelExtent(uint32_t level) const;
  // The bytes of one layer of a level, all of its samples and slices.
  uint64_t LayerBytes(uint32_t level) const;
  // The bytes of all levels, which stand one after the other, each with its
  // layers one after the other.
  uint64_t TotalBytes() const;
  // Where a layer of a level begins in them.
  uint64_t LayerOffset(uint32_t level, uint32_t layer) const;
};

struct SamplerParameters {
  enum class Address : uint8_t { kRepeat, kMirror, kClamp, kBorder };
  enum class Border : uint8_t { kTransparentBlack, kOpaqueBlack, kOpaqueWhite };
  // In the order of VkCompareOp, behind kNone.
  enum class Compare : uint8_t {
    kNone,
    kNever,
    kLess,
    kEqual,
    kLessOrEqual,
    kGreater,
    kNotEqual,
    kGreaterOrEqual,
    kAlways
  };

  bool linear = false;      // within a level; else nearest
  bool linear_mip = false;  // between levels
  Address address = Address::kClamp;
  Border border = Border::kTransparentBlack;
  bool integer_border = false;  // the border colour is one for integer formats
  Compare compare = Compare::kNone;
};

// The names in descriptions; reading returns false for another name.
std::string_view AddressName(SamplerParameters::Address address);
std::string_view BorderName(SamplerParameters::Border border);
std::string_view CompareName(SamplerParameters::Compare compare);
bool ParseAddress(std::string_view name, SamplerParameters::Address* address);
bool ParseBorder(std::string_view name, SamplerParameters::Border* border);
bool ParseCompare(std::string_view name, SamplerParameters::Compare* compare);

}  // namespace lacuna

#endif  // LACUNA_INTERPRETER_IMAGESHAPE_H_
