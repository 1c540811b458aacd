// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Images in lacuna-run: formats, fills, shapes, both text forms, and what a plan
// makes of them. No Vulkan is used.

#include <gtest/gtest.h>

#include <cmath>

#include "Dump.h"
#include "Interpreter/TexelFormat.h"
#include "Plan.h"

namespace lacuna::run {
namespace {

using Bytes = std::vector<uint8_t>;

RunDescription Parse(const std::string& text) {
  RunDescription description;
  std::string error;
  EXPECT_TRUE(ParseResources(text, &description, &error)) << error;
  EXPECT_TRUE(CheckRunDescription(&description, &error)) << error;
  return description;
}

std::string ErrorOf(const std::string& text) {
  RunDescription description;
  std::string error;
  if (ParseResources(text, &description, &error) && CheckRunDescription(&description, &error)) return "none";
  return error;
}

Bytes Texels(const std::string& fill_text, const char* format, uint64_t texels) {
  FillPattern fill;
  std::string error;
  EXPECT_TRUE(ParseFillPattern(fill_text, &fill, &error)) << error;
  EXPECT_EQ(FormatFillPattern(fill), fill_text);
  const TexelFormatInfo* info = FindFormat(format);
  return MakeTexels(fill, *info, texels * info->texel_bytes());
}

TEST(TexelFormatTest, TheTableHasTheOrderOfTheEnumeration) {
  for (int i = 1; i <= static_cast<int>(TexelFormat::kD32F); ++i) {
    const TexelFormatInfo& info = GetFormat(static_cast<TexelFormat>(i));
    EXPECT_EQ(static_cast<int>(info.format), i) << info.name;
    EXPECT_EQ(FindFormat(info.name), &info);
  }
  EXPECT_EQ(FindFormat("rgb32f"), nullptr);
  EXPECT_EQ(FindFormat("rgba16f")->texel_bytes(), 8u);
  EXPECT_EQ(FindFormat("rgba8")->format_class(), FormatClass::kFloat);
  EXPECT_EQ(FindFormat("r64i")->format_class(), FormatClass::kSint);
  EXPECT_TRUE(FindFormat("d16")->depth);
}

TEST(TexelFormatTest, HalfFloatsRoundToTheNearest) {
  const TexelFormatInfo& half = *FindFormat("r16f");
  const auto bits = [&half](double value) {
    uint8_t texel[2];
    EncodeComponent(half, 0, value, texel);
    return static_cast<unsigned>(texel[0] | texel[1] << 8);
  };
  EXPECT_EQ(bits(0), 0u);
  EXPECT_EQ(bits(-0.0), 0x8000u);
  EXPECT_EQ(bits(1), 0x3c00u);
  EXPECT_EQ(bits(-2), 0xc000u);
  EXPECT_EQ(bits(65504), 0x7bffu);
  EXPECT_EQ(bits(65520), 0x7c00u);
  EXPECT_EQ(bits(std::ldexp(1, -24)), 1u);
  EXPECT_EQ(bits(std::ldexp(1, -14)), 0x400u);
  EXPECT_EQ(bits(std::ldexp(1023.5, -24)), 0x400u);  // carries out of the subnormal numbers
  EXPECT_EQ(bits(2047.5 / 1024), 0x4000u);           // carries into the exponent
  EXPECT_EQ(bits(2049.0 / 2048), 0x3c00u);           // a tie goes to the even one
  EXPECT_EQ(bits(std::ldexp(1, -26)), 0u);
  for (unsigned i = 0; i < 0x7c00; ++i) {
    const uint8_t texel[2] = {static_cast<uint8_t>(i), static_cast<uint8_t>(i >> 8)};
    ASSERT_EQ(bits(DecodeComponent(half, 0, texel)), i);
  }
}

TEST(TexelFormatTest, NumbersInEveryEncoding) {
  EXPECT_EQ(Texels("texel:0.5", "rgba8", 1), (Bytes{128, 128, 128, 128}));
  EXPECT_EQ(Texels("texel:1/-1/2", "rgba8snorm", 1), (Bytes{127, 0x81, 127, 127}));
  EXPECT_EQ(Texels("texel:-1/258", "rg8ui", 2), (Bytes{255, 2, 255, 2}));
  EXPECT_EQ(Texels("texel:-2", "r32i", 1), (Bytes{0xfe, 0xff, 0xff, 0xff}));
  EXPECT_EQ(Texels("texel:1/2", "rg32f", 1), (Bytes{0, 0, 0x80, 0x3f, 0, 0, 0, 0x40}));
  EXPECT_EQ(Texels("texel:-1", "r64i", 1), Bytes(8, 0xff));
  EXPECT_EQ(Texels("texel:1", "d16", 1), (Bytes{0xff, 0xff}));
  for (const char* name : {"rgba8", "rg8snorm", "r16ui", "rgba16i", "r32f", "rgba16f", "r64ui", "d32f"}) {
    const TexelFormatInfo& format = *FindFormat(name);
    Bytes texel(format.texel_bytes());
    for (uint32_t c = 0; c < format.components; ++c) {
      EncodeComponent(format, c, 1, texel.data());
      EXPECT_EQ(DecodeComponent(format, c, texel.data()), 1) << name;
    }
  }
}

TEST(TexelFormatTest, RampsAndBytes) {
  EXPECT_EQ(Texels("ramp", "r32ui", 2), (Bytes{0, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(Texels("ramp:254", "rg8", 2), (Bytes{254, 255, 0, 1}));
  EXPECT_EQ(Texels("ramp:1", "r32f", 2), (Bytes{0, 0, 0x80, 0x3f, 0, 0, 0, 0x40}));
  EXPECT_EQ(Texels("ramp:64", "d32f", 1), (Bytes{0, 0, 0x80, 0x3e}));  // 64/256
  EXPECT_EQ(Texels("repeat:0102", "rgba8", 1), (Bytes{1, 2, 1, 2}));
  FillPattern fill;
  std::string error;
  for (const char* bad : {"texel", "texel:", "texel:1/", "texel:1/2/3/4/5", "texel:x", "texel:nan", "texel:1e999",
                          "texel:inf", "texel: 1", "ramp:", "ramp:-1"}) {
    EXPECT_FALSE(ParseFillPattern(bad, &fill, &error)) << bad;
  }
}

TEST(TexelFormatTest, PoisonIsNeverZero) {
  for (int i = 1; i <= static_cast<int>(TexelFormat::kD32F); ++i) {
    const TexelFormatInfo& format = GetFormat(static_cast<TexelFormat>(i));
    const Bytes texel = PoisonTexel(format);
    for (uint32_t c = 0; c < format.components; ++c) {
      const double value = DecodeComponent(format, c, texel.data());
      EXPECT_NE(value, 0) << format.name;
      if (format.format_class() == FormatClass::kFloat) {
        EXPECT_NEAR(value, 238.0 / 255, 0.01) << format.name;
      }
    }
  }
}

TEST(ImageShapeTest, LevelsAndLayers) {
  const ImageShape shape =
      Parse("0.0=sampled-image:format=rgba8,dim=2d-array,extent=8x3,levels=4,layers=2").resources[0].elements[0].shape;
  EXPECT_EQ(shape.LevelExtent(1), (std::array<uint32_t, 3>{4, 1, 1}));
  EXPECT_EQ(shape.LevelExtent(3), (std::array<uint32_t, 3>{1, 1, 1}));
  EXPECT_EQ(shape.LayerBytes(0), 96u);
  EXPECT_EQ(shape.LayerOffset(0, 1), 96u);
  EXPECT_EQ(shape.LayerOffset(1, 0), 192u);
  EXPECT_EQ(shape.LayerOffset(1, 1), 208u);
  EXPECT_EQ(shape.TotalBytes(), 2u * (96 + 16 + 8 + 4));
}

TEST(ImageDescriptionTest, InlineFormIsCanonical) {
  const std::pair<const char*, const char*> cases[] = {
      {"sampled-image:extent=4x4,format=r32f", "sampled-image:format=r32f,dim=2d,extent=4x4"},
      {"storage-image:format=r32ui,dim=cube-array,extent=4x4,layers=2,fill=count",
       "storage-image:format=r32ui,dim=cube-array,extent=4x4,layers=2,fill=count"},
      {"sampled-image:format=d32f,dim=2d-ms,extent=2x2,fill=texel:0.5",
       "sampled-image:format=d32f,dim=2d-ms,extent=2x2,samples=4,fill=texel:0.5"},
      {"storage-texel-buffer:format=r32ui,extent=4", "storage-texel-buffer:format=r32ui,size=16"},
      {"uniform-texel-buffer:format=rgba8,size=32,offset=16,range=8,fill=ramp",
       "uniform-texel-buffer:format=rgba8,size=32,offset=16,range=8,fill=ramp"},
      {"sampler:filter=linear,address=border,border=int-opaque-white,compare=less-or-equal",
       "sampler:filter=linear,address=border,border=int-opaque-white,compare=less-or-equal"},
      {"combined-image-sampler:null,filter=linear,mip=nearest,address=repeat;format=r8,dim=1d,extent=3,address=mirror",
       "combined-image-sampler:null,filter=linear,mip=nearest,address=repeat;format=r8,dim=1d,extent=3,filter=nearest,"
       "address=mirror"},
  };
  for (const auto& item : cases) {
    const std::string text = FormatResources(Parse(std::string("0.0=") + item.first).resources);
    EXPECT_EQ(text, std::string("0.0=") + item.second);
    EXPECT_EQ(FormatResources(Parse(text).resources), text);
  }
}

TEST(ImageDescriptionTest, JsonFormIsTheSame) {
  RunDescription description;
  std::string error;
  ASSERT_TRUE(ParseRunDescription(R"({"resources": [
    {"set": 0, "binding": 0, "kind": "combined-image-sampler", "elements": [
      {"null": true, "filter": "linear", "repeat": 2},
      {"format": "rgba16f", "dim": "3d", "extent": "4x2x2", "levels": 2, "fill": "ramp", "border": "opaque-white"}]},
    {"set": 0, "binding": 1, "kind": "sampler", "elements": [{}]}],
    "map": ["a.json", "b.json"],
    "graphics": {"topology": "patches:4", "vertices": 8, "target": "rgba8:4x2"}})",
                                  &description, &error))
      << error;
  EXPECT_EQ(FormatResources(description.resources),
            "0.0=combined-image-sampler:null,filter=linear*2;format=rgba16f,dim=3d,extent=4x2x2,levels=2,fill=ramp,"
            "filter=nearest,border=opaque-white 0.1=sampler:filter=nearest");
  EXPECT_EQ(description.map_files, (std::vector<std::string>{"a.json", "b.json"}));
  EXPECT_EQ(description.graphics.patch_points, 4u);
  EXPECT_EQ(description.graphics.vertices, 8u);
  EXPECT_EQ(description.graphics.width, 4u);
  for (const char* bad : {R"({"map": [1]})", R"({"graphics": {"topology": "lines"}})",
                          R"({"graphics": {"target": "d32f"}})", R"({"graphics": {"target": "rgba8:0x1"}})",
                          R"({"graphics": {"vertices": -1}})", R"({"graphics": {"points": 1}})"}) {
    EXPECT_FALSE(ParseRunDescription(bad, &description, &error)) << bad;
  }
}

TEST(ImageDescriptionTest, ErrorsNameThePlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"sampled-image:extent=4x4", "0.0[0]: needs a format"},
      {"sampled-image:format=r32f", "0.0[0]: needs an extent"},
      {"sampled-image:format=r24,extent=4x4", "format 'r24' is none of r8,"},
      {"sampled-image:format=r32f,extent=4x0", "extent '4x0' is not one to three numbers"},
      {"sampled-image:format=r32f,extent=4x4x", "extent '4x4x' is not"},
      {"sampled-image:format=r32f,extent=4", "the extent has 1 numbers, the dimension 2"},
      {"sampled-image:format=r32f,dim=4d,extent=4", "dim '4d' is not the dimension of an image"},
      {"sampled-image:format=r32f,dim=buffer,extent=4", "dim 'buffer' is not the dimension of an image"},
      {"sampled-image:format=r32f,dim=cube,extent=4x2", "a cube's faces are square"},
      {"sampled-image:format=r32f,extent=4x4,levels=4", "levels are 1 to as many"},
      {"sampled-image:format=r32f,extent=4x4,levels=0", "levels are 1 to as many"},
      {"sampled-image:format=r32f,extent=4x4,layers=2", "only an array has layers"},
      {"sampled-image:format=r32f,dim=2d-array,extent=4x4,layers=9999", "layers are 1 to"},
      {"sampled-image:format=r32f,extent=4x4,samples=4", "samples belong to dim=2d-ms"},
      {"sampled-image:format=r32f,dim=2d-ms,extent=4x4,samples=3", "samples are a power of two"},
      {"sampled-image:format=r32f,dim=2d-ms,extent=4x4,levels=2", "a multisampled image has one level"},
      {"sampled-image:format=r32f,dim=2d-ms,extent=4x4,fill=ramp", "filled with one value"},
      {"sampled-image:format=r32f,extent=4x4,filter=linear", "'filter' is neither null nor one of format=, dim="},
      {"storage-image:format=d32f,extent=4x4", "a storage image has no depth format"},
      {"sampled-image:format=r8,extent=1x1,fill=hex:0102", "the hex fill has 2 bytes, the image only 1"},
      {"sampled-image:format=rgba32f,dim=3d,extent=16384x16384x16384", "the limit is"},
      {"uniform-texel-buffer:format=d32f,extent=4", "a texel buffer has no depth format"},
      {"uniform-texel-buffer:extent=4", "0.0[0]: needs a format"},
      {"uniform-texel-buffer:format=r32f,extent=4,size=16", "extent and size exclude each other"},
      {"uniform-texel-buffer:format=r32f,extent=4x4", "the extent of a texel buffer is one number"},
      {"uniform-texel-buffer:format=r32f,size=16,range=6", "range 6 is no whole number of texels"},
      {"storage-buffer:size=4,fill=ramp", "a buffer has no format"},
      {"storage-buffer:size=4,format=r32f", "'format' is neither null nor one of size="},
      {"storage-buffer:null,size=4", "a null element has no size"},
      {"combined-image-sampler:null,extent=4x4", "a null element has no extent"},
      {"sampler:null", "a sampler is never null"},
      {"sampler:filter=cubic", "filter 'cubic' is unknown"},
      {"sampler:border=white", "border 'white' is unknown"},
      {"sampler:compare=maybe", "compare 'maybe' is unknown"},
      {"sampler:address=wrap", "address 'wrap' is unknown"},
  };
  for (const auto& item : cases) {
    const std::string error = ErrorOf(std::string("0.0=") + item.first);
    EXPECT_NE(error.find(item.second), std::string::npos) << item.first << " gives " << error;
  }
}

