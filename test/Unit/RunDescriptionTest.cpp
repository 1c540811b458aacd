// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// lacuna-run's description of resources: both text forms, fills, and the plan
// and dump that come of them. No Vulkan is used.

#include "RunDescription.h"

#include <gtest/gtest.h>

#include "Dump.h"
#include "Numbers.h"
#include "Plan.h"
#include "SpecConstants.h"

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

// The error of a text that must not parse or not pass the check.
std::string ErrorOf(const std::string& text) {
  RunDescription description;
  std::string error;
  if (ParseResources(text, &description, &error) && CheckRunDescription(&description, &error)) return "none";
  return error;
}

RunDescription ParseJson(const std::string& json) {
  RunDescription description;
  std::string error;
  EXPECT_TRUE(ParseRunDescription(json, &description, &error)) << error;
  EXPECT_TRUE(CheckRunDescription(&description, &error)) << error;
  return description;
}

std::string JsonErrorOf(const std::string& json) {
  RunDescription description;
  std::string error;
  if (ParseRunDescription(json, &description, &error) && CheckRunDescription(&description, &error)) return "none";
  return error;
}

Bytes Fill(const std::string& text, uint64_t size) {
  FillPattern fill;
  std::string error;
  EXPECT_TRUE(ParseFillPattern(text, &fill, &error)) << error;
  EXPECT_EQ(FormatFillPattern(fill), text);
  return MakeContents(fill, size);
}

TEST(NumbersTest, DecimalAndHexWithLimits) {
  uint64_t value = 1;
  EXPECT_TRUE(ParseNumber("18446744073709551615", UINT64_MAX, &value));
  EXPECT_EQ(value, UINT64_MAX);
  EXPECT_TRUE(ParseNumber("0xFf", 255, &value));
  EXPECT_EQ(value, 255u);
  EXPECT_TRUE(ParseNumber("0", 0, &value));
  EXPECT_EQ(value, 0u);
  for (const char* bad :
       {"", "0x", "-1", "+1", " 1", "1 ", "1k", "ff", "18446744073709551616", "99999999999999999999"}) {
    EXPECT_FALSE(ParseNumber(bad, UINT64_MAX, &value)) << bad;
  }
  EXPECT_FALSE(ParseNumber("256", 255, &value));
  EXPECT_FALSE(ParseNumber("7", 6, &value));
}

TEST(NumbersTest, HexBytesInMemoryOrder) {
  Bytes bytes;
  std::string error;
  EXPECT_TRUE(ParseHexBytes("01aB_ff00", &bytes, &error));
  EXPECT_EQ(bytes, (Bytes{1, 0xab, 0xff, 0}));
  EXPECT_EQ(FormatHexBytes(bytes.data(), bytes.size()), "01abff00");
  EXPECT_FALSE(ParseHexBytes("012", &bytes, &error));
  EXPECT_FALSE(ParseHexBytes("0_1", &bytes, &error));
  EXPECT_FALSE(ParseHexBytes("0g", &bytes, &error));
}

TEST(FillPatternTest, EveryForm) {
  EXPECT_EQ(Fill("zero", 3), (Bytes{0, 0, 0}));
  EXPECT_EQ(Fill("u32:305419896", 6), (Bytes{0x78, 0x56, 0x34, 0x12, 0x78, 0x56}));
  EXPECT_EQ(Fill("count", 9), (Bytes{0, 0, 0, 0, 1, 0, 0, 0, 2}));
  EXPECT_EQ(Fill("count:4294967295", 8), (Bytes{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}));
  EXPECT_EQ(Fill("hex:0102", 4), (Bytes{1, 2, 0, 0}));
  EXPECT_EQ(Fill("repeat:010203", 7), (Bytes{1, 2, 3, 1, 2, 3, 1}));
}

TEST(FillPatternTest, RandomIsSplitMix64) {
  // The first outputs of SplitMix64 from seed 1234567 are 6457827717110365317 and
  // 3203168211198807973; the words are their upper halves.
  EXPECT_EQ(Fill("random:1234567", 8), (Bytes{0x17, 0xd0, 0x9e, 0x59, 0x84, 0xf0, 0x73, 0x2c}));
  EXPECT_NE(Fill("random:1", 8), Fill("random:2", 8));
}

