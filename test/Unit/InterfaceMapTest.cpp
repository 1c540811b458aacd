// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/InterfaceMap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace lacuna {
namespace {

InterfaceMap FullMap() {
  InterfaceMap map;
  map.generator = {"lacuna", "0.1.0", "v2025.1", "emulate-null-descriptors<push-offset=88>", "0123456789abcdef"};
  map.entry_points = {{"main", "fragment"}, {"alpha", "vertex"}};
  InterfaceMap::Presence presence;
  presence.offset = 88;
  presence.words = 2;
  presence.bits = {{1, 0, DescriptorKind::kSampledImage, 3, 40, {"main", "alpha"}},
                   {0, 2, DescriptorKind::kUniformTexelBuffer, 0, 1, {"main"}}};
  map.presence = presence;
  InterfaceMap::StandIn buffer;
  buffer.binding = 1;
  buffer.max_range = 3;
  buffer.readable_bytes = 0;
  InterfaceMap::StandIn uniform;
  uniform.kind = DescriptorKind::kUniformBuffer;
  uniform.zero_filled = true;
  uniform.min_bytes = uint64_t{1} << 40;
  InterfaceMap::StandIn image;
  image.set = 2;
  image.kind = DescriptorKind::kStorageImage;
  image.format_class = "uint";
  image.dim = "2d";
  image.arrayed = true;
  map.stand_ins = {image, buffer, uniform};
  map.segments = {{0, 1, DescriptorKind::kStorageBuffer, 1, 4, 16, 1024}};
  map.push_constants = InterfaceMap::PushConstantRange{0, 96};
  map.added_capabilities = {"Int64", "Float16"};
  map.added_extensions = {"SPV_B", "SPV_A"};
  map.declined = {{"p", 1u, 2u, "%1 = OpLoad", "because"}, {"p", {}, {}, "%2 = OpPhi", "\"why\"\n"}};
  return map;
}

constexpr const char* kFullJson = R"({
  "schema": "lacuna-interface",
  "version": [
    1,
    0
  ],
  "generator": {
    "name": "lacuna",
    "version": "0.1.0",
    "spirv_tools": "v2025.1",
    "pipeline": "emulate-null-descriptors<push-offset=88>",
    "fingerprint": "0123456789abcdef"
  },
  "entry_points": [
    {
      "name": "alpha",
      "stage": "vertex"
    },
    {
      "name": "main",
      "stage": "fragment"
    }
  ],
  "presence": {
    "source": "push-constant",
    "offset": 88,
    "words": 2,
    "bits": [
      {
        "set": 0,
        "binding": 2,
        "kind": "uniform-texel-buffer",
        "first": 0,
        "count": 1,
        "entry_points": [
          "main"
        ]
      },
      {
        "set": 1,
        "binding": 0,
        "kind": "sampled-image",
        "first": 3,
        "count": 40,
        "entry_points": [
          "alpha",
          "main"
        ]
      }
    ]
  },
  "stand_ins": [
    {
      "set": 0,
      "binding": 0,
      "kind": "uniform-buffer",
      "zero_filled": true,
      "min_bytes": 1099511627776
    },
    {
      "set": 0,
      "binding": 1,
      "kind": "storage-buffer",
      "max_range": 3,
      "readable_bytes": 0
    },
    {
      "set": 2,
      "binding": 0,
      "kind": "storage-image",
      "dim": "2d",
      "arrayed": true,
      "multisampled": false,
      "depth": false,
      "format_class": "uint"
    }
  ],
  "segments": [
    {
      "set": 0,
      "binding": 1,
      "kind": "storage-buffer",
      "count": 1,
      "pieces": 4,
      "piece_multiple": 16,
      "piece_bytes": 1024
    }
  ],
  "push_constants": {
    "offset": 0,
    "size": 96
  },
  "added": {
    "capabilities": [
      "Float16",
      "Int64"
    ],
    "extensions": [
      "SPV_A",
      "SPV_B"
    ]
  },
  "declined": [
    {
      "pass": "p",
      "instruction": "%2 = OpPhi",
      "reason": "\"why\"\n"
    },
    {
      "pass": "p",
      "set": 1,
      "binding": 2,
      "instruction": "%1 = OpLoad",
      "reason": "because"
    }
  ]
}
)";

TEST(InterfaceMap, JsonIsSortedAndStable) { EXPECT_EQ(FullMap().ToJson(), kFullJson); }

TEST(InterfaceMap, JsonReadsBack) {
  for (const InterfaceMap& map : {InterfaceMap(), FullMap()}) {
    InterfaceMap read;
    std::string error;
    ASSERT_TRUE(InterfaceMap::FromJson(map.ToJson(), &read, &error)) << error;
    EXPECT_EQ(read.ToJson(), map.ToJson());
    EXPECT_EQ(read.presence.has_value(), map.presence.has_value());
  }
}

TEST(InterfaceMap, BufferSourcesHaveABinding) {
  InterfaceMap map = FullMap();
  map.presence->source = InterfaceMap::Presence::Source::kStorageBuffer;
  map.presence->set = 5;
  map.presence->binding = 6;
  const std::string json = map.ToJson();
  EXPECT_NE(json.find("\"source\": \"storage-buffer\",\n    \"set\": 5,\n    \"binding\": 6,"), std::string::npos);
  InterfaceMap read;
  std::string error;
  ASSERT_TRUE(InterfaceMap::FromJson(json, &read, &error)) << error;
  EXPECT_EQ(read.ToJson(), json);
}