// Plans for one image at 0.0, in place of a null element.
class StandInTest : public ::testing::Test {
 protected:
  StandInTest() { options_.null_mode = NullMode::kStandIn; }

  // Declares an image at 0.0.
  void Declare(DescriptorKind kind, const char* dim, FormatClass format_class, const char* format = nullptr) {
    ImageType type;
    EXPECT_TRUE(type.ParseDimText(dim));
    type.format_class = format_class;
    if (format) type.format = FindFormat(format)->format;
    module_.descriptors.push_back({0, 0, kind, "image", 1, type});
    description_ = Parse("0.0=" + std::string(DescriptorKindName(kind)) + ":null");
  }

  bool Make() { return MakePlan(description_, {module_}, options_, &plan_, &failure_); }
  const PlannedDescriptor& StandIn() const { return plan_.bindings[0].descriptors[0]; }
  std::string FormatName() const { return GetFormat(StandIn().shape.format).name; }

  RunDescription description_;
  ModuleInfo module_;
  PlanOptions options_;
  Plan plan_;
  Failure failure_;
};

TEST_F(StandInTest, FollowsTheDeclaration) {
  Declare(DescriptorKind::kSampledImage, "2d-array", FormatClass::kUint);
  ASSERT_TRUE(Make()) << failure_.message;
  EXPECT_TRUE(StandIn().stand_in);
  EXPECT_EQ(FormatName(), "rgba32ui");
  EXPECT_EQ(StandIn().shape.layers, 2u);
  EXPECT_EQ(StandIn().shape.levels, 3u);
  EXPECT_EQ(StandIn().contents, Bytes(StandIn().shape.TotalBytes(), 0xee));
}