TEST(FillPatternTest, Errors) {
  FillPattern fill;
  std::string error;
  for (const char* bad : {"", "zeros", "zero:1", "u32", "u32:", "u32:4294967296", "count:x", "random",
                          "random:", "hex:", "hex:1", "repeat:", "repeat"}) {
    EXPECT_FALSE(ParseFillPattern(bad, &fill, &error)) << bad;
    EXPECT_NE(error.find(bad), std::string::npos) << error;
  }
}

TEST(RunDescriptionTest, InlineForm) {
  const RunDescription description = Parse(
      " 1.2=uniform-buffer:size=0x20,fill=count\n "
      "0.0=storage-buffer:null;size=64,offset=16,range=8,fill=random:7;null*2 ");
  ASSERT_EQ(description.resources.size(), 2u);
  const Resource& buffer = description.resources[0];  // sorted
  EXPECT_EQ(buffer.set, 0u);
  EXPECT_EQ(buffer.kind, DescriptorKind::kStorageBuffer);
  ASSERT_EQ(buffer.elements.size(), 4u);
  EXPECT_TRUE(buffer.elements[0].null);
  EXPECT_FALSE(buffer.elements[1].null);
  EXPECT_EQ(buffer.elements[1].size, 64u);
  EXPECT_EQ(buffer.elements[1].offset, 16u);
  EXPECT_EQ(buffer.elements[1].range, 8u);
  EXPECT_TRUE(buffer.elements[2].null && buffer.elements[3].null);
  EXPECT_EQ(description.resources[1].elements[0].range, 32u);
  EXPECT_EQ(
      FormatResources(description.resources),
      "0.0=storage-buffer:null;size=64,offset=16,range=8,fill=random:7;null*2 1.2=uniform-buffer:size=32,fill=count");
}

TEST(RunDescriptionTest, EveryKindParses) {
  for (const char* kind : {"uniform-texel-buffer", "storage-texel-buffer", "sampled-image", "combined-image-sampler",
                           "storage-image", "input-attachment", "acceleration-structure"}) {
    const std::string text = std::string("0.0=") + kind + ":null";
    EXPECT_EQ(FormatResources(Parse(text).resources), text);
  }
}

TEST(RunDescriptionTest, SizeComesFromHexBytes) {
  const Element element = Parse("0.0=storage-buffer:fill=hex:010203").resources[0].elements[0];
  EXPECT_EQ(element.size, 3u);
  EXPECT_EQ(element.range, 3u);
}

TEST(RunDescriptionTest, InlineErrorsNameThePlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"0=storage-buffer:null", "does not begin with <set>.<binding>="},
      {"0.x=storage-buffer:null", "does not begin with <set>.<binding>="},
      {"0.0=buffer:null", "0.0: 'buffer' is no kind of descriptor; the kinds are storage-buffer, "},
      {"0.0=storage-buffer", "0.0: no element"},
      {"0.0=storage-buffer:", "0.0: no element"},
      {"0.0=storage-buffer:null;", "0.0[1]: '' is neither null"},
      {"0.0=storage-buffer:null;fill=count", "0.0[1]: needs a size"},
      {"0.0=storage-buffer:size=4,size=8", "0.0[0]: size is given twice"},
      {"0.0=storage-buffer:length=4", "0.0[0]: 'length' is neither null"},
      {"0.0=storage-buffer:size=-4", "0.0[0]: size '-4' is not a number"},
      {"0.0=storage-buffer:size=0", "0.0[0]: a buffer has at least 1 byte"},
      {"0.0=storage-buffer:size=2000000000", "is over the limit"},
      {"0.0=storage-buffer:size=16,offset=16", "0.0[0]: offset 16 is not inside"},
      {"0.0=storage-buffer:size=16,offset=8,range=9", "0.0[0]: range 9 reaches past the end"},
      {"0.0=storage-buffer:size=16,range=0", "0.0[0]: a range has at least 1 byte"},
      {"0.0=storage-buffer:size=1,fill=hex:0102", "the hex fill has 2 bytes"},
      {"0.0=storage-buffer:size=4,fill=ones", "0.0[0]: fill 'ones'"},
      {"0.0=storage-buffer:null*0", "after '*'"},
      {"0.0=storage-buffer:null*3000", "after '*'"},
      {"0.0=storage-buffer:null*2000;null*2000", "more than 2048 elements"},
      {"0.0=storage-buffer:null 0.0=storage-buffer:null", "0.0 is described twice"},
      {"99.0=storage-buffer:null", "99.0 is out of bounds"},
      {"0.0=storage-buffer:null*2000 0.1=storage-buffer:null*2000", "4000 descriptors"},
      {"0.0=storage-buffer:size=1073741824*5", "bytes together"},
  };
  for (const auto& item : cases)
    EXPECT_NE(ErrorOf(item.first).find(item.second), std::string::npos) << ErrorOf(item.first);
}

