// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/Registry.h"

#include <gtest/gtest.h>

#include "Support/Text.h"
#include "lacuna/Descriptor.h"

namespace lacuna {
namespace {

PassInfo Pass(const std::string& flag) {
  PassInfo pass;
  pass.flag = flag;
  pass.create = [](const OptionValues&, PassContext*) { return spvtools::CreateNullPass(); };
  return pass;
}

OptionInfo Option(const std::string& key, OptionType type, const std::string& default_text) {
  OptionInfo option;
  option.key = key;
  option.type = type;
  option.default_text = default_text;
  return option;
}

std::string AddError(PassInfo pass) {
  Registry registry;
  RegisterBuiltinPasses(registry);
  std::string error;
  return registry.Add(std::move(pass), &error) ? "" : error;
}

TEST(Registry, BuiltinPassesAreThoseOfTheDefinitionFile) {
  Registry registry;
  RegisterBuiltinPasses(registry);
  std::vector<std::string> flags;
#define LACUNA_PASS_BEGIN(ID, FLAG, SUMMARY) flags.push_back(FLAG);
#include "lacuna/Passes.def"
  ASSERT_EQ(registry.passes().size(), flags.size());
  for (size_t i = 0; i < flags.size(); ++i) EXPECT_EQ(registry.passes()[i]->flag, flags[i]);

  const auto pass = registry.Find("emulate-null-descriptors");
  ASSERT_TRUE(pass);
  EXPECT_EQ(pass->id, "EmulateNullDescriptors");
  EXPECT_FALSE(pass->summary.empty());
  ASSERT_GE(pass->options.size(), 7u);
  EXPECT_EQ(pass->options[0].key, "storage-buffers");
  EXPECT_EQ(pass->options[0].choices, (std::vector<std::string>{"length", "presence", "both", "off"}));
  EXPECT_EQ(pass->options[0].default_text, "length");
  EXPECT_FALSE(registry.Find("--emulate-null-descriptors"));
  EXPECT_FALSE(registry.Find("ccp"));
}

TEST(Registry, AddTakesForeignPasses) {
  PassInfo pass = Pass("my-pass-2");
  pass.options = {Option("a", OptionType::kBool, "true"), Option("b", OptionType::kText, "")};
  EXPECT_EQ(AddError(pass), "");
}

TEST(Registry, AddRefusesNamesThatAreTaken) {
  EXPECT_NE(AddError(Pass("emulate-null-descriptors")).find("there is a pass of this name"), std::string::npos);
  for (const char* name : {"ccp", "print-all", "passes", "loop-fission", "help", "legalize-hlsl", "target-env"}) {
    EXPECT_NE(AddError(Pass(name)).find("spirv-opt has a flag of this name"), std::string::npos) << name;
  }
}

TEST(Registry, AddRefusesMalformedEntries) {
  for (const char* name : {"", "-x", "A", "a b", "a=b", "a,b", "a<b"}) EXPECT_NE(AddError(Pass(name)), "") << name;
  PassInfo no_create = Pass("x");
  no_create.create = nullptr;
  EXPECT_NE(AddError(no_create), "");

  const std::vector<std::vector<OptionInfo>> wrong = {
      {Option("no-x", OptionType::kBool, "true")},
      {Option("x", OptionType::kBool, "yes")},
      {Option("x", OptionType::kUint, "auto")},
      {Option("x", OptionType::kUint, "")},
      {Option("x", OptionType::kEnum, "a")},
      {Option("x", OptionType::kBindings, "")},
      {Option("X", OptionType::kText, "")},
      {Option("x", OptionType::kText, ""), Option("x", OptionType::kText, "")},
  };
  for (const auto& options : wrong) {
    PassInfo pass = Pass("x");
    pass.options = options;
    EXPECT_NE(AddError(pass), "") << options[0].key << ' ' << options[0].default_text;
  }
}

TEST(Registry, OptionValues) {
  OptionValue value;
  std::string error;
  EXPECT_TRUE(ParseOptionValue(Option("x", OptionType::kUint, "0"), "0x10", &value, &error));
  EXPECT_EQ(value.number, 16u);
  EXPECT_EQ(value.text, "16");
  EXPECT_TRUE(ParseOptionValue(Option("x", OptionType::kAutoUint, "auto"), "auto", &value, &error));
  EXPECT_TRUE(value.automatic);
  EXPECT_TRUE(ParseOptionValue(Option("x", OptionType::kAutoUint, "auto"), "007", &value, &error));
  EXPECT_FALSE(value.automatic);
  EXPECT_EQ(value.text, "7");
  EXPECT_TRUE(ParseOptionValue(Option("x", OptionType::kBindings, "*"), "0.2,0.1", &value, &error));
  EXPECT_EQ(value.text, "0.1-2");
  EXPECT_TRUE(value.bindings.Contains(0, 2));
  OptionInfo choice = Option("x", OptionType::kEnum, "red");
  choice.choices = {"red", "green"};
  EXPECT_TRUE(ParseOptionValue(choice, "green", &value, &error));
  EXPECT_EQ(value.number, 1u);
  for (const char* text : {"", "-1", "1 ", " 1", "0x", "4294967296", "1.0", "x"}) {
    EXPECT_FALSE(ParseOptionValue(Option("x", OptionType::kUint, "0"), text, &value, &error)) << text;
  }
  EXPECT_FALSE(ParseOptionValue(choice, "gren", &value, &error));
  EXPECT_EQ(error, "option 'x' takes one of red, green, not 'gren'; did you mean 'green'?");
}

TEST(Text, EditDistance) {
  EXPECT_EQ(EditDistance("", ""), 0u);
  EXPECT_EQ(EditDistance("abc", ""), 3u);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3u);
  EXPECT_EQ(EditDistance("ab", "ba"), 1u);
  EXPECT_EQ(Nearest("laods", {"helpers", "loads"}), "loads");
  EXPECT_EQ(Nearest("xyz", {"helpers", "loads"}), "");
  EXPECT_EQ(Nearest(std::string(1000, 'a'), {"a"}), "");
}

TEST(Descriptor, NamesGoBothWays) {
  for (int i = 0; i <= static_cast<int>(DescriptorKind::kAccelerationStructure); ++i) {
    const auto kind = static_cast<DescriptorKind>(i);
    DescriptorKind parsed{};
    EXPECT_TRUE(ParseDescriptorKind(DescriptorKindName(kind), &parsed));
    EXPECT_EQ(parsed, kind);
  }
  DescriptorKind kind{};
  EXPECT_FALSE(ParseDescriptorKind("buffer", &kind));
  EXPECT_FALSE(ParseDescriptorKind("", &kind));
}

}  // namespace
}  // namespace lacuna
