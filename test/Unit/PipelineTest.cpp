// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/Pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>

namespace lacuna {
namespace {

// A pass that takes every kind of option.
PassInfo EveryOption() {
  PassInfo pass;
  pass.flag = "every-option";
  pass.options = {
      {"on", OptionType::kBool, "true", {}, ""},
      {"off", OptionType::kBool, "false", {}, ""},
      {"number", OptionType::kUint, "12", {}, ""},
      {"offset", OptionType::kAutoUint, "auto", {}, ""},
      {"color", OptionType::kEnum, "red", {"red", "green", "blue"}, ""},
      {"bindings", OptionType::kBindings, "*", {}, ""},
      {"text", OptionType::kText, "", {}, ""},
  };
  pass.create = [](const OptionValues&, PassContext*) { return spvtools::CreateNullPass(); };
  return pass;
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

class PipelineTest : public testing::Test {
 protected:
  PipelineTest() {
    RegisterBuiltinPasses(registry_);
    std::string error;
    EXPECT_TRUE(registry_.Add(EveryOption(), &error)) << error;
  }

  // The canonical text of a pipeline text, or the error.
  std::string Canonical(const std::string& text) const {
    Pipeline pipeline;
    std::string error;
    return Pipeline::Parse(text, registry_, &pipeline, &error) ? pipeline.ToString() : "error: " + error;
  }

  std::string FromFlags(const std::vector<std::string>& flags) const {
    Pipeline pipeline;
    std::string error;
    return Pipeline::FromFlags(flags, registry_, &pipeline, &error) ? pipeline.ToString() : "error: " + error;
  }

  Pipeline Parse(const std::string& text) const {
    Pipeline pipeline;
    std::string error;
    EXPECT_TRUE(Pipeline::Parse(text, registry_, &pipeline, &error)) << text << ": " << error;
    return pipeline;
  }

  Registry registry_;
};

TEST_F(PipelineTest, FlagsSeparateOptionsByCommasUnlessTheyContinueAList) {
  EXPECT_EQ(FromFlags({"--every-option"}), "every-option");
  EXPECT_EQ(FromFlags({"--every-option="}), "every-option");
  EXPECT_EQ(FromFlags({"--every-option=number=5,color=blue"}), "every-option<number=5;color=blue>");
  EXPECT_EQ(FromFlags({"--every-option=bindings=0.1,0.5,number=5"}), "every-option<number=5;bindings=0.1,0.5>");
  EXPECT_EQ(FromFlags({"--every-option=bindings=0.1,0.5;off"}), "every-option<off;bindings=0.1,0.5>");
  EXPECT_EQ(FromFlags({"--every-option=text=a,b,off,number=3"}), "every-option<off;number=3;text=a,b>");
  EXPECT_EQ(FromFlags({"--every-option=text=\"a,off\",off"}), "every-option<off;text=a,off>");
  EXPECT_EQ(FromFlags({"--every-option=text=a,no-on"}), "every-option<no-on;text=a>");
  EXPECT_EQ(FromFlags({"--every-option=text=a,no-way"}), "every-option<text=a,no-way>");
  // Only lists are continued: elsewhere it is an unknown option.
  EXPECT_EQ(FirstLine(FromFlags({"--every-option=number=5,colour"})),
            "error: pass 'every-option' has no option 'colour'; did you mean 'color'?");
  // After ';' a new option begins, whatever it is.
  EXPECT_EQ(FirstLine(FromFlags({"--every-option=bindings=0.1;0.5"})),
            "error: pass 'every-option' has no option '0.5'");
}

TEST_F(PipelineTest, BetweenAnglesCommasSeparateNothing) {
  EXPECT_EQ(Canonical("every-option<text=a,b,off>"), "every-option<text=a,b,off>");
  EXPECT_EQ(Canonical("every-option<bindings=0.1,0.2;off>,ccp"), "every-option<off;bindings=0.1-2>,ccp");
  EXPECT_EQ(Canonical("every-option<number=5,off>").substr(0, 6), "error:");
}

TEST_F(PipelineTest, Switches) {
  EXPECT_EQ(Canonical("every-option<on;off>"), "every-option<off>");
  EXPECT_EQ(Canonical("every-option<no-on;no-off>"), "every-option<no-on>");
  EXPECT_EQ(Canonical("every-option<on=false;off=true>"), "every-option<no-on;off>");
  EXPECT_EQ(Canonical("every-option<no-number>").substr(0, 6), "error:");
  EXPECT_EQ(Canonical("every-option<on=1>").substr(0, 6), "error:");
  EXPECT_EQ(Canonical("every-option<on;no-on>"), "error: pass 'every-option': option 'on' is given twice");
}

TEST_F(PipelineTest, Quotes) {
  EXPECT_EQ(Canonical(R"(every-option<text="a;b>c,\"d\\">,ccp)"), R"(every-option<text="a;b>c,\"d\\">,ccp)");
  EXPECT_EQ(Canonical(R"(every-option<text="plain">)"), "every-option<text=plain>");
  EXPECT_EQ(Canonical(R"(every-option<text="">)"), "every-option");
  EXPECT_EQ(Canonical(R"(struct-packing="S,1:std140")"), R"(struct-packing="S,1:std140")");
  for (const char* text :
       {R"(every-option<text="a)", R"(every-option<text="a>)", R"(every-option<text="a"b>)",
        R"(every-option<text=a"b">)", R"(every-option<text="a\n">)", R"(struct-packing="S:std140)"}) {
    EXPECT_EQ(Canonical(text).substr(0, 6), "error:") << text;
  }
}

TEST_F(PipelineTest, StockSteps) {
  EXPECT_EQ(Canonical("-O,O,--O,-Os,Os,--Os"), "-O,-O,-O,-Os,-Os,-Os");
  EXPECT_EQ(Canonical("--ccp,ccp=,legalize-hlsl"), "ccp,ccp,legalize-hlsl");
  EXPECT_EQ(FromFlags({"-O", "--O", "--ccp=x y"}), "-O,-O,ccp=\"x y\"");
  EXPECT_EQ(Canonical(""), "");
  EXPECT_EQ(Canonical("  "), "");
  for (const char* text :
       {"-ccp", "---ccp", "-Oconfig=x", "Oconfig=x", "ccp<>", "o", "help", "-h", "loop-fission",
        "loop-peeling-threshold", "loop-peeling-threshold=0", ",", "ccp,", ",ccp", "ccp ccp", "<>"}) {
    EXPECT_EQ(Canonical(text).substr(0, 6), "error:") << text;
  }
  for (const char* flag : {"ccp", "-ccp", "--", "-", "-O=1", "-O3"}) {
    EXPECT_EQ(FromFlags({flag}).substr(0, 6), "error:") << flag;
  }
}

TEST_F(PipelineTest, FailureLeavesThePipelineAsItWas) {
  Pipeline pipeline = Parse("ccp");
  std::string error;
  EXPECT_FALSE(Pipeline::Parse("ccp,nonsense", registry_, &pipeline, &error));
  EXPECT_EQ(pipeline.ToString(), "ccp");
  EXPECT_FALSE(pipeline.HasRegistryPass());
  EXPECT_TRUE(Parse("ccp,every-option").HasRegistryPass());
  EXPECT_TRUE(Pipeline().empty());
  EXPECT_EQ(Pipeline().ToString(), "");
}

std::string RandomText(std::mt19937& random) {
  static constexpr char kCharacters[] = "ab0.,;:<>=\"\\-_ \t\n*|no";
  std::string text;
  for (unsigned length = random() % 8; length > 0; --length) text += kCharacters[random() % (sizeof(kCharacters) - 1)];
  return text;
}

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

// A valid pipeline text with random contents and spelling.
std::string RandomPipeline(std::mt19937& random) {
  const auto pick = [&random](std::initializer_list<const char*> items) {
    return std::string(items.begin()[random() % items.size()]);
  };
  std::string text;
  for (unsigned steps = 1 + random() % 5; steps > 0; --steps) {
    if (!text.empty()) text += pick({",", " , ", ",\n"});
    switch (random() % 4) {
      case 0:
        text += pick({"-O", "Os", "ccp", "--merge-return", "scalar-replacement=7", "--loop-fission=3",
                      "loop-peeling-threshold=9"});
        break;
      case 1:
        text += "ccp=" + Quoted(RandomText(random));
        break;
      default: {
        std::vector<std::string> options = {pick({"on", "no-on", "on=false"}),
                                            pick({"off", "no-off", "off=true"}),
                                            "number=" + pick({"0", "0x20", "12", "4294967295", "\"3\""}),
                                            "offset=" + pick({"auto", "0", "88", "0xFF"}),
                                            "color=" + pick({"red", "green", "blue"}),
                                            "bindings=" + pick({"*", "0.1,0.0", "2.*,1.3-5", "\"0.1\""}),
                                            "text=" + Quoted(RandomText(random))};
        std::shuffle(options.begin(), options.end(), random);
        options.resize(random() % (options.size() + 1));
        text += "every-option<";
        for (size_t i = 0; i < options.size(); ++i) text += (i ? pick({";", " ; "}) : "") + options[i];
        text += '>';
      }
    }
  }
  return text;
}

TEST_F(PipelineTest, CanonicalTextsParseBackToThemselves) {
  std::mt19937 random(7);
  for (int round = 0; round < 1500; ++round) {
    const std::string text = RandomPipeline(random);
    const std::string canonical = Canonical(text);
    ASSERT_NE(canonical.substr(0, 6), "error:") << text << '\n' << canonical;
    ASSERT_EQ(Canonical(canonical), canonical) << text;
  }
}

TEST_F(PipelineTest, RandomTextsEitherParseToAFixpointOrGiveAnError) {
  std::mt19937 random(11);
  for (int round = 0; round < 3000; ++round) {
    std::string text = RandomPipeline(random);
    for (unsigned edits = 1 + random() % 3; edits > 0; --edits) {
      const size_t at = random() % (text.size() + 1);
      text = text.substr(0, at) + RandomText(random) + text.substr(std::min(text.size(), at + random() % 4));
    }
    const std::string canonical = Canonical(text);
    if (canonical.substr(0, 6) == "error:") {
      ASSERT_GT(canonical.size(), 10u) << text;
    } else {
      ASSERT_EQ(Canonical(canonical), canonical) << text;
    }
  }
}

// --- Running ---

std::vector<uint32_t> Assemble(const std::string& text) {
  std::vector<uint32_t> words;
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_3);
  EXPECT_TRUE(tools.Assemble(text, &words));
  return words;
}

// A module with something for -O to do, and an OpNop that any rewrite drops.
std::vector<uint32_t> Module() {
  return Assemble(R"(
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Vertex %main "main" %out
    OpDecorate %out Location 0
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %float = OpTypeFloat 32
    %one = OpConstant %float 1
    %outp = OpTypePointer Output %float
    %localp = OpTypePointer Function %float
    %out = OpVariable %outp Output
    %main = OpFunction %void None %fn
    %entry = OpLabel
    %local = OpVariable %localp Function
    OpNop
    OpStore %local %one
    %value = OpLoad %float %local
    OpStore %out %value
    OpReturn
    OpFunctionEnd)");
}

TEST_F(PipelineTest, APipelineRunsAgainAndAgainAndInThreads) {
  const std::vector<uint32_t> module = Module();
  const Pipeline pipeline = Parse("every-option,-O,loop-peeling-threshold=3,loop-peeling");
  const RunResult first = pipeline.Run(module.data(), module.size(), {});
  ASSERT_EQ(first.status, RunStatus::kChanged);
  EXPECT_LT(first.words.size(), module.size());
  EXPECT_EQ(first.interface_map.generator.pipeline, pipeline.ToString());
  std::atomic<int> equal{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 5; ++round) {
        const RunResult again = pipeline.Run(module.data(), module.size(), {});
        equal += again.words == first.words && again.interface_map.ToJson() == first.interface_map.ToJson();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(equal, 20);
}

TEST_F(PipelineTest, UnchangedModulesKeepTheirWordsWhenARegistryPassRan) {
  std::vector<uint32_t> module = Module();
  RunResult result = Parse("every-option,eliminate-dead-functions").Run(module.data(), module.size(), {});
  EXPECT_EQ(result.status, RunStatus::kUnchanged);
  EXPECT_EQ(result.words, module);
  // SPIRV-Tools alone drops the OpNop.
  result = Parse("eliminate-dead-functions").Run(module.data(), module.size(), {});
  EXPECT_EQ(result.status, RunStatus::kChanged);
  EXPECT_LT(result.words.size(), module.size());

  for (uint32_t& word : module) word = __builtin_bswap32(word);
  result = Parse("every-option").Run(module.data(), module.size(), {});
  EXPECT_EQ(result.status, RunStatus::kUnchanged);
  EXPECT_EQ(result.words, module);
}

TEST_F(PipelineTest, InvalidInputGivesNoWordsAndAPlace) {
  std::vector<uint32_t> module = Module();
  module.pop_back();
  RunResult result = Parse("-O").Run(module.data(), module.size(), {});
  EXPECT_EQ(result.status, RunStatus::kInvalidInput);
  EXPECT_TRUE(result.words.empty());
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_EQ(result.diagnostics[0].severity, Diagnostic::Severity::kError);

  module = Module();
  const uint32_t kFirstInstruction = 5;
  module[kFirstInstruction] = 0;
  result = Parse("-O").Run(module.data(), module.size(), {});
  EXPECT_EQ(result.status, RunStatus::kInvalidInput);
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_EQ(result.diagnostics[0].word, kFirstInstruction);
  EXPECT_EQ(result.diagnostics[0].instruction, 0u);

  EXPECT_EQ(Pipeline().Run(nullptr, 0, {}).status, RunStatus::kInvalidInput);
  const uint32_t garbage[] = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(Pipeline().Run(garbage, 6, {}).status, RunStatus::kInvalidInput);
}

TEST_F(PipelineTest, MutatedModulesNeverGiveHalfAResult) {
  std::mt19937 random(3);
  const std::vector<uint32_t> module = Module();
  const Pipeline pipeline = Parse("every-option,eliminate-dead-code-aggressive");
  for (int round = 0; round < 300; ++round) {
    std::vector<uint32_t> mutated = module;
    for (unsigned edits = 1 + random() % 3; edits > 0; --edits) {
      mutated[random() % mutated.size()] ^= random() % 2 ? 1u << random() % 32 : static_cast<uint32_t>(random());
    }
    const RunResult result = pipeline.Run(mutated.data(), mutated.size(), {});
    EXPECT_EQ(result.words.empty(), !result.ok());
    EXPECT_EQ(result.diagnostics.empty(), result.ok());
  }
}

// A pass of the registry that reports and fails, or reports and goes on.
PassInfo Reporting(bool fails) {
  PassInfo pass = EveryOption();
  pass.flag = fails ? "report-and-fail" : "report";
  pass.create = [fails](const OptionValues&, PassContext* context) {
    Remark remark;
    remark.kind = RemarkKind::kDeclined;
    remark.message = "no";
    context->remarks->Emit(remark);
    remark.kind = RemarkKind::kPassed;
    context->remarks->Emit(remark);
    context->interface_map->declined.push_back({"report", 0u, 1u, "i", "no"});
    // A flag of SPIRV-Tools that fails on a module without what it needs.
    return fails ? spvtools::CreateGraphicsRobustAccessPass() : spvtools::CreateNullPass();
  };
  return pass;
}

TEST_F(PipelineTest, DeclinedShapesAreKeptAndRemarksPassedOn) {
  struct Counter : RemarkSink {
    int count = 0;
    void Emit(const Remark&) override { ++count; }
  } counter;
  std::string error;
  ASSERT_TRUE(registry_.Add(Reporting(false), &error)) << error;
  ASSERT_TRUE(registry_.Add(Reporting(true), &error)) << error;
  RunOptions options;
  options.remarks = &counter;
  const std::vector<uint32_t> module = Module();
  RunResult result = Parse("report").Run(module.data(), module.size(), options);
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.declined.size(), 1u);
  EXPECT_EQ(result.interface_map.declined.size(), 1u);
  EXPECT_EQ(counter.count, 2);

  // Robust access fails without the Shader capability's logical addressing.
  const std::vector<uint32_t> kernel = Assemble(R"(
    OpCapability Kernel
    OpCapability Addresses
    OpCapability Linkage
    OpMemoryModel Physical32 OpenCL)");
  result = Parse("report-and-fail").Run(kernel.data(), kernel.size(), options);
  EXPECT_EQ(result.status, RunStatus::kFailed);
  EXPECT_TRUE(result.words.empty());
  EXPECT_TRUE(result.interface_map.declined.empty());
  EXPECT_EQ(result.declined.size(), 1u);
}

TEST_F(PipelineTest, PushConstantsOfTheResult) {
  const std::vector<uint32_t> module = Assemble(R"(
    OpCapability Shader
    OpCapability Float64
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main"
    OpExecutionMode %main LocalSize 1 1 1
    OpDecorate %array ArrayStride 24
    OpDecorate %length SpecId 0
    OpMemberDecorate %inner 0 Offset 0
    OpMemberDecorate %inner 1 Offset 8
    OpMemberDecorate %block 0 Offset 8
    OpMemberDecorate %block 1 Offset 64
    OpMemberDecorate %block 1 MatrixStride 16
    OpMemberDecorate %block 1 RowMajor
    OpDecorate %block Block
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %float = OpTypeFloat 32
    %double = OpTypeFloat 64
    %vec3 = OpTypeVector %float 3
    %mat2x3 = OpTypeMatrix %vec3 2
    %uint = OpTypeInt 32 0
    %one = OpConstant %uint 1
    %base = OpSpecConstant %uint 1
    %length = OpSpecConstantOp %uint IAdd %base %one
    %inner = OpTypeStruct %double %vec3
    %array = OpTypeArray %inner %length
    %block = OpTypeStruct %array %mat2x3
    %blockp = OpTypePointer PushConstant %block
    %push = OpVariable %blockp PushConstant
    %main = OpFunction %void None %fn
    %entry = OpLabel
    OpReturn
    OpFunctionEnd)");
  RunOptions options;
  options.validate = false;
  const RunResult result = Pipeline().Run(module.data(), module.size(), options);
  ASSERT_TRUE(result.ok());
  ASSERT_TRUE(result.interface_map.push_constants);
  // The array ends at 8 + 24 + 20 = 52; the matrix has three rows of 16 bytes,
  // the last of which holds two floats, and ends at 64 + 2 * 16 + 8 = 104.
  EXPECT_EQ(result.interface_map.push_constants->offset, 8u);
  EXPECT_EQ(result.interface_map.push_constants->size, 96u);
}

// Structs that hold their predecessor twice: walked naively, 2^60 visits.
TEST_F(PipelineTest, DeeplySharedTypesAreSummarizedAtOnce) {
  std::string text = R"(
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main"
    OpExecutionMode %main LocalSize 1 1 1)";
  std::string types =
      "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%float = OpTypeFloat 32\n%s0 = OpTypeStruct %float\n";
  text += "\nOpMemberDecorate %s0 0 Offset 0\n";
  for (int i = 1; i <= 60; ++i) {
    const std::string id = "%s" + std::to_string(i), inner = "%s" + std::to_string(i - 1);
    text += "OpMemberDecorate " + id + " 0 Offset 0\nOpMemberDecorate " + id + " 1 Offset 4\n";
    types += id + " = OpTypeStruct " + inner + ' ' + inner + '\n';
  }
  text += types + R"(
    %blockp = OpTypePointer PushConstant %s60
    %push = OpVariable %blockp PushConstant
    %main = OpFunction %void None %fn
    %entry = OpLabel
    OpReturn
    OpFunctionEnd)";
  const std::vector<uint32_t> module = Assemble(text);
  RunOptions options;
  options.validate = false;
  const RunResult result = Pipeline().Run(module.data(), module.size(), options);
  ASSERT_TRUE(result.ok());
  ASSERT_TRUE(result.interface_map.push_constants);
  EXPECT_EQ(result.interface_map.push_constants->size, 4u + 60u * 4u);
}

}  // namespace
}  // namespace lacuna