TEST(RunDescriptionTest, JsonForm) {
  const RunDescription description = ParseJson(R"({
    "resources": [
      {"set": 0, "binding": 1, "kind": "storage-buffer",
       "elements": [null, {"size": 64, "offset": 16, "range": 8, "fill": "count:3"}, {"null": true, "repeat": 2}]},
      {"set": 0, "binding": 0, "kind": "uniform-buffer", "elements": [{"fill": "hex:00112233"}]}],
    "push_constants": "01020304", "groups": [4, 2], "entry": "other",
    "spec": {"0": 7, "3": true, "4": "0x10", "5": -2}, "map": "m.json"})");
  EXPECT_EQ(FormatResources(description.resources),
            "0.0=uniform-buffer:size=4,fill=hex:00112233 "
            "0.1=storage-buffer:null;size=64,offset=16,range=8,fill=count:3;null*2");
  EXPECT_EQ(description.push_constants, (Bytes{1, 2, 3, 4}));
  EXPECT_EQ(description.groups, (std::array<uint32_t, 3>{4, 2, 1}));
  EXPECT_EQ(description.entry_point, "other");
  EXPECT_EQ(description.map_files, (std::vector<std::string>{"m.json"}));
  const std::map<uint32_t, std::string> spec = {{0, "7"}, {3, "true"}, {4, "0x10"}, {5, "-2"}};
  EXPECT_EQ(description.spec_constants, spec);
}

TEST(RunDescriptionTest, JsonErrorsNameThePlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "parse error"},
      {"{\"groups\": [1,}", "line 1, column 15"},
      {"[]", "the description is not a JSON object"},
      {R"({"resource": []})", "unknown key 'resource'; valid are resources, push_constants"},
      {R"({"groups": [1], "groups": [2]})", "'groups' stands twice"},
      {R"({"groups": [0]})", "groups[0]"},
      {R"({"groups": [1, 1, 1, 1]})", "one to three"},
      {R"({"push_constants": "0"})", "push_constants: the hexadecimal text"},
      {R"({"spec": {"x": 1}})", "'x' is not a spec constant id"},
      {R"({"spec": {"1": []}})", "the value of 1"},
      {R"({"resources": [{"set": 0}]})", "resources[0] has no binding"},
      {R"({"resources": [{"set": -1, "binding": 0}]})", "resources[0]: set is not a whole number"},
      {R"({"resources": [{"set": 0, "binding": 0, "kind": "x"}]})", "resources[0]: kind"},
      {R"({"resources": [{"set": 0, "binding": 0, "kind": "sampler", "elements": []}]})", "elements is not an array"},
      {R"({"resources": [{"set": 0, "binding": 2, "kind": "uniform-buffer", "elements": [{"null": true, "size": 4}]}]})",
       "0.2[0]: a null element has no size"},
      {R"({"resources": [{"set": 0, "binding": 2, "kind": "uniform-buffer", "elements": [{"size": 4, "filll": "zero"}]}]})",
       "0.2[0] has the unknown key 'filll'"},
      {R"({"resources": [{"set": 0, "binding": 2, "kind": "uniform-buffer", "elements": [null, {"size": 1.5}]}]})",
       "0.2[1]: size is not a whole number"},
      {R"({"resources": [{"set": 0, "binding": 2, "kind": "uniform-buffer", "elements": [{"size": 4, "repeat": 0}]}]})",
       "repeat is at least 1"},
      {R"({"resources": [{"set": 0, "binding": 2, "kind": "uniform-buffer", "elements": [{"size": 4, "fill": 1}]}]})",
       "0.2[0]: fill is not a string"},
  };
  for (const auto& item : cases) {
    EXPECT_NE(JsonErrorOf(item.first).find(item.second), std::string::npos)
        << item.first << " gives " << JsonErrorOf(item.first);
  }
  // Deep nesting is an error and no crash.
  EXPECT_NE(JsonErrorOf(std::string(200000, '[')), "none");
}