TEST(InterfaceMap, NamesThatAreNoUtf8AreReplaced) {
  InterfaceMap map;
  map.entry_points = {{"a\xFF\xC0z", "vertex"}};
  InterfaceMap read;
  std::string error;
  ASSERT_TRUE(InterfaceMap::FromJson(map.ToJson(), &read, &error)) << error;
  EXPECT_EQ(read.entry_points[0].name.front(), 'a');
  EXPECT_EQ(read.entry_points[0].name.back(), 'z');
}

TEST(InterfaceMap, UnknownKeysAreIgnoredAndAMinorVersionIsTaken) {
  std::string json = kFullJson;
  json.replace(json.find("    1,\n    0"), 12, "    1,\n    9");
  json.replace(json.find("\"offset\": 88,"), 13, "\"offset\": 88, \"later\": [{}],");
  json.insert(1, "\"new\": {\"deep\": [1, 2]},");
  InterfaceMap read;
  std::string error;
  ASSERT_TRUE(InterfaceMap::FromJson(json, &read, &error)) << error;
  EXPECT_EQ(read.ToJson(), kFullJson);
}

std::string ErrorOf(const std::string& json) {
  InterfaceMap map = FullMap();
  std::string error;
  EXPECT_FALSE(InterfaceMap::FromJson(json, &map, &error)) << json;
  EXPECT_EQ(map.ToJson(), kFullJson) << "the result was touched";
  return error;
}

// The full map with the first `from` replaced.
std::string Edited(const std::string& from, const std::string& to) {
  std::string json = kFullJson;
  const size_t at = json.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return json.replace(at, from.size(), to);
}

TEST(InterfaceMap, ErrorsSayWhatAndWhere) {
  EXPECT_THAT(ErrorOf(""), testing::StartsWith("the text is not JSON: parse error at line 1, column 1: "));
  EXPECT_THAT(ErrorOf("{\n ]"), testing::StartsWith("the text is not JSON: parse error at line 2, column 2: "));
  EXPECT_EQ(ErrorOf("[]"), "the map is not an object");
  EXPECT_EQ(ErrorOf("{}"), "schema is missing");
  EXPECT_EQ(ErrorOf(Edited("lacuna-interface", "other")), "schema is not \"lacuna-interface\"");
  EXPECT_EQ(ErrorOf(Edited("    1,\n    0", "2, 0")), "version [2,0] is not understood, only major version 1");
  EXPECT_EQ(ErrorOf(Edited("    1,\n    0", "1")), "version is not a pair of numbers");
  EXPECT_EQ(ErrorOf(Edited("\"set\": 0", "\"set\": -1")), "presence.bits[0].set is not a number in range");
  EXPECT_EQ(ErrorOf(Edited("\"set\": 0", "\"set\": 4294967296")), "presence.bits[0].set is not a number in range");
  EXPECT_EQ(ErrorOf(Edited("\"set\": 0", "\"set\": 1.5")), "presence.bits[0].set is not a number in range");
  EXPECT_EQ(ErrorOf(Edited("\"set\": 0", "\"set\": \"0\"")), "presence.bits[0].set is not a number in range");
  EXPECT_EQ(ErrorOf(Edited("uniform-texel-buffer", "buffer")), "presence.bits[0].kind is no kind of descriptor");
  EXPECT_EQ(ErrorOf(Edited("push-constant\"", "registers\"")), "presence.source is not a known source");
  EXPECT_EQ(ErrorOf(Edited("\"words\": 2", "\"words\": 1")), "presence.bits names a bit past the last word");
  EXPECT_EQ(ErrorOf(Edited("\"count\": 40", "\"count\": 4294967295")), "presence.bits names a bit past the last word");
  EXPECT_EQ(ErrorOf(Edited("\"zero_filled\": true", "\"zero_filled\": 1")),
            "stand_ins[0].zero_filled is neither true nor false");
  EXPECT_EQ(ErrorOf(Edited("\"SPV_A\"", "1")), "added.extensions holds something that is not a string");
  EXPECT_EQ(ErrorOf(Edited("\"name\": \"lacuna\"", "\"name\": null")), "generator.name is not a string");
  EXPECT_EQ(ErrorOf(Edited("\"declined\": [", "\"declined\": 3, \"x\": [")), "declined is not a list");
}

TEST(InterfaceMap, HostileTextsDoNoHarm) {
  InterfaceMap map;
  std::string error;
  EXPECT_FALSE(InterfaceMap::FromJson(std::string(200000, '['), &map, &error));
  EXPECT_FALSE(InterfaceMap::FromJson(std::string(100000, '[') + std::string(100000, ']'), &map, &error));
  EXPECT_FALSE(InterfaceMap::FromJson(std::string_view("\0\0\0", 3), &map, &error));
  std::mt19937 random(5);
  const std::string json = kFullJson;
  static constexpr char kCharacters[] = "{}[]\",:0-1e9.null\\u\xFF ";
  for (int round = 0; round < 3000; ++round) {
    std::string text = json;
    for (unsigned edits = 1 + random() % 4; edits > 0; --edits) {
      const size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = kCharacters[random() % (sizeof(kCharacters) - 1)];
          break;
        case 1:
          text.erase(at, random() % 30);
          break;
        default:
          text.insert(at, json.substr(random() % json.size(), random() % 40));
      }
    }
    InterfaceMap read;
    if (InterfaceMap::FromJson(text, &read, &error)) {
      InterfaceMap again;
      EXPECT_TRUE(InterfaceMap::FromJson(read.ToJson(), &again, &error)) << error;
      EXPECT_EQ(again.ToJson(), read.ToJson());
    } else {
      EXPECT_NE(error, "");
    }
  }
}

}  // namespace
}  // namespace lacuna