TEST_F(StandInTest, StorageImagesHaveTheDeclaredFormat) {
  Declare(DescriptorKind::kStorageImage, "cube", FormatClass::kSint, "r32i");
  ASSERT_TRUE(Make()) << failure_.message;
  EXPECT_EQ(FormatName(), "r32i");
  EXPECT_EQ(StandIn().shape.layers, 6u);
  EXPECT_EQ(StandIn().shape.extent, (std::array<uint32_t, 3>{4, 4, 1}));
}

TEST_F(StandInTest, TexelBuffersAndMultisampledImages) {
  Declare(DescriptorKind::kUniformTexelBuffer, "buffer", FormatClass::kFloat);
  ASSERT_TRUE(Make()) << failure_.message;
  EXPECT_EQ(FormatName(), "rgba8");
  EXPECT_EQ(StandIn().range, 64u);
  EXPECT_EQ(StandIn().contents, Bytes(64, 0xee));
  module_.descriptors.clear();
  Declare(DescriptorKind::kSampledImage, "2d-ms", FormatClass::kFloat);
  module_.descriptors[0].image->depth = true;
  ASSERT_TRUE(Make()) << failure_.message;
  EXPECT_EQ(FormatName(), "d32f");
  EXPECT_EQ(StandIn().shape.samples, 4u);
  EXPECT_EQ(StandIn().shape.levels, 1u);
}

