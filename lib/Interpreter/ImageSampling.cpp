// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interpreter/ImageSampling.h"

#include <algorithm>
#include <cmath>

#include "Interpreter/Lane.h"
#include "Interpreter/SamplingCoordinates.h"

namespace lacuna {
namespace {

float Mix(float a, float b, float weight) { return a + weight * (b - a); }

Texel MixTexels(const Texel& a, const Texel& b, float weight) {
  Texel result;
  for (size_t c = 0; c < 4; ++c) result[c] = ToLane(Mix(FromLane<float>(a[c]), FromLane<float>(b[c]), weight));
  return result;
}

// The colour of the border as the format gives it: what the format lacks is
// filled in behind it.
Texel BorderTexel(const TexelFormatInfo& format, SamplerParameters::Border border) {
  Texel texel = MissingComponents(format);
  const uint64_t one = texel[3];
  for (uint32_t c = 0; c < format.components; ++c) {
    const bool set = border == SamplerParameters::Border::kOpaqueWhite ||
                     (border == SamplerParameters::Border::kOpaqueBlack && c == 3);
    texel[c] = set ? one : 0;
  }
  return texel;
}

bool Compare(SamplerParameters::Compare compare, float reference, float depth) {
  switch (compare) {
    case SamplerParameters::Compare::kNone:
    case SamplerParameters::Compare::kNever:
      return false;
    case SamplerParameters::Compare::kLess:
      return reference < depth;
    case SamplerParameters::Compare::kEqual:
      return reference == depth;
    case SamplerParameters::Compare::kLessOrEqual:
      return reference <= depth;
    case SamplerParameters::Compare::kGreater:
      return reference > depth;
    case SamplerParameters::Compare::kNotEqual:
      return reference != depth;
    case SamplerParameters::Compare::kGreaterOrEqual:
      return reference >= depth;
    case SamplerParameters::Compare::kAlways:
      break;
  }
  return true;
}

// Reads one level through a sampler.
class LevelSampler {
 public:
  LevelSampler(const ImageView& image, const SamplerParameters& sampler, const SampleArguments& arguments,
               uint32_t level)
      : image_(image),
        sampler_(sampler),
        arguments_(arguments),
        level_(level),
        extent_(image.shape.LevelExtent(level)),
        dimensions_(image.shape.Dimensions()),
        cube_(image.shape.dim == ImageDim::kCube) {
    Locate();
  }

  Texel Nearest() const {
    std::array<int64_t, 3> texel = {0, 0, 0};
    for (uint32_t d = 0; d < dimensions_; ++d) texel[d] = FloorTexel(unnormalized_[d]) + Offset(d);
    return At(texel);
  }

  Texel Linear() const {
    std::array<int64_t, 3> first = {0, 0, 0};
    std::array<float, 3> weight = {0, 0, 0};
    FindFootprint(&first, &weight);
    Texel corners[8];
    for (uint32_t corner = 0; corner < 1u << dimensions_; ++corner) {
      corners[corner] = AtCorner(first, {corner & 1, corner >> 1 & 1, corner >> 2 & 1});
    }
    // Along x, then y, then z.
    for (uint32_t d = 0; d < dimensions_; ++d) {
      for (uint32_t i = 0; i < 1u << (dimensions_ - d - 1); ++i) {
        corners[i] = MixTexels(corners[2 * i], corners[2 * i + 1], weight[d]);
      }
    }
    return corners[0];
  }

  Texel Gather() const {
    std::array<int64_t, 3> first = {0, 0, 0};
    std::array<float, 3> weight = {0, 0, 0};
    FindFootprint(&first, &weight);
    constexpr std::array<int64_t, 3> kOrder[4] = {{0, 1, 0}, {1, 1, 0}, {1, 0, 0}, {0, 0, 0}};
    Texel result;
    for (size_t i = 0; i < 4; ++i) {
      // With an offset for each, it is the (i0,j0) texel of that offset.
      std::array<int64_t, 3> step = kOrder[i];
      if (arguments_.gather_offsets) {
        const std::array<int32_t, 2>& offset = (*arguments_.gather_offsets)[i];
        step = {offset[0], offset[1], 0};
      }
      result[i] = AtCorner(first, step)[arguments_.depth_reference ? 0 : arguments_.component & 3];
    }
    return result;
  }

