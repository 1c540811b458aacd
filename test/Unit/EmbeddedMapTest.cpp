// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interface/EmbeddedMap.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "Support/SpirvToolsCompat.h"
#include "lacuna/Reflection/Reader.h"
#include "spirv-tools/libspirv.hpp"

namespace lacuna {
namespace {

constexpr char kModule[] = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%proc = OpTypeFunction %void
%main = OpFunction %void None %proc
%entry = OpLabel
OpReturn
OpFunctionEnd
)";

std::vector<uint32_t> Assemble() {
  std::vector<uint32_t> words;
  EXPECT_TRUE(spvtools::SpirvTools(SPV_ENV_VULKAN_1_1).Assemble(kModule, &words));
  return words;
}

// The map that reflection finds in a module.
std::string MapOf(const std::vector<uint32_t>& words) {
  const auto module = reflection::ReadShader({reinterpret_cast<const uint8_t*>(words.data()), words.size() * 4});
  EXPECT_TRUE(module);
  return module ? module->interface_map : std::string();
}

// Longer than one OpString may be, and characters of two bytes at every place
// where it could be cut.
TEST(EmbeddedMap, LongTextIsCutBetweenCharacters) {
  for (const char* first : {"", "x"}) {
    std::string text = first;
    for (int i = 0; i < 100000; ++i) text += "\xc3\xbc";
    std::vector<uint32_t> words = Assemble();
    std::string error;
    ASSERT_TRUE(EmbedInterfaceMap(text, SPV_ENV_VULKAN_1_1, 0x3FFFFF, &words, &error)) << error;
    const spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
    EXPECT_TRUE(tools.Validate(words));
    EXPECT_EQ(MapOf(words), text);

    size_t strings = 0;
    for (size_t at = 5; at < words.size(); at += words[at] >> 16) {
      if ((words[at] & 0xffff) != static_cast<uint32_t>(spv::Op::OpString)) continue;
      ++strings;
      const std::string piece = reinterpret_cast<const char*>(&words[at + 2]);
      EXPECT_LE(piece.size(), 65535u);
      EXPECT_NE(static_cast<unsigned char>(piece[0]) & 0xc0, 0x80);
    }
    EXPECT_EQ(strings, 4u);
  }
}

TEST(EmbeddedMap, ModuleStaysWhenIdsRunOut) {
  std::vector<uint32_t> words = Assemble();
  const std::vector<uint32_t> before = words;
  std::string error;
  EXPECT_FALSE(EmbedInterfaceMap("{}", SPV_ENV_VULKAN_1_1, before[3] + 1, &words, &error));
  EXPECT_EQ(error, "there are no ids left for the embedded interface map; --compact-ids may free some");
  EXPECT_EQ(words, before);
}

TEST(EmbeddedMap, SecondMapIsRefused) {
  std::vector<uint32_t> words = Assemble();
  std::string error;
  ASSERT_TRUE(EmbedInterfaceMap("{\"a\": 1}", SPV_ENV_VULKAN_1_1, 0x3FFFFF, &words, &error)) << error;
  const std::vector<uint32_t> before = words;
  EXPECT_FALSE(EmbedInterfaceMap("{}", SPV_ENV_VULKAN_1_1, 0x3FFFFF, &words, &error));
  EXPECT_NE(error.find("has an embedded interface map already"), std::string::npos) << error;
  EXPECT_EQ(words, before);
}

}  // namespace
}  // namespace lacuna
