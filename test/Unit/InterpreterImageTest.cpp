// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "Interpreter/ImageSampling.h"
#include "Interpreter/Lane.h"
#include "Interpreter/SamplingCoordinates.h"

namespace lacuna {
namespace {

using Address = SamplerParameters::Address;
using Border = SamplerParameters::Border;
using Compare = SamplerParameters::Compare;

uint64_t F(float value) { return ToLane(value); }

// An image whose bytes it owns. Texel n of r32f holds n.
struct TestImage {
  ImageView view;
  std::vector<uint8_t> bytes;

  TestImage(const char* format, ImageDim dim, std::array<uint32_t, 3> extent, uint32_t levels = 1, uint32_t layers = 1,
            bool arrayed = false) {
    view.shape.format = FindFormat(format)->format;
    view.shape.dim = dim;
    view.shape.arrayed = arrayed;
    view.shape.extent = extent;
    view.shape.levels = levels;
    view.shape.layers = layers;
    bytes.resize(view.shape.TotalBytes());
    view.bytes = bytes.data();
    const uint32_t size = view.format().texel_bytes();
    for (size_t i = 0; i * size < bytes.size(); ++i) {
      EncodeComponent(view.format(), 0, static_cast<double>(i), bytes.data() + i * size);
    }
  }

  float Sample(const SamplerParameters& sampler, std::array<float, 4> coordinate, float lod = 0) const {
    SampleArguments arguments;
    arguments.coordinate = coordinate;
    arguments.lod = lod;
    return FromLane<float>(SampleImage(view, sampler, arguments)[0]);
  }
};

SamplerParameters Sampler(bool linear, Address address = Address::kClamp) {
  SamplerParameters sampler;
  sampler.linear = sampler.linear_mip = linear;
  sampler.address = address;
  return sampler;
}

TEST(InterpreterTexel, EveryFormatSurvivesTheWayThroughAShader) {
  for (size_t f = static_cast<size_t>(TexelFormat::kR8); f <= static_cast<size_t>(TexelFormat::kD32F); ++f) {
    const TexelFormatInfo& format = GetFormat(static_cast<TexelFormat>(f));
    for (uint32_t byte = 0; byte < 256; ++byte) {
      std::vector<uint8_t> in(format.texel_bytes()), out(format.texel_bytes());
      for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<uint8_t>(byte + 37 * i);
      // Every other pattern of halves with all exponent bits is a NaN that becomes
      // quiet, and the lowest normalized number has two names.
      const Texel texel = LoadTexel(format, in.data());
      StoreTexel(format, texel, out.data());
      ASSERT_EQ(LoadTexel(format, out.data()), texel) << format.name;
      const bool changes = format.encoding == Encoding::kSnorm || format.encoding == Encoding::kFloat;
      if (!changes) {
        ASSERT_EQ(in, out) << format.name;
      }
    }
  }
}

TEST(InterpreterTexel, MissingComponentsAreZeroAndTheLastOneIsOne) {
  const uint8_t bytes[16] = {0xff, 0x80, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
  EXPECT_EQ(LoadTexel(*FindFormat("r8"), bytes), (Texel{F(1), 0, 0, F(1)}));
  EXPECT_EQ(LoadTexel(*FindFormat("rg8snorm"), bytes), (Texel{F(-1 * (1.0f / 127)), F(-1), 0, F(1)}));
  EXPECT_EQ(LoadTexel(*FindFormat("rg8ui"), bytes), (Texel{0xff, 0x80, 0, 1}));
  EXPECT_EQ(LoadTexel(*FindFormat("rg8i"), bytes), (Texel{0xffffffff, 0xffffff80, 0, 1}));
  EXPECT_EQ(LoadTexel(*FindFormat("r64ui"), bytes), (Texel{0x06050403020180ff, 0, 0, 1}));
  EXPECT_EQ(LoadTexel(*FindFormat("rg16"), bytes + 4),
            (Texel{F(0x0403 * (1 / 65535.0f)), F(0x0605 * (1 / 65535.0f)), 0, F(1)}));
  EXPECT_EQ(LoadTexel(*FindFormat("d16"), bytes), (Texel{F(0x80ff * (1 / 65535.0f)), 0, 0, F(1)}));
}

TEST(InterpreterTexel, LargestNormalizedNumbersAreOne) {
  const uint8_t ones[8] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, signed_one[4] = {0x7f, 0x81, 0x80, 0};
  for (const char* name : {"rgba8", "rgba16"}) {
    EXPECT_EQ(LoadTexel(*FindFormat(name), ones), (Texel{F(1), F(1), F(1), F(1)})) << name;
  }
  EXPECT_EQ(LoadTexel(*FindFormat("rgba8snorm"), signed_one), (Texel{F(1), F(-1), F(-1), F(0)}));
}

TEST(InterpreterTexel, StoresClampAndRound) {
  uint8_t bytes[8] = {};
  const float nan = std::numeric_limits<float>::quiet_NaN();
  StoreTexel(*FindFormat("rgba8"), {F(0.5f), F(-1), F(7), F(nan)}, bytes);
  EXPECT_EQ((std::vector<uint8_t>(bytes, bytes + 4)), (std::vector<uint8_t>{0x80, 0, 0xff, 0}));
  StoreTexel(*FindFormat("rgba8snorm"), {F(-2), F(1), F(0.5f), F(nan)}, bytes);
  EXPECT_EQ((std::vector<uint8_t>(bytes, bytes + 4)), (std::vector<uint8_t>{0x81, 0x7f, 0x40, 0}));
  StoreTexel(*FindFormat("rg16f"), {F(1), F(65520), 0, 0}, bytes);
  EXPECT_EQ((std::vector<uint8_t>(bytes, bytes + 4)), (std::vector<uint8_t>{0, 0x3c, 0, 0x7c}));
  StoreTexel(*FindFormat("r16i"), {0xffff8001, 0, 0, 0}, bytes);
  EXPECT_EQ((std::vector<uint8_t>(bytes, bytes + 2)), (std::vector<uint8_t>{0x01, 0x80}));
  StoreTexel(*FindFormat("rgba8i"), {0xffffff00, 200, 0xffffffff, 127}, bytes);
  EXPECT_EQ((std::vector<uint8_t>(bytes, bytes + 4)), (std::vector<uint8_t>{0x80, 0x7f, 0xff, 0x7f}));
  StoreTexel(*FindFormat("rgba8ui"), {0xffffff00, 200, 256, 0}, bytes);
  EXPECT_EQ((std::vector<uint8_t>(bytes, bytes + 4)), (std::vector<uint8_t>{0xff, 200, 0xff, 0}));
}

TEST(InterpreterImage, FetchFindsLevelsLayersAndSamples) {
  TestImage image("r32f", ImageDim::k2D, {4, 2, 1}, 2, 3, true);
  // Level 0: 3 layers of 8 texels; level 1: 3 layers of 2 x 1.
  TexelAddress address;
  address.coordinate = {3, 1, 0};
  address.layer = 2;
  EXPECT_EQ((*FetchTexel(image.view, address))[0], F(2 * 8 + 7));
  address.level = 1;
  EXPECT_FALSE(FetchTexel(image.view, address));
  address.coordinate = {1, 0, 0};
  EXPECT_EQ((*FetchTexel(image.view, address))[0], F(24 + 2 * 2 + 1));

  TestImage multisampled("r32f", ImageDim::k2D, {2, 2, 1});
  multisampled.view.shape.multisampled = true;
  multisampled.view.shape.samples = 4;
  multisampled.bytes.assign(multisampled.view.shape.TotalBytes(), 0);
  multisampled.view.bytes = multisampled.bytes.data();
  multisampled.bytes[4 * (4 * 3 + 2)] = 7;
  address = TexelAddress();
  address.coordinate = {1, 1, 0};
  address.sample = 2;
  EXPECT_EQ((*FetchTexel(multisampled.view, address))[0], 7u);
}

TEST(InterpreterImage, FetchOutsideIsNothing) {
  TestImage image("r32f", ImageDim::k3D, {4, 3, 2}, 2);
  TexelAddress inside;
  inside.coordinate = {3, 2, 1};
  EXPECT_EQ((*FetchTexel(image.view, inside))[0], F(23));
  const auto outside = [&](auto change) {
    TexelAddress address = inside;
    change(&address);
    return !FetchTexel(image.view, address);
  };
  EXPECT_TRUE(outside([](TexelAddress* a) { a->coordinate[0] = 4; }));
  EXPECT_TRUE(outside([](TexelAddress* a) { a->coordinate[1] = -1; }));
  EXPECT_TRUE(outside([](TexelAddress* a) { a->coordinate[2] = 2; }));
  EXPECT_TRUE(outside([](TexelAddress* a) { a->layer = 1; }));
  EXPECT_TRUE(outside([](TexelAddress* a) { a->sample = 1; }));
  EXPECT_TRUE(outside([](TexelAddress* a) { a->level = 2; }));
  EXPECT_TRUE(outside([](TexelAddress* a) { a->level = -1; }));
  EXPECT_TRUE(outside([](TexelAddress* a) { a->level = int64_t{1} << 32; }));
}

TEST(InterpreterImage, CoordinatesOfInstructions) {
  const int64_t numbers[3] = {5, 6, 7};
  ImageShape shape;
  shape.dim = ImageDim::k1D;
  shape.arrayed = true;
  EXPECT_EQ(MakeTexelAddress(shape, numbers, 2).layer, 6);
  shape.dim = ImageDim::kCube;
  EXPECT_EQ(MakeTexelAddress(shape, numbers, 3).layer, 7);
  EXPECT_EQ(MakeTexelAddress(shape, numbers, 3).coordinate[2], 0);
  shape.dim = ImageDim::k3D;
  shape.arrayed = false;
  EXPECT_EQ(MakeTexelAddress(shape, numbers, 3).coordinate[2], 7);
}

TEST(InterpreterImage, Nearest) {
  const TestImage image("r32f", ImageDim::k2D, {4, 2, 1});
  EXPECT_EQ(image.Sample(Sampler(false), {0.3f, 0.2f}), 1);
  EXPECT_EQ(image.Sample(Sampler(false), {0.25f, 0.5f}), 5);
  EXPECT_EQ(image.Sample(Sampler(false), {9, 9}), 7);
  EXPECT_EQ(image.Sample(Sampler(false), {-9, 0}), 0);
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(image.Sample(Sampler(false), {nan, infinity}), 4);
}

TEST(InterpreterImage, AddressModes) {
  const int64_t none = -1;
  const std::vector<int64_t> indices = {-5, -4, -1, 0, 3, 4, 7, 8};
  const auto all = [&](Address address) {
    std::vector<int64_t> result;
    for (const int64_t index : indices) result.push_back(WrapTexel(index, 4, address));
    return result;
  };
  EXPECT_EQ(all(Address::kRepeat), (std::vector<int64_t>{3, 0, 3, 0, 3, 0, 3, 0}));
  EXPECT_EQ(all(Address::kMirror), (std::vector<int64_t>{3, 3, 0, 0, 3, 3, 0, 0}));
  EXPECT_EQ(all(Address::kClamp), (std::vector<int64_t>{0, 0, 0, 0, 3, 3, 3, 3}));
  EXPECT_EQ(all(Address::kBorder), (std::vector<int64_t>{none, none, none, 0, 3, none, none, none}));
}

TEST(InterpreterImage, BorderColours) {
  SampleArguments outside;
  outside.coordinate = {2, 2};
  const auto border = [&](const char* format, Border colour) {
    SamplerParameters sampler = Sampler(false, Address::kBorder);
    sampler.border = colour;
    return SampleImage(TestImage(format, ImageDim::k2D, {2, 2, 1}).view, sampler, outside);
  };
  EXPECT_EQ(border("rgba8", Border::kTransparentBlack), (Texel{0, 0, 0, 0}));
  EXPECT_EQ(border("rgba8", Border::kOpaqueBlack), (Texel{0, 0, 0, F(1)}));
  EXPECT_EQ(border("rgba16f", Border::kOpaqueWhite), (Texel{F(1), F(1), F(1), F(1)}));
  EXPECT_EQ(border("r32f", Border::kOpaqueWhite), (Texel{F(1), 0, 0, F(1)}));
  EXPECT_EQ(border("rg32ui", Border::kOpaqueWhite), (Texel{1, 1, 0, 1}));
  EXPECT_EQ(border("rgba32i", Border::kOpaqueBlack), (Texel{0, 0, 0, 1}));
}

TEST(InterpreterImage, LinearInEachDimension) {
  const TestImage line("r32f", ImageDim::k1D, {4, 1, 1});
  EXPECT_EQ(line.Sample(Sampler(true), {0.375f}), 1);  // the centre of texel 1
  EXPECT_EQ(line.Sample(Sampler(true), {0.5f}), 1.5f);
  EXPECT_EQ(line.Sample(Sampler(true), {0.4375f}), 1.25f);
  EXPECT_EQ(line.Sample(Sampler(true), {0}), 0);
  EXPECT_EQ(line.Sample(Sampler(true, Address::kRepeat), {0}), 1.5f);  // between 3 and 0
  const TestImage plane("r32f", ImageDim::k2D, {2, 2, 1});
  EXPECT_EQ(plane.Sample(Sampler(true), {0.5f, 0.5f}), 1.5f);
  EXPECT_EQ(plane.Sample(Sampler(true), {0.375f, 0.75f}), 2.25f);
  const TestImage volume("r32f", ImageDim::k3D, {2, 2, 2});
  EXPECT_EQ(volume.Sample(Sampler(true), {0.5f, 0.5f, 0.5f}), 3.5f);
  EXPECT_EQ(volume.Sample(Sampler(true), {0.25f, 0.25f, 0.5f}), 2);
  // The border takes part in the mix.
  EXPECT_EQ(line.Sample(Sampler(true, Address::kBorder), {1}), 1.5f);
}

TEST(InterpreterImage, LayersRoundToEvenAndClamp) {
  const TestImage image("r32f", ImageDim::k1D, {1, 1, 1}, 1, 4, true);
  EXPECT_EQ(image.Sample(Sampler(false), {0, 1.4f}), 1);
  EXPECT_EQ(image.Sample(Sampler(true), {0, 1.5f}), 2);
  EXPECT_EQ(image.Sample(Sampler(false), {0, 2.5f}), 2);
  EXPECT_EQ(image.Sample(Sampler(false), {0, 17}), 3);
  EXPECT_EQ(image.Sample(Sampler(false), {0, -3}), 0);
}

TEST(InterpreterImage, LevelsOfDetail) {
  // Levels of 4, 2 and 1 texels: 0..3, 4..5, 6.
  const TestImage image("r32f", ImageDim::k1D, {4, 1, 1}, 3);
  EXPECT_EQ(image.Sample(Sampler(false), {0, 0}, 0.4f), 0);
  EXPECT_EQ(image.Sample(Sampler(false), {0, 0}, 0.5f), 0);
  EXPECT_EQ(image.Sample(Sampler(false), {0, 0}, 0.75f), 4);
  EXPECT_EQ(image.Sample(Sampler(false), {0.9f, 0}, 1), 5);
  EXPECT_EQ(image.Sample(Sampler(false), {0, 0}, 50), 6);
  EXPECT_EQ(image.Sample(Sampler(false), {0, 0}, -50), 0);
  EXPECT_EQ(image.Sample(Sampler(true), {0, 0}, 1.5f), 5);
  EXPECT_EQ(image.Sample(Sampler(true), {0, 0}, 7), 6);
}

TEST(InterpreterImage, OffsetsAreAddedInTexels) {
  const TestImage image("r32f", ImageDim::k2D, {4, 4, 1});
  SampleArguments arguments;
  arguments.coordinate = {0.125f, 0.125f};
  arguments.offset = {2, 1, 0};
  EXPECT_EQ(SampleImage(image.view, Sampler(false), arguments)[0], F(6));
  EXPECT_EQ(SampleImage(image.view, Sampler(true), arguments)[0], F(6));
  arguments.offset = {-1, 0, 0};
  EXPECT_EQ(SampleImage(image.view, Sampler(false, Address::kRepeat), arguments)[0], F(3));
}

TEST(InterpreterImage, DepthComparison) {
  TestImage image("d32f", ImageDim::k2D, {2, 1, 1});
  EncodeComponent(image.view.format(), 0, 0.25, image.bytes.data());
  EncodeComponent(image.view.format(), 0, 0.75, image.bytes.data() + 4);
  const auto compare = [&](Compare how, float reference, float x, bool linear) {
    SamplerParameters sampler = Sampler(linear);
    sampler.compare = how;
    SampleArguments arguments;
    arguments.coordinate = {x, 0.5f};
    arguments.depth_reference = reference;
    return FromLane<float>(SampleImage(image.view, sampler, arguments)[0]);
  };
  EXPECT_EQ(compare(Compare::kLess, 0.5f, 0.25f, false), 0);
  EXPECT_EQ(compare(Compare::kLess, 0.5f, 0.75f, false), 1);
  EXPECT_EQ(compare(Compare::kLess, 0.5f, 0.5f, true), 0.5f);
  EXPECT_EQ(compare(Compare::kEqual, 0.25f, 0.25f, false), 1);
  EXPECT_EQ(compare(Compare::kNotEqual, 0.25f, 0.25f, false), 0);
  EXPECT_EQ(compare(Compare::kGreater, 0.25f, 0.25f, false), 0);
  EXPECT_EQ(compare(Compare::kGreaterOrEqual, 0.25f, 0.25f, false), 1);
  EXPECT_EQ(compare(Compare::kLessOrEqual, 0.25f, 0.25f, false), 1);
  EXPECT_EQ(compare(Compare::kAlways, -1, 0.25f, false), 1);
  EXPECT_EQ(compare(Compare::kNever, 0.25f, 0.25f, false), 0);
  // Only fixed-point formats clamp the reference.
  EXPECT_EQ(compare(Compare::kGreater, 2, 0.75f, false), 1);
  TestImage fixed("d16", ImageDim::k2D, {1, 1, 1});
  fixed.bytes.assign(2, 0xff);
  SamplerParameters sampler = Sampler(false);
  sampler.compare = Compare::kEqual;
  SampleArguments arguments;
  arguments.depth_reference = 2.0f;
  EXPECT_EQ(SampleImage(fixed.view, sampler, arguments)[0], F(1));
}

TEST(InterpreterImage, Gather) {
  const TestImage image("r32f", ImageDim::k2D, {4, 4, 1});
  SampleArguments arguments;
  arguments.coordinate = {0.5f, 0.5f};
  EXPECT_EQ(GatherImage(image.view, Sampler(false), arguments), (Texel{F(9), F(10), F(6), F(5)}));
  arguments.offset = {1, 0, 0};
  EXPECT_EQ(GatherImage(image.view, Sampler(false), arguments), (Texel{F(10), F(11), F(7), F(6)}));
  arguments.offset = {0, 0, 0};
  arguments.component = 3;  // which r32f lacks
  EXPECT_EQ(GatherImage(image.view, Sampler(false), arguments), (Texel{F(1), F(1), F(1), F(1)}));
  arguments.component = 0;
  arguments.gather_offsets = {{{0, 0}, {0, 0}, {1, -1}, {-1, 2}}};
  EXPECT_EQ(GatherImage(image.view, Sampler(false), arguments), (Texel{F(5), F(5), F(2), F(12)}));
}

TEST(InterpreterImage, CubeFaces) {
  // Six faces of 2 x 2 texels, four numbers each.
  const TestImage image("r32f", ImageDim::kCube, {2, 2, 1}, 1, 6);
  const auto at = [&](float x, float y, float z) { return image.Sample(Sampler(false), {x, y, z}); };
  EXPECT_EQ(at(1, 0.5f, 0.5f), 0);  // +X: s goes with -z, t with -y
  EXPECT_EQ(at(1, -0.5f, -0.5f), 3);
  EXPECT_EQ(at(-1, 0.5f, 0.5f), 5);
  EXPECT_EQ(at(0.5f, 1, -0.5f), 9);
  EXPECT_EQ(at(0.5f, -1, -0.5f), 15);
  EXPECT_EQ(at(0.5f, 0.5f, 1), 17);
  EXPECT_EQ(at(0.5f, 0.5f, -1), 20);
  EXPECT_EQ(at(2, 2, 2), 17);  // z goes first
  EXPECT_EQ(SelectCubeFace(1, -1, 0).face, 3u);
}

TEST(InterpreterImage, LinearCubesCrossEdges) {
  const TestImage image("r32f", ImageDim::kCube, {2, 2, 1}, 1, 6);
  // Face +Z (16..19), its right edge, in the upper row: half of its own texel 17
  // and half of +X's left upper one, 0.
  EXPECT_NEAR(image.Sample(Sampler(true), {0.999999f, 0.5f, 1}), 8.5f, 1e-3);
  EXPECT_NEAR(image.Sample(Sampler(true), {1, 0.5f, 0.999999f}), 8.5f, 1e-3);
  const CubeTexel left = CrossCubeEdge({4, 2, 0}, 2);
  EXPECT_EQ(left.face, 0u);
  EXPECT_EQ(left.x, 0);
  EXPECT_EQ(left.y, 0);
}

// Whatever the size: crossing an edge and coming back is where one started.
TEST(InterpreterImage, CubeEdgesMeet) {
  for (const uint32_t size : {1u, 2u, 3u, 7u, 64u}) {
    for (uint32_t face = 0; face < 6; ++face) {
      for (int64_t i = 0; i < size; ++i) {
        const int64_t past[4][2] = {{-1, i}, {size, i}, {i, -1}, {i, size}};
        for (const auto& texel : past) {
          const CubeTexel there = CrossCubeEdge({face, texel[0], texel[1]}, size);
          ASSERT_NE(there.face, face);
          bool back = false;
          const int64_t steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
          for (const auto& step : steps) {
            const int64_t x = there.x + step[0], y = there.y + step[1];
            if (x >= 0 && x < size && y >= 0 && y < size) continue;
            const CubeTexel home = CrossCubeEdge({there.face, x, y}, size);
            back =
                back || (home.face == face && home.x == std::min<int64_t>(std::max<int64_t>(texel[0], 0), size - 1) &&
                         home.y == std::min<int64_t>(std::max<int64_t>(texel[1], 0), size - 1));
          }
          ASSERT_TRUE(back) << size << " " << face << " " << texel[0] << " " << texel[1];
        }
      }
    }
  }
}

TEST(InterpreterImage, CubeCornersAreTheMeanOfThree) {
  TestImage image("r32f", ImageDim::kCube, {1, 1, 1}, 1, 6);
  // One texel a face: at the corner of +X, +Y and +Z, between all three.
  const float corner = image.Sample(Sampler(true), {0.99999f, 0.99999f, 1});
  EXPECT_NEAR(corner, (0 + 2 + 4 + (0 + 2 + 4) / 3.0f) / 4, 1e-3);
}

TEST(InterpreterImage, CubeArrays) {
  const TestImage image("r32f", ImageDim::kCube, {1, 1, 1}, 1, 12, true);
  EXPECT_EQ(image.Sample(Sampler(false), {1, 0, 0, 1}), 6);
  EXPECT_EQ(image.Sample(Sampler(true), {0, 0, -1, 9}), 11);
  EXPECT_EQ(image.Sample(Sampler(false), {0, -1, 0, 0}), 3);
}

TEST(InterpreterImage, IntegersAreNotFiltered) {
  const TestImage image("r32ui", ImageDim::k1D, {4, 1, 1}, 3);
  SampleArguments arguments;
  arguments.coordinate = {0.5f};
  EXPECT_EQ(SampleImage(image.view, Sampler(true), arguments), (Texel{2, 0, 0, 1}));
}

TEST(InterpreterImage, SizeQueries) {
  ImageShape shape;
  shape.format = TexelFormat::kR32F;
  shape.extent = {5, 3, 1};
  shape.levels = 3;
  EXPECT_EQ(QuerySize(shape, 0), (std::array<uint32_t, 4>{5, 3, 0, 0}));
  EXPECT_EQ(QuerySize(shape, 2), (std::array<uint32_t, 4>{1, 1, 0, 0}));
  EXPECT_EQ(QuerySize(shape, 3), (std::array<uint32_t, 4>{0, 0, 0, 0}));
  EXPECT_EQ(QuerySize(shape, -1), (std::array<uint32_t, 4>{0, 0, 0, 0}));
  shape.arrayed = true;
  shape.layers = 7;
  EXPECT_EQ(QuerySize(shape, 1), (std::array<uint32_t, 4>{2, 1, 7, 0}));
  EXPECT_EQ(QuerySizeCount(shape), 3u);
  shape.dim = ImageDim::kCube;
  shape.layers = 12;
  EXPECT_EQ(QuerySize(shape, 0), (std::array<uint32_t, 4>{5, 3, 2, 0}));
  shape.dim = ImageDim::k3D;
  shape.arrayed = false;
  shape.extent = {8, 4, 2};
  EXPECT_EQ(QuerySize(shape, 1), (std::array<uint32_t, 4>{4, 2, 1, 0}));
  EXPECT_EQ(QuerySizeCount(shape), 3u);
}

}  // namespace
}  // namespace lacuna