TEST(RunDescriptionTest, GroupsAndSpecConstants) {
  std::array<uint32_t, 3> groups;
  std::string error;
  EXPECT_TRUE(ParseGroups("3", &groups, &error));
  EXPECT_EQ(groups, (std::array<uint32_t, 3>{3, 1, 1}));
  EXPECT_TRUE(ParseGroups("3,2,5", &groups, &error));
  EXPECT_EQ(groups, (std::array<uint32_t, 3>{3, 2, 5}));
  for (const char* bad : {"", "0", "1,", "1,2,3,4", "a"}) EXPECT_FALSE(ParseGroups(bad, &groups, &error)) << bad;
  RunDescription description;
  EXPECT_TRUE(ParseSpecConstant("4:-1", &description, &error));
  EXPECT_EQ(description.spec_constants[4], "-1");
  for (const char* bad : {"", "4", "4:", ":1", "x:1"})
    EXPECT_FALSE(ParseSpecConstant(bad, &description, &error)) << bad;
}

TEST(SpecConstantsTest, ValuesByType) {
  Bytes bytes;
  std::string error;
  const SpecConstant boolean = {1, SpecConstant::Type::kBool, 32}, u16 = {2, SpecConstant::Type::kUnsigned, 16};
  const SpecConstant i8 = {3, SpecConstant::Type::kSigned, 8}, f32 = {4, SpecConstant::Type::kFloat, 32};
  const SpecConstant i64 = {5, SpecConstant::Type::kSigned, 64}, f16 = {6, SpecConstant::Type::kFloat, 16};
  EXPECT_TRUE(ParseSpecValue(boolean, "true", &bytes, &error));
  EXPECT_EQ(bytes, (Bytes{1, 0, 0, 0}));
  EXPECT_TRUE(ParseSpecValue(u16, "65535", &bytes, &error));
  EXPECT_EQ(bytes, (Bytes{0xff, 0xff}));
  EXPECT_TRUE(ParseSpecValue(i8, "-128", &bytes, &error));
  EXPECT_EQ(bytes, (Bytes{0x80}));
  EXPECT_TRUE(ParseSpecValue(i64, "-9223372036854775808", &bytes, &error));
  EXPECT_EQ(bytes, (Bytes{0, 0, 0, 0, 0, 0, 0, 0x80}));
  EXPECT_TRUE(ParseSpecValue(f32, "-1.5", &bytes, &error));
  EXPECT_EQ(bytes, (Bytes{0, 0, 0xc0, 0xbf}));
  EXPECT_TRUE(ParseSpecValue(f16, "0x3c00", &bytes, &error));
  EXPECT_EQ(bytes, (Bytes{0, 0x3c}));
  EXPECT_FALSE(ParseSpecValue(boolean, "2", &bytes, &error));
  EXPECT_FALSE(ParseSpecValue(u16, "65536", &bytes, &error));
  EXPECT_FALSE(ParseSpecValue(u16, "-1", &bytes, &error));
  EXPECT_FALSE(ParseSpecValue(i8, "128", &bytes, &error));
  EXPECT_FALSE(ParseSpecValue(i8, "-129", &bytes, &error));
  EXPECT_FALSE(ParseSpecValue(f16, "1.0", &bytes, &error));
  EXPECT_FALSE(ParseSpecValue(f32, "one", &bytes, &error));
  EXPECT_FALSE(ParseSpecValue(f32, "0x100000000", &bytes, &error));
}

// A plan for storage buffers 0.0 (null) and 0.1 (there).
class PlanTest : public ::testing::Test {
 protected:
  PlanTest() {
    description_ = Parse("0.0=storage-buffer:null;size=8,fill=u32:1 0.1=storage-buffer:size=4,fill=u32:2");
    module_.entry_point = "main";
    module_.descriptors = {{0, 0, DescriptorKind::kStorageBuffer, "a", 2},
                           {0, 1, DescriptorKind::kStorageBuffer, "", 1}};
  }

  bool Make() { return MakePlan(description_, {module_}, options_, &plan_, &failure_); }

  RunDescription description_;
  ModuleInfo module_;
  PlanOptions options_;
  Plan plan_;
  Failure failure_;
};