TEST_F(StandInTest, TheMapDecides) {
  Declare(DescriptorKind::kSampledImage, "2d", FormatClass::kFloat);
  InterfaceMap map;
  InterfaceMap::StandIn rule;
  rule.kind = DescriptorKind::kSampledImage;
  rule.dim = "2d";
  rule.depth = true;
  rule.format_class = "float";
  map.stand_ins.push_back(rule);
  options_.maps = {&map};
  ASSERT_TRUE(Make()) << failure_.message;
  EXPECT_EQ(FormatName(), "d32f");

  map.stand_ins[0].dim = "3d";
  EXPECT_FALSE(Make());
  EXPECT_NE(failure_.message.find("a stand-in of dimension 3d and format d32f"), std::string::npos) << failure_.message;
  map.stand_ins[0].dim = "2.5d";
  EXPECT_FALSE(Make());
  EXPECT_NE(failure_.message.find("the dim '2.5d'"), std::string::npos) << failure_.message;
}

TEST_F(StandInTest, ContradictionsAreErrors) {
  Declare(DescriptorKind::kSampledImage, "2d", FormatClass::kFloat);
  Declare(DescriptorKind::kSampledImage, "3d", FormatClass::kFloat);
  EXPECT_FALSE(Make());
  EXPECT_NE(failure_.message.find("one stand-in cannot serve 0.0, which is both 2d float and 3d float"),
            std::string::npos)
      << failure_.message;
}

