// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// What the interpreter refuses, where it stops, and that no words make it crash.

#include <cstdint>

#include "InterpreterFixture.h"

namespace lacuna::interpreter {
namespace {

// A module with a storage buffer of uints, `out`, and the given body of main.
std::string ModuleOf(const std::string& body, const std::string& globals = "", const std::string& functions = "") {
  return Preamble() +
         "OpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\nOpName %value \"value\"\n"
         "OpDecorate %array ArrayStride 4\nOpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\n"
         "OpDecorate %out DescriptorSet 0\nOpDecorate %out Binding 0\nOpDecorate %spec SpecId 7\n" +
         Types() +
         "%one = OpConstant %b32 1\n%array = OpTypeRuntimeArray %b32\n%block = OpTypeStruct %array\n"
         "%to_block = OpTypePointer StorageBuffer %block\n%to_word = OpTypePointer StorageBuffer %b32\n"
         "%out = OpVariable %to_block StorageBuffer\n%spec = OpSpecConstant %b32 5\n" +
         globals + functions + "%main = OpFunction %void None %fn\n%entry = OpLabel\n" + body + "OpFunctionEnd\n";
}

const char kStoreValue[] = "%place = OpAccessChain %to_word %out %zero %zero\nOpStore %place %value\nOpReturn\n";

struct Outcome {
  LoadError error;
  RunResult result;
  uint32_t word = 0;
};

Outcome Execute(const std::string& text, const LoadOptions& load = LoadOptions(), RunOptions options = RunOptions()) {
  Outcome outcome;
  const ProgramPtr program = LoadProgram(Assemble(text), load, &outcome.error);
  if (!program) return outcome;
  std::vector<uint8_t> memory(16, 0);
  BoundResource resource;
  resource.descriptors.resize(1);
  resource.descriptors[0].memory = memory.data();
  resource.descriptors[0].range = memory.size();
  options.resources.push_back(resource);
  outcome.result = RunProgram(*program, options);
  std::memcpy(&outcome.word, memory.data(), 4);
  return outcome;
}

TEST(InterpreterLoad, SpecConstantsAndTheirOperationsAreFolded) {
  const std::string text = ModuleOf(std::string("%value = OpIAdd %b32 %product %one\n") + kStoreValue,
                                    "%product = OpSpecConstantOp %b32 IMul %spec %spec\n");
  EXPECT_EQ(Execute(text).word, 26u);
  LoadOptions load;
  load.spec_constants = {{7, {3, 0, 0, 0}}};
  EXPECT_EQ(Execute(text, load).word, 10u);
}

TEST(InterpreterLoad, UnsupportedThingsAreNamed) {
  const Outcome instruction =
      Execute(ModuleOf("%value = OpDPdx %f32 %half\nOpReturn\n", "%half = OpConstant %f32 0.5\n"));
  EXPECT_TRUE(instruction.error.unsupported);
  EXPECT_NE(instruction.error.message.find("'value' = OpDPdx: is not supported"), std::string::npos)
      << instruction.error.message;
  std::string text = ModuleOf("OpReturn\n");
  text.insert(0, "OpCapability RayQueryKHR\nOpCapability Linkage\n");
  const Outcome capability = Execute(text);
  EXPECT_TRUE(capability.error.unsupported);
  EXPECT_NE(capability.error.message.find("capability RayQueryKHR"), std::string::npos) << capability.error.message;
}

TEST(InterpreterLoad, DamagedModulesAreErrors) {
  LoadError error;
  EXPECT_EQ(LoadProgram({}, LoadOptions(), &error), nullptr);
  EXPECT_EQ(LoadProgram({0x07230203, 0x00010600, 0, 1}, LoadOptions(), &error), nullptr);
  const Outcome types = Execute(ModuleOf("%value = OpIAdd %b32 %one %true\nOpReturn\n"));
  EXPECT_FALSE(types.error.unsupported);
  EXPECT_NE(types.error.message.find("its operands do not fit"), std::string::npos) << types.error.message;
}

TEST(InterpreterLimits, EndlessLoopsStop) {
  RunOptions options;
  options.max_steps = 1000;
  const Outcome outcome =
      Execute(ModuleOf("OpBranch %loop\n%loop = OpLabel\nOpBranch %loop\n"), LoadOptions(), options);
  EXPECT_FALSE(outcome.result.completed);
  EXPECT_NE(outcome.result.error.find("the limit of 1000 instructions is reached"), std::string::npos);
}

TEST(InterpreterLimits, EndlessRecursionStops) {
  const Outcome outcome = Execute(ModuleOf("%call = OpFunctionCall %void %again\nOpReturn\n", "",
                                           "%again = OpFunction %void None %fn\n%body = OpLabel\n"
                                           "%deeper = OpFunctionCall %void %again\nOpReturn\nOpFunctionEnd\n"));
  EXPECT_FALSE(outcome.result.completed);
  EXPECT_NE(outcome.result.error.find("calls are nested deeper than the limit of 256"), std::string::npos);
}

TEST(InterpreterLimits, MemoryIsBounded) {
  RunOptions options;
  options.max_memory = 1000;
  const Outcome outcome = Execute(ModuleOf("OpReturn\n",
                                           "%n = OpConstant %b32 4096\n%large = OpTypeArray %b32 %n\n"
                                           "%to_large = OpTypePointer Private %large\n"
                                           "%variable = OpVariable %to_large Private\n"),
                                  LoadOptions(), options);
  EXPECT_FALSE(outcome.result.completed);
  EXPECT_NE(outcome.result.error.find("needs more memory than the limit of 1000 bytes"), std::string::npos);
}

TEST(InterpreterControl, PhisChangeAtOnce) {
  // Two values that swap in each turn: after three turns they have changed places.
  const Outcome outcome =
      Execute(ModuleOf(std::string("OpBranch %loop\n%loop = OpLabel\n"
                                   "%a = OpPhi %b32 %one %entry %b %loop\n"
                                   "%b = OpPhi %b32 %spec %entry %a %loop\n"
                                   "%i = OpPhi %b32 %zero %entry %next %loop\n"
                                   "%next = OpIAdd %b32 %i %one\n%more = OpULessThan %bool %next %four\n"
                                   "OpLoopMerge %done %loop None\nOpBranchConditional %more %loop %done\n"
                                   "%done = OpLabel\n%value = OpISub %b32 %a %b\n") +
                           kStoreValue,
                       "%four = OpConstant %b32 4\n"));
  EXPECT_TRUE(outcome.result.completed) << outcome.error.message;
  EXPECT_EQ(outcome.word, 4u);  // 5 - 1
}

TEST(InterpreterControl, RecursionHasItsOwnVariables) {
  // f(n) = n == 0 ? 0 : n + f(n - 1), n in a variable.
  const Outcome outcome =
      Execute(ModuleOf(std::string("%value = OpFunctionCall %b32 %sum %spec\n") + kStoreValue,
                       "%unary = OpTypeFunction %b32 %b32\n%to_local = OpTypePointer Function %b32\n",
                       "%sum = OpFunction %b32 None %unary\n%n = OpFunctionParameter %b32\n"
                       "%body = OpLabel\n%local = OpVariable %to_local Function\nOpStore %local %n\n"
                       "%is_zero = OpIEqual %bool %n %zero\nOpSelectionMerge %rest None\n"
                       "OpBranchConditional %is_zero %end %rest\n%end = OpLabel\nOpReturnValue %zero\n"
                       "%rest = OpLabel\n%less = OpISub %b32 %n %one\n"
                       "%below = OpFunctionCall %b32 %sum %less\n%kept = OpLoad %b32 %local\n"
                       "%all = OpIAdd %b32 %kept %below\nOpReturnValue %all\nOpFunctionEnd\n"));
  EXPECT_TRUE(outcome.result.completed) << outcome.error.message;
  EXPECT_EQ(outcome.word, 15u);
}

// A module with something of everything that the decoder reads.
std::string RichModule() {
  return ModuleOf(
      "%local = OpVariable %to_pair Function\n%i0 = OpAccessChain %to_local %local %zero\nOpStore %i0 %spec\n"
      "%loaded = OpLoad %b32 %i0\n%whole = OpLoad %pair %local\nOpStore %shared %whole\n"
      "OpControlBarrier %two %two %semantics\n%wide = OpUConvert %b64 %loaded\n%cut = OpUConvert %b32 %wide\n"
      "OpSelectionMerge %merge None\nOpSwitch %cut %other 1 %case1 5 %case5\n%case1 = OpLabel\nOpBranch %merge\n"
      "%case5 = OpLabel\n%float = OpConvertUToF %f32 %cut\n%root = OpExtInst %f32 %glsl Sqrt %float\n"
      "%vector = OpCompositeConstruct %v2f32 %root %float\n%matrix = OpCompositeConstruct %mat %vector %vector\n"
      "%times = OpMatrixTimesVector %v2f32 %matrix %vector\n%x = OpCompositeExtract %f32 %times 0\n"
      "%back = OpConvertFToU %b32 %x\nOpBranch %merge\n%other = OpLabel\n"
      "%length = OpArrayLength %b32 %out 0\nOpBranch %merge\n%merge = OpLabel\n"
      "%value = OpPhi %b32 %one %case1 %back %case5 %length %other\n"
      "%cell = OpAccessChain %to_word %out %zero %one\n%old = OpAtomicIAdd %b32 %cell %one %zero %value\n"
      "%result = OpFunctionCall %b32 %callee %i0\n%place = OpAccessChain %to_word %out %zero %zero\n"
      "OpStore %place %result\nOpReturn\n",
      "%two = OpConstant %b32 2\n%semantics = OpConstant %b32 264\n%pair = OpTypeStruct %b32 %b32\n"
      "%mat = OpTypeMatrix %v2f32 2\n%to_pair = OpTypePointer Function %pair\n"
      "%to_local = OpTypePointer Function %b32\n%to_shared = OpTypePointer Workgroup %pair\n"
      "%shared = OpVariable %to_shared Workgroup\n%takes = OpTypeFunction %b32 %to_local\n",
      "%callee = OpFunction %b32 None %takes\n%p = OpFunctionParameter %to_local\n%in = OpLabel\n"
      "%read = OpLoad %b32 %p\nOpReturnValue %read\nOpFunctionEnd\n");
}

TEST(InterpreterHostile, MutatedModulesNeverCrash) {
  const std::vector<uint32_t> words = Assemble(RichModule());
  uint64_t state = 1;
  const auto random = [&state](uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  std::vector<uint8_t> memory(16, 0);
  RunOptions options;
  options.max_steps = 2000;
  options.max_memory = 1 << 20;
  options.max_faults = 3;
  options.find_data_races = true;
  BoundResource resource;
  resource.descriptors.resize(1);
  resource.descriptors[0].memory = memory.data();
  resource.descriptors[0].range = memory.size();
  options.resources.push_back(resource);
  size_t ran = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<uint32_t> mutated = words;
    for (uint64_t n = random(3) + 1; n > 0; --n) {
      const size_t at = 5 + random(mutated.size() - 5);
      // Another id, another bit, or a word from elsewhere.
      switch (random(3)) {
        case 0:
          mutated[at] = static_cast<uint32_t>(random(mutated[3]));
          break;
        case 1:
          mutated[at] ^= 1u << random(32);
          break;
        default:
          mutated[at] = mutated[5 + random(mutated.size() - 5)];
          break;
      }
    }
    LoadError error;
    const ProgramPtr program = LoadProgram(mutated, LoadOptions(), &error);
    if (!program) {
      ASSERT_FALSE(error.message.empty());
      continue;
    }
    ++ran;
    const RunResult result = RunProgram(*program, options);
    ASSERT_TRUE(result.completed || !result.error.empty() || !result.faults.empty());
  }
  // The mutations are mild enough for many to get through.
  EXPECT_GT(ran, 1000u);
}

}  // namespace
}  // namespace lacuna::interpreter