TEST_F(PlanTest, NativeNull) {
  ASSERT_TRUE(Make()) << failure_.message;
  EXPECT_TRUE(plan_.uses_null_descriptors);
  ASSERT_EQ(plan_.bindings.size(), 2u);
  EXPECT_TRUE(plan_.bindings[0].descriptors[0].null);
  EXPECT_FALSE(plan_.bindings[0].descriptors[1].null);
  EXPECT_EQ(plan_.bindings[1].descriptors[0].contents, (Bytes{2, 0, 0, 0}));
}

TEST_F(PlanTest, StandInsFollowTheMap) {
  options_.null_mode = NullMode::kStandIn;
  ASSERT_TRUE(Make()) << failure_.message;
  EXPECT_FALSE(plan_.uses_null_descriptors);
  const PlannedDescriptor& poison = plan_.bindings[0].descriptors[0];
  EXPECT_TRUE(poison.stand_in);
  EXPECT_EQ(poison.range, 256u);
  EXPECT_GT(poison.contents.size(), poison.range);
  EXPECT_EQ(poison.contents, Bytes(poison.contents.size(), 0xee));

  InterfaceMap map;
  InterfaceMap::StandIn rule;
  rule.max_range = 3;
  rule.readable_bytes = 4000;
  map.stand_ins.push_back(rule);
  options_.maps = {&map};
  ASSERT_TRUE(Make()) << failure_.message;
  EXPECT_EQ(plan_.bindings[0].descriptors[0].range, 1u);
  EXPECT_GE(plan_.bindings[0].descriptors[0].contents.size(), 4000u);

  options_.stand_in_range = 3;
  ASSERT_TRUE(Make()) << failure_.message;
  EXPECT_EQ(plan_.bindings[0].descriptors[0].range, 3u);
  options_.stand_in_range = 4;
  EXPECT_FALSE(Make());
  EXPECT_NE(failure_.message.find("at most 3 bytes"), std::string::npos) << failure_.message;
}

TEST_F(PlanTest, ZeroFilledUniformStandIn) {
  description_ = Parse("0.0=uniform-buffer:null");
  module_.descriptors.clear();
  options_.null_mode = NullMode::kStandIn;
  InterfaceMap map;
  InterfaceMap::StandIn rule;
  rule.kind = DescriptorKind::kUniformBuffer;
  rule.zero_filled = true;
  rule.min_bytes = 300;
  map.stand_ins.push_back(rule);
  options_.maps = {&map};
  ASSERT_TRUE(Make()) << failure_.message;
  const PlannedDescriptor& stand_in = plan_.bindings[0].descriptors[0];
  EXPECT_EQ(stand_in.range, 300u);
  EXPECT_EQ(stand_in.contents, Bytes(stand_in.contents.size(), 0));
}

TEST_F(PlanTest, PresenceWordsInPushConstants) {
  description_.push_constants = {9, 9};
  InterfaceMap map;
  map.presence.emplace();
  map.presence->offset = 4;
  map.presence->words = 2;
  InterfaceMap::PresenceBits bits;
  bits.first = 31;
  bits.count = 2;
  map.presence->bits.push_back(bits);
  bits.binding = 1;
  bits.first = 33;
  bits.count = 4;  // more than the description has: the rest is absent
  map.presence->bits.push_back(bits);
  options_.maps = {&map};
  module_.push_constant_bytes = 12;
  ASSERT_TRUE(Make()) << failure_.message;
  EXPECT_EQ(plan_.push_constants, (Bytes{9, 9, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0}));

  map.presence->bits[0].first = 63;
  EXPECT_FALSE(Make());
  EXPECT_NE(failure_.message.find("past its last presence word"), std::string::npos) << failure_.message;
}

