// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// What lacuna-run learns of a module before it runs it.

#include "ModuleScan.h"

#include <gtest/gtest.h>

#include "spirv-tools/libspirv.hpp"

namespace lacuna::run {
namespace {

// Two compute entry points: `first` uses %a (through a function) and the push
// constants, `second` uses %b, an array, and the uniform buffer %c.
constexpr char kModule[] = R"(
               OpCapability Shader
               OpCapability Int64
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %first "first"
               OpEntryPoint GLCompute %second "second"
               OpEntryPoint Fragment %third "third"
               OpExecutionMode %first LocalSize 1 1 1
               OpExecutionMode %second LocalSize 1 1 1
               OpExecutionMode %third OriginUpperLeft
               OpName %a "values"
               OpDecorate %size SpecId 7
               OpDecorate %flag SpecId 8
               OpDecorate %words ArrayStride 4
               OpDecorate %Old BufferBlock
               OpMemberDecorate %Old 0 Offset 0
               OpDecorate %New Block
               OpMemberDecorate %New 0 Offset 0
               OpDecorate %Push Block
               OpMemberDecorate %Push 0 Offset 4
               OpMemberDecorate %Push 1 Offset 16
               OpMemberDecorate %Push 1 RowMajor
               OpMemberDecorate %Push 1 MatrixStride 16
               OpDecorate %a DescriptorSet 1
               OpDecorate %a Binding 4
               OpDecorate %b DescriptorSet 0
               OpDecorate %b Binding 2
               OpDecorate %c DescriptorSet 0
               OpDecorate %c Binding 1
               OpDecorate %unused DescriptorSet 0
               OpDecorate %unused Binding 9
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
       %bool = OpTypeBool
       %uint = OpTypeInt 32 0
      %float = OpTypeFloat 32
         %v2 = OpTypeVector %float 2
        %mat = OpTypeMatrix %v2 3
       %size = OpSpecConstant %uint 3
       %flag = OpSpecConstantTrue %bool
     %uint_0 = OpConstant %uint 0
     %uint_5 = OpConstant %uint 5
      %words = OpTypeRuntimeArray %uint
        %Old = OpTypeStruct %words
        %New = OpTypeStruct %uint
       %Push = OpTypeStruct %uint %mat
         %b5 = OpTypeArray %Old %uint_5
      %sized = OpTypeArray %New %size
      %ptr_a = OpTypePointer Uniform %Old
      %ptr_b = OpTypePointer Uniform %b5
      %ptr_c = OpTypePointer Uniform %sized
   %ptr_push = OpTypePointer PushConstant %Push
  %ptr_pushu = OpTypePointer PushConstant %uint
   %ptr_uint = OpTypePointer Uniform %uint
          %a = OpVariable %ptr_a Uniform
          %b = OpVariable %ptr_b Uniform
          %c = OpVariable %ptr_c Uniform
     %unused = OpVariable %ptr_a Uniform
       %push = OpVariable %ptr_push PushConstant
      %first = OpFunction %void None %fn
         %f1 = OpLabel
         %fp = OpAccessChain %ptr_pushu %push %uint_0
         %fv = OpLoad %uint %fp
         %fc = OpFunctionCall %void %helper
               OpReturn
               OpFunctionEnd
     %second = OpFunction %void None %fn
         %s1 = OpLabel
         %sb = OpAccessChain %ptr_uint %b %uint_0 %uint_0 %uint_0
         %sc = OpAccessChain %ptr_uint %c %uint_0 %uint_0
         %sv = OpLoad %uint %sc
               OpStore %sb %sv
               OpReturn
               OpFunctionEnd
      %third = OpFunction %void None %fn
         %t1 = OpLabel
               OpReturn
               OpFunctionEnd
     %helper = OpFunction %void None %fn
         %h1 = OpLabel
         %ha = OpAccessChain %ptr_uint %a %uint_0 %uint_5
               OpStore %ha %uint_5
               OpReturn
               OpFunctionEnd
)";

std::vector<uint32_t> Assemble(const std::string& text) {
  std::vector<uint32_t> words;
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_0);
  EXPECT_TRUE(tools.Assemble(text, &words));
  return words;
}