 private:
  // Coordinates in texels of the level, the layer and the face.
  void Locate() {
    std::array<float, 3> normalized = {arguments_.coordinate[0], arguments_.coordinate[1], arguments_.coordinate[2]};
    const uint32_t numbers = cube_ ? 3 : dimensions_;
    if (image_.shape.arrayed) {
      const int64_t count = cube_ ? image_.shape.layers / 6 : image_.shape.layers;
      const float layer = arguments_.coordinate[numbers];
      layer_ = std::clamp<int64_t>(FloorTexel(std::nearbyint(layer)), 0, count - 1);
    }
    if (cube_) {
      const CubePoint point = SelectCubeFace(normalized[0], normalized[1], normalized[2]);
      face_ = point.face;
      normalized = {point.s, point.t, 0};
    }
    for (uint32_t d = 0; d < dimensions_; ++d) unnormalized_[d] = normalized[d] * static_cast<float>(extent_[d]);
  }

  int64_t Offset(uint32_t d) const { return arguments_.offset[d]; }

  void FindFootprint(std::array<int64_t, 3>* first, std::array<float, 3>* weight) const {
    for (uint32_t d = 0; d < dimensions_; ++d) {
      const float shifted = unnormalized_[d] - 0.5f, below = std::floor(shifted);
      (*first)[d] = FloorTexel(shifted) + Offset(d);
      (*weight)[d] = std::isfinite(shifted) ? shifted - below : 0;
    }
  }

  Texel AtCorner(const std::array<int64_t, 3>& first, const std::array<int64_t, 3>& step) const {
    const std::array<int64_t, 3> texel = {first[0] + step[0], first[1] + step[1], first[2] + step[2]};
    return cube_ ? AtCubeCorner(texel[0], texel[1]) : At(texel);
  }

  // Linear filtering of cubes crosses edges; past a corner there is no texel, and
  // the mean of the three that meet there stands for it.
  Texel AtCubeCorner(int64_t x, int64_t y) const {
    const int64_t size = extent_[0];
    const int64_t inside_x = std::clamp<int64_t>(x, 0, size - 1), inside_y = std::clamp<int64_t>(y, 0, size - 1);
    if (x == inside_x && y == inside_y) return AtFace({face_, x, y});
    if (x == inside_x || y == inside_y) return AtFace(CrossCubeEdge({face_, x, y}, extent_[0]));
    const Texel meeting[3] = {AtFace({face_, inside_x, inside_y}),
                              AtFace(CrossCubeEdge({face_, x, inside_y}, extent_[0])),
                              AtFace(CrossCubeEdge({face_, inside_x, y}, extent_[0]))};
    // Integer texels are gathered, not filtered: take the one of the face itself.
    if (image_.format().format_class() != FormatClass::kFloat) return meeting[0];
    Texel mean;
    for (size_t c = 0; c < 4; ++c) {
      float sum = 0;
      for (const Texel& texel : meeting) sum += FromLane<float>(texel[c]);
      mean[c] = ToLane(sum * (1.0f / 3.0f));
    }
    return mean;
  }

  Texel AtFace(const CubeTexel& texel) const { return Read({texel.x, texel.y, 0}, layer_ * 6 + texel.face); }

  // The texel after wrapping; the border's where the sampler says so.
  Texel At(const std::array<int64_t, 3>& texel) const {
    std::array<int64_t, 3> wrapped = {0, 0, 0};
    for (uint32_t d = 0; d < dimensions_; ++d) {
      // The address mode does not apply to a cube's faces.
      wrapped[d] = WrapTexel(texel[d], extent_[d], cube_ ? SamplerParameters::Address::kClamp : sampler_.address);
      if (wrapped[d] < 0) return Compared(BorderTexel(image_.format(), sampler_.border));
    }
    return Read(wrapped, cube_ ? layer_ * 6 + face_ : layer_);
  }

  Texel Read(const std::array<int64_t, 3>& coordinate, int64_t layer) const {
    TexelAddress address;
    address.coordinate = coordinate;
    address.layer = layer;
    address.level = level_;
    return Compared(FetchTexel(image_, address).value_or(Texel{}));
  }

  // The comparison comes before filtering.
  Texel Compared(const Texel& texel) const {
    if (!arguments_.depth_reference) return texel;
    float reference = *arguments_.depth_reference;
    // "Depth Compare Operation": clamped for fixed-point formats only.
    if (image_.format().encoding == Encoding::kUnorm) reference = std::clamp(reference, 0.0f, 1.0f);
    return {ToLane(Compare(sampler_.compare, reference, FromLane<float>(texel[0])) ? 1.0f : 0.0f), 0, 0, 0};
  }