TEST_F(PlanTest, PresenceWordsInABuffer) {
  InterfaceMap map;
  map.presence.emplace();
  map.presence->source = InterfaceMap::Presence::Source::kUniformBuffer;
  map.presence->set = 0;
  map.presence->binding = 1;
  map.presence->words = 1;
  InterfaceMap::PresenceBits bits;
  bits.first = 4;
  bits.count = 2;
  map.presence->bits.push_back(bits);
  options_.maps = {&map};
  // 0.1 is described: the words go into it.
  ASSERT_TRUE(Make()) << failure_.message;
  EXPECT_EQ(plan_.bindings[1].descriptors[0].contents, (Bytes{0x20, 0, 0, 0}));
  map.presence->offset = 4;
  EXPECT_FALSE(Make());
  // 0.7 and set 3 are not: a buffer is made, and not dumped.
  map.presence->binding = 7;
  ASSERT_TRUE(Make()) << failure_.message;
  ASSERT_EQ(plan_.bindings.size(), 3u);
  EXPECT_FALSE(plan_.bindings[2].described);
  EXPECT_EQ(plan_.bindings[2].kind, DescriptorKind::kUniformBuffer);
  EXPECT_EQ(plan_.bindings[2].descriptors[0].contents.size(), 16u);
  EXPECT_EQ(plan_.bindings[2].descriptors[0].contents[4], 0x20);
}

TEST_F(PlanTest, WhatTheDescriptionLacks) {
  const auto expect_error = [this](const char* text) {
    EXPECT_FALSE(Make());
    EXPECT_NE(failure_.message.find(text), std::string::npos) << failure_.message;
  };
  module_.push_constant_bytes = 8;
  expect_error("reach to byte 8, but only 0 bytes");
  module_.push_constant_bytes = 0;
  description_.spec_constants[3] = "1";
  expect_error("no spec constant with id 3");
  description_.spec_constants.clear();
  module_.descriptors[0].count = 3;
  expect_error("0.0 ('a') has 3 elements in the module, but 2");
  module_.descriptors[0].count.reset();  // runtime-sized: any number will do
  EXPECT_TRUE(Make()) << failure_.message;
  module_.descriptors[1].kind = DescriptorKind::kUniformBuffer;
  expect_error("0.1 is a uniform-buffer in the module");
  module_.descriptors[1].binding = 5;
  expect_error("the module uses the uniform-buffer 0.5");
}

TEST_F(PlanTest, DumpTouchAndDifference) {
  options_.null_mode = NullMode::kStandIn;
  ASSERT_TRUE(Make()) << failure_.message;
  RunOutput output;
  for (const PlannedBinding& binding : plan_.bindings) {
    output.descriptors.emplace_back();
    for (const PlannedDescriptor& descriptor : binding.descriptors) {
      output.descriptors.back().push_back(descriptor.contents);
    }
  }
  EXPECT_TRUE(FindTouchedStandIns(plan_, output).empty());
  const Dump before = MakeDump(plan_, output);
  ASSERT_EQ(before.size(), 2u);  // not the stand-in
  EXPECT_EQ(FormatDump(before), "0.0[1] size=8\n  0000: 00000001 00000001\n0.1[0] size=4\n  0000: 00000002\n");

  output.descriptors[0][0].back() = 1;
  const std::vector<std::string> touched = FindTouchedStandIns(plan_, output);
  ASSERT_EQ(touched.size(), 1u);
  EXPECT_NE(touched[0].find("0.0[0]"), std::string::npos) << touched[0];

  output.descriptors[1][0][3] = 7;
  const Dump after = MakeDump(plan_, output);
  EXPECT_EQ(FirstDifference(before, "a", before, "b"), "");
  EXPECT_EQ(FirstDifference(before, "a", after, "b"),
            "0.1[0] differs at byte 3: 0x00 in a, 0x07 in b (word 00000002, 07000002)");
  EXPECT_NE(FirstDifference(before, "a", Dump(before.begin(), before.begin() + 1), "b"), "");
}

TEST(DumpTest, BothFormsParseBack) {
  Dump dump = {{0, 1, 0, {}}, {3, 2, 5, {1, 2, 3}}};
  for (int i = 0; i < 46; ++i) dump[0].bytes.push_back(static_cast<uint8_t>(i));
  EXPECT_EQ(FormatDump(dump),
            "0.1[0] size=46\n"
            "  0000: 03020100 07060504 0b0a0908 0f0e0d0c 13121110 17161514 1b1a1918 1f1e1d1c\n"
            "  0020: 23222120 27262524 2b2a2928 2c 2d\n"
            "3.2[5] size=3\n"
            "  0000: 01 02 03\n");
  for (const std::string& text : {FormatDump(dump), FormatDumpJson(dump)}) {
    Dump parsed;
    std::string error;
    ASSERT_TRUE(ParseDump(text, &parsed, &error)) << error;
    EXPECT_EQ(FirstDifference(dump, "a", parsed, "b"), "") << text;
    EXPECT_EQ(parsed.size(), 2u);
  }
}