TEST(ModuleScanTest, FollowsCallsOfTheEntryPoint) {
  ModuleInfo info;
  Failure failure;
  ASSERT_TRUE(ScanModule(Assemble(kModule), Stage::kCompute, "first", &info, &failure)) << failure.message;
  EXPECT_EQ(info.entry_point, "first");
  ASSERT_EQ(info.descriptors.size(), 1u);
  EXPECT_EQ(info.descriptors[0].set, 1u);
  EXPECT_EQ(info.descriptors[0].binding, 4u);
  EXPECT_EQ(info.descriptors[0].name, "values");
  EXPECT_EQ(info.descriptors[0].kind, DescriptorKind::kStorageBuffer);
  EXPECT_EQ(info.descriptors[0].count, 1u);
  // Row-major, three columns of two: two rows, 16 bytes apart, of 12 bytes.
  EXPECT_EQ(info.push_constant_bytes, 16u + 16u + 12u);
  EXPECT_EQ(info.capabilities.size(), 2u);
  EXPECT_EQ(info.version, 0x10000u);
}

TEST(ModuleScanTest, KindsCountsAndSpecConstants) {
  ModuleInfo info;
  Failure failure;
  ASSERT_TRUE(ScanModule(Assemble(kModule), Stage::kCompute, "second", &info, &failure)) << failure.message;
  EXPECT_EQ(info.push_constant_bytes, 0u);
  ASSERT_EQ(info.descriptors.size(), 2u);
  EXPECT_EQ(info.descriptors[0].binding, 1u);
  EXPECT_EQ(info.descriptors[0].kind, DescriptorKind::kUniformBuffer);
  EXPECT_FALSE(info.descriptors[0].count.has_value());
  EXPECT_EQ(info.descriptors[1].binding, 2u);
  EXPECT_EQ(info.descriptors[1].kind, DescriptorKind::kStorageBuffer);
  EXPECT_EQ(info.descriptors[1].count, 5u);
  ASSERT_EQ(info.spec_constants.size(), 2u);
  EXPECT_EQ(info.spec_constants[0].spec_id, 7u);
  EXPECT_EQ(info.spec_constants[0].type, SpecConstant::Type::kUnsigned);
  EXPECT_EQ(info.spec_constants[1].spec_id, 8u);
  EXPECT_EQ(info.spec_constants[1].type, SpecConstant::Type::kBool);
}

TEST(ModuleScanTest, EntryPointErrors) {
  ModuleInfo info;
  Failure failure;
  const std::vector<uint32_t> words = Assemble(kModule);
  EXPECT_FALSE(ScanModule(words, Stage::kCompute, "", &info, &failure));
  EXPECT_NE(failure.message.find("several compute entry points ('first', 'second')"), std::string::npos)
      << failure.message;
  EXPECT_FALSE(ScanModule(words, Stage::kCompute, "third", &info, &failure));
  EXPECT_NE(failure.message.find("no compute entry point 'third'"), std::string::npos) << failure.message;
  EXPECT_FALSE(ScanModule(Assemble("OpCapability Shader\nOpMemoryModel Logical GLSL450\n"), Stage::kCompute, "", &info, &failure));
  EXPECT_EQ(failure.status, kExitUnsupported);
}

TEST(ModuleScanTest, DamagedModulesAreErrors) {
  ModuleInfo info;
  Failure failure;
  const std::vector<uint32_t> words = Assemble(kModule);
  EXPECT_FALSE(ScanModule({}, Stage::kCompute, "first", &info, &failure));
  EXPECT_FALSE(ScanModule({words.begin(), words.begin() + 3}, Stage::kCompute, "first", &info, &failure));
  EXPECT_FALSE(ScanModule({words.begin(), words.begin() + 21}, Stage::kCompute, "first", &info, &failure));
  EXPECT_NE(failure.message.find("cannot be parsed"), std::string::npos) << failure.message;
}

}  // namespace
}  // namespace lacuna::run