TEST_F(StandInTest, UnusedOnesAreAnything) {
  description_ = Parse("0.0=sampled-image:null 0.1=storage-texel-buffer:null");
  ASSERT_TRUE(Make()) << failure_.message;
  EXPECT_EQ(FormatName(), "rgba8");
  EXPECT_EQ(plan_.bindings[1].descriptors[0].shape.dim, ImageDim::kBuffer);
}

TEST_F(StandInTest, CombinedBordersFollowTheFormat) {
  Declare(DescriptorKind::kCombinedImageSampler, "2d", FormatClass::kSint);
  ASSERT_TRUE(Make()) << failure_.message;
  EXPECT_TRUE(StandIn().sampler.integer_border);
  module_.descriptors[0].image->format_class = FormatClass::kFloat;
  ASSERT_TRUE(Make()) << failure_.message;
  EXPECT_FALSE(StandIn().sampler.integer_border);
}

TEST_F(StandInTest, TouchedImagesAreFound) {
  Declare(DescriptorKind::kStorageImage, "2d", FormatClass::kUint, "r32ui");
  ASSERT_TRUE(Make()) << failure_.message;
  RunOutput output;
  output.descriptors = {{StandIn().contents}};
  EXPECT_TRUE(FindTouchedStandIns(plan_, output).empty());
  output.descriptors[0][0][5] = 1;
  ASSERT_EQ(FindTouchedStandIns(plan_, output).size(), 1u);
  EXPECT_TRUE(MakeDump(plan_, output).empty());
}

TEST(ImagePlanTest, WhatIsBoundFitsTheDeclaration) {
  ImageType type;
  type.format_class = FormatClass::kUint;
  type.format = TexelFormat::kR32Ui;
  ModuleInfo module;
  module.descriptors.push_back({0, 0, DescriptorKind::kStorageImage, "", 1, type});
  Plan plan;
  Failure failure;
  const auto make = [&](const char* text) { return MakePlan(Parse(text), {module}, {}, &plan, &failure); };
  EXPECT_TRUE(make("0.0=storage-image:format=r32ui,extent=4x4")) << failure.message;
  EXPECT_FALSE(make("0.0=storage-image:format=rgba32ui,extent=4x4"));
  EXPECT_NE(failure.message.find("is a 2d image of r32ui in the module, but element 0 is described as 2d and format "
                                 "rgba32ui"),
            std::string::npos)
      << failure.message;
  EXPECT_FALSE(make("0.0=storage-image:format=r32ui,dim=2d-array,extent=4x4"));
  // Another variable at the binding may declare it.
  type.arrayed = true;
  module.descriptors.push_back({0, 0, DescriptorKind::kStorageImage, "", 1, type});
  EXPECT_TRUE(make("0.0=storage-image:format=r32ui,dim=2d-array,extent=4x4")) << failure.message;
}