TEST(DumpTest, ParseErrors) {
  Dump dump;
  std::string error;
  for (const char* bad :
       {"x", "0.1[0]", "0.1[0] size=4\n", "0.1[0] size=4\n  0000: 0000000\n", "  0000: 00000000\n",
        "0.1[0] size=4\n  0004: 00000000\n", "0.1[0] size=8\n  0000: 00000000\n0.2[0] size=0\n", "{}",
        "{\"buffers\": [1]}", "{\"buffers\": [{\"set\": 0, \"binding\": 0, \"element\": 0, \"hex\": \"0\"}]}"}) {
    EXPECT_FALSE(ParseDump(bad, &dump, &error)) << bad;
    EXPECT_FALSE(error.empty());
  }
}

TEST(PiecesTest, ElementIsCutAndPrintedBack) {
  const std::string text = "0.0=storage-buffer:size=40,offset=8,range=24,pieces=16/0,fill=count;null";
  RunDescription description = Parse(text);
  EXPECT_EQ(description.resources[0].elements[0].pieces, (std::vector<uint64_t>{16, 0, 8}));
  EXPECT_EQ(FormatResources(description.resources), text);
  EXPECT_EQ(description.resources[0].PieceCount(), 3u);
  Plan plan;
  Failure failure;
  ASSERT_TRUE(MakePlan(description, {ModuleInfo()}, PlanOptions(), &plan, &failure)) << failure.message;
  const PlannedBinding& cut = plan.bindings[0];
  EXPECT_EQ(cut.pieces, 3u);
  ASSERT_EQ(cut.descriptors.size(), 6u);
  // What stands before the range is the first piece's, what is behind it the last one's.
  EXPECT_EQ(cut.descriptors[0].contents.size(), 24u);
  EXPECT_EQ(cut.descriptors[0].offset, 8u);
  EXPECT_EQ(cut.descriptors[0].range, 16u);
  EXPECT_TRUE(cut.descriptors[1].null);
  EXPECT_EQ(cut.descriptors[2].contents, (Bytes{6, 0, 0, 0, 7, 0, 0, 0, 8, 0, 0, 0, 9, 0, 0, 0}));
  EXPECT_EQ(cut.descriptors[2].range, 8u);
  EXPECT_TRUE(cut.descriptors[3].null && cut.descriptors[4].null && cut.descriptors[5].null);
  PlanOptions whole;
  whole.piece_mode = PieceMode::kWhole;
  ASSERT_TRUE(MakePlan(description, {ModuleInfo()}, whole, &plan, &failure)) << failure.message;
  ASSERT_EQ(plan.bindings[0].descriptors.size(), 2u);
  EXPECT_EQ(plan.bindings[0].descriptors[0].range, 24u);
}

TEST(PiecesTest, MapAndDescriptionAgree) {
  InterfaceMap map;
  map.segments.push_back({0, 0, DescriptorKind::kStorageBuffer, 1, 2, 4});
  PlanOptions options;
  options.maps = {&map};
  Plan plan;
  Failure failure;
  EXPECT_FALSE(MakePlan(Parse("0.0=storage-buffer:size=12,pieces=4/4"), {ModuleInfo()}, options, &plan, &failure));
  EXPECT_EQ(failure.message,
            "the interface map cuts 0.0 into 2 pieces, the run into 3; say pieces=<bytes>/... in its description");
  ASSERT_TRUE(MakePlan(Parse("0.0=storage-buffer:null"), {ModuleInfo()}, options, &plan, &failure));
  EXPECT_EQ(plan.bindings[0].descriptors.size(), 2u);
  // Presence bits are those of the pieces.
  map.presence.emplace();
  map.presence->words = 1;
  map.presence->bits.push_back({0, 0, DescriptorKind::kStorageBuffer, 0, 2, {}});
  ASSERT_TRUE(MakePlan(Parse("0.0=storage-buffer:size=12,pieces=12"), {ModuleInfo()}, options, &plan, &failure));
  EXPECT_EQ(plan.push_constants, (Bytes{1, 0, 0, 0}));
}

}  // namespace
}  // namespace lacuna::run