  const ImageView& image_;
  const SamplerParameters& sampler_;
  const SampleArguments& arguments_;
  const uint32_t level_;
  const std::array<uint32_t, 3> extent_;
  const uint32_t dimensions_;
  const bool cube_;
  std::array<float, 3> unnormalized_ = {0, 0, 0};
  int64_t layer_ = 0;  // of cubes: which cube
  uint32_t face_ = 0;
};

}  // namespace

TexelAddress MakeTexelAddress(const ImageShape& shape, const int64_t* numbers, uint32_t count) {
  TexelAddress address;
  const uint32_t dimensions = shape.Dimensions();
  for (uint32_t d = 0; d < dimensions && d < count; ++d) address.coordinate[d] = numbers[d];
  if ((shape.arrayed || shape.dim == ImageDim::kCube) && dimensions < count) address.layer = numbers[dimensions];
  return address;
}

uint8_t* FindTexel(const ImageView& image, const TexelAddress& address) {
  const ImageShape& shape = image.shape;
  const auto inside = [](int64_t number, uint64_t count) {
    return number >= 0 && static_cast<uint64_t>(number) < count;
  };
  if (!inside(address.level, shape.levels) || !inside(address.layer, shape.layers) ||
      !inside(address.sample, shape.samples)) {
    return nullptr;
  }
  const uint32_t level = static_cast<uint32_t>(address.level);
  const std::array<uint32_t, 3> extent = shape.LevelExtent(level);
  uint64_t index = 0;
  for (size_t d = 3; d-- > 0;) {
    if (!inside(address.coordinate[d], extent[d])) return nullptr;
    index = index * extent[d] + static_cast<uint64_t>(address.coordinate[d]);
  }
  index = index * shape.samples + static_cast<uint64_t>(address.sample);
  return image.bytes + shape.LayerOffset(level, static_cast<uint32_t>(address.layer)) +
         index * image.format().texel_bytes();
}

std::optional<Texel> FetchTexel(const ImageView& image, const TexelAddress& address) {
  const uint8_t* bytes = FindTexel(image, address);
  if (bytes == nullptr) return std::nullopt;
  return LoadTexel(image.format(), bytes);
}

Texel SampleImage(const ImageView& image, const SamplerParameters& sampler, const SampleArguments& arguments) {
  const bool filterable = image.format().format_class() == FormatClass::kFloat;
  const auto sample_level = [&](uint32_t level) {
    const LevelSampler from(image, sampler, arguments, level);
    return sampler.linear && filterable ? from.Linear() : from.Nearest();
  };
  // The sampler's own bounds of the level are 0 and none.
  const float last = static_cast<float>(image.shape.levels - 1);
  const float lod = std::isnan(arguments.lod) ? 0 : std::clamp(arguments.lod, 0.0f, last);
  const float below = std::floor(lod), between = lod - below;
  const uint32_t level = static_cast<uint32_t>(below);
  if (!sampler.linear_mip || !filterable) {
    // The specification prefers that the middle between two levels goes to the finer one.
    return sample_level(between > 0.5f ? level + 1 : level);
  }
  if (between == 0) return sample_level(level);
  return MixTexels(sample_level(level), sample_level(level + 1), between);
}

Texel GatherImage(const ImageView& image, const SamplerParameters& sampler, const SampleArguments& arguments) {
  return LevelSampler(image, sampler, arguments, 0).Gather();
}

std::array<uint32_t, 4> QuerySize(const ImageShape& shape, int64_t level) {
  std::array<uint32_t, 4> size = {0, 0, 0, 0};
  if (level < 0 || level >= int64_t{shape.levels}) return size;
  const std::array<uint32_t, 3> extent = shape.LevelExtent(static_cast<uint32_t>(level));
  const uint32_t dimensions = shape.Dimensions();
  for (uint32_t d = 0; d < dimensions; ++d) size[d] = extent[d];
  if (shape.arrayed) size[dimensions] = shape.dim == ImageDim::kCube ? shape.layers / 6 : shape.layers;
  return size;
}

uint32_t QuerySizeCount(const ImageShape& shape) { return shape.Dimensions() + (shape.arrayed ? 1 : 0); }

}  // namespace lacuna