TEST(ImagePlanTest, ComparisonsNeedADepthFormat) {
  ImageType type;
  type.depth = true;
  ModuleInfo module;
  module.descriptors.push_back({0, 0, DescriptorKind::kSampledImage, "shadow", 1, type});
  Plan plan;
  Failure failure;
  EXPECT_TRUE(MakePlan(Parse("0.0=sampled-image:format=d16,extent=4x4"), {module}, {}, &plan, &failure));
  EXPECT_FALSE(MakePlan(Parse("0.0=sampled-image:format=r32f,extent=4x4"), {module}, {}, &plan, &failure));
  EXPECT_EQ(failure.message,
            "0.0 ('shadow') is a 2d depth image of float texels in the module, but element 0 is described as 2d and "
            "format r32f");
}

TEST(ImagePlanTest, StagesShareSpecConstantsAndPresenceWords) {
  ModuleInfo vertex, fragment;
  vertex.stage = Stage::kVertex;
  fragment.stage = Stage::kFragment;
  fragment.spec_constants = {{4, SpecConstant::Type::kUnsigned, 32}};
  RunDescription description = Parse("0.0=sampled-image:format=r8,extent=1x1 0.1=sampled-image:null");
  description.spec_constants[4] = "9";
  InterfaceMap first, second;
  first.presence = second.presence = InterfaceMap::Presence();
  first.presence->words = 1;
  first.presence->bits = {{0, 0, DescriptorKind::kSampledImage, 3, 1, {}}};
  // The same memory, seen from another offset: its bit 0 is bit 32.
  second.presence->offset = 4;
  second.presence->words = 1;
  second.presence->bits = {{0, 0, DescriptorKind::kSampledImage, 0, 1, {}},
                           {0, 1, DescriptorKind::kSampledImage, 1, 1, {}}};
  PlanOptions options;
  options.maps = {&first, &second};
  Plan plan;
  Failure failure;
  ASSERT_TRUE(MakePlan(description, {vertex, fragment}, options, &plan, &failure)) << failure.message;
  EXPECT_TRUE(plan.is_graphics());
  EXPECT_EQ(plan.push_constants, (Bytes{8, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_TRUE(plan.stages[0].spec_constants.empty());
  ASSERT_EQ(plan.stages[1].spec_constants.size(), 1u);
  EXPECT_EQ(plan.stages[1].spec_constants[0].second, (Bytes{9, 0, 0, 0}));

  second.presence->offset = 0;
  second.presence->bits[1].first = 3;
  EXPECT_FALSE(MakePlan(description, {vertex, fragment}, options, &plan, &failure));
  EXPECT_NE(failure.message.find("one presence bit to 0.0[0] and to 0.1[0]"), std::string::npos) << failure.message;
}

TEST(ImageDumpTest, LayersAndTheTarget) {
  Plan plan;
  Failure failure;
  ModuleInfo vertex;
  vertex.stage = Stage::kVertex;
  ASSERT_TRUE(MakePlan(Parse("0.0=storage-image:format=r8ui,dim=1d-array,extent=2,levels=2,layers=2"), {vertex}, {},
                       &plan, &failure))
      << failure.message;
  RunOutput output;
  output.descriptors = {{{1, 2, 3, 4, 5, 6}}};
  output.target = {7, 8, 9, 10};
  const Dump dump = MakeDump(plan, output);
  EXPECT_EQ(FormatDump(dump),
            "0.0[0] level=0 layer=0 size=2\n  0000: 01 02\n"
            "0.0[0] level=0 layer=1 size=2\n  0000: 03 04\n"
            "0.0[0] level=1 layer=0 size=1\n  0000: 05\n"
            "0.0[0] level=1 layer=1 size=1\n  0000: 06\n"
            "target size=4\n  0000: 0a090807\n");
  for (const std::string& text : {FormatDump(dump), FormatDumpJson(dump)}) {
    Dump parsed;
    std::string error;
    ASSERT_TRUE(ParseDump(text, &parsed, &error)) << error;
    EXPECT_EQ(FormatDump(parsed), FormatDump(dump));
  }
  Dump other = dump;
  other[2].bytes[0] = 0;
  EXPECT_EQ(FirstDifference(dump, "a", other, "b"), "0.0[0] level=1 layer=0 differs at byte 0: 0x05 in a, 0x00 in b");
  other = dump;
  other[1].layer = 0;
  EXPECT_NE(FirstDifference(dump, "a", other, "b").find("b has 0.0[0] level=0 layer=0"), std::string::npos);
}

}  // namespace
}  // namespace lacuna::run
