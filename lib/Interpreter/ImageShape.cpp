// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interpreter/ImageShape.h"

#include <algorithm>
#include <iterator>

namespace lacuna {
namespace {

// Each table has the order of its enumeration.
constexpr std::string_view kDims[] = {"1d", "2d", "3d", "cube", "buffer"};
constexpr std::string_view kAddresses[] = {"repeat", "mirror", "clamp", "border"};
constexpr std::string_view kBorders[] = {"transparent-black", "opaque-black", "opaque-white"};
constexpr std::string_view kCompares[] = {
    "none", "never", "less", "equal", "less-or-equal", "greater", "not-equal", "greater-or-equal", "always"};

template <typename Enum, size_t kCount>
bool Find(const std::string_view (&names)[kCount], std::string_view name, Enum* value) {
  const auto* found = std::find(std::begin(names), std::end(names), name);
  if (found == std::end(names)) return false;
  *value = static_cast<Enum>(found - std::begin(names));
  return true;
}

struct DimEntry {
  const char* text;
  ImageDim dim;
  bool arrayed, multisampled;
};

constexpr DimEntry kDimTexts[] = {
    {"1d", ImageDim::k1D, false, false},          {"2d", ImageDim::k2D, false, false},
    {"3d", ImageDim::k3D, false, false},          {"cube", ImageDim::kCube, false, false},
    {"1d-array", ImageDim::k1D, true, false},     {"2d-array", ImageDim::k2D, true, false},
    {"cube-array", ImageDim::kCube, true, false}, {"buffer", ImageDim::kBuffer, false, false},
    {"2d-ms", ImageDim::k2D, false, true},        {"2d-ms-array", ImageDim::k2D, true, true},
};

}  // namespace

std::string_view ImageDimName(ImageDim dim) { return kDims[static_cast<size_t>(dim)]; }
bool ParseImageDim(std::string_view name, ImageDim* dim) { return Find(kDims, name, dim); }

std::string ImageType::DimText() const {
  for (const auto& entry : kDimTexts) {
    if (entry.dim == dim && entry.arrayed == arrayed && entry.multisampled == multisampled) return entry.text;
  }
  return "an image of another dimension";
}

bool ImageType::ParseDimText(std::string_view text) {
  for (const auto& entry : kDimTexts) {
    if (text != entry.text) continue;
    dim = entry.dim;
    arrayed = entry.arrayed;
    multisampled = entry.multisampled;
    return true;
  }
  return false;
}

std::string ImageType::DimTexts() {
  std::string texts;
  for (const auto& entry : kDimTexts) {
    if (entry.dim != ImageDim::kBuffer) texts += (texts.empty() ? "" : ", ") + std::string(entry.text);
  }
  return texts;
}

uint32_t ImageShape::Dimensions() const {
  if (dim == ImageDim::k3D) return 3;
  return dim == ImageDim::k1D || dim == ImageDim::kBuffer ? 1 : 2;
}

std::array<uint32_t, 3> ImageShape::LevelExtent(uint32_t level) const {
  std::array<uint32_t, 3> result = extent;
  for (uint32_t& length : result) length = level < 32 ? std::max(length >> level, 1u) : 1u;
  return result;
}

uint64_t ImageShape::LayerBytes(uint32_t level) const {
  const std::array<uint32_t, 3> size = LevelExtent(level);
  return uint64_t{size[0]} * size[1] * size[2] * samples * GetFormat(format).texel_bytes();
}

uint64_t ImageShape::TotalBytes() const { return LayerOffset(levels, 0); }

uint64_t ImageShape::LayerOffset(uint32_t level, uint32_t layer) const {
  uint64_t offset = 0;
  for (uint32_t l = 0; l < level; ++l) offset += LayerBytes(l) * layers;
  return offset + layer * LayerBytes(level);
}

std::string_view AddressName(SamplerParameters::Address address) { return kAddresses[static_cast<size_t>(address)]; }
std::string_view BorderName(SamplerParameters::Border border) { return kBorders[static_cast<size_t>(border)]; }
std::string_view CompareName(SamplerParameters::Compare compare) { return kCompares[static_cast<size_t>(compare)]; }

bool ParseAddress(std::string_view name, SamplerParameters::Address* address) {
  return Find(kAddresses, name, address);
}
bool ParseBorder(std::string_view name, SamplerParameters::Border* border) { return Find(kBorders, name, border); }
bool ParseCompare(std::string_view name, SamplerParameters::Compare* compare) { return Find(kCompares, name, compare); }

}  // namespace lacuna
