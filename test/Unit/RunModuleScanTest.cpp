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
  EXPECT_EQ(info.descriptors[0].default_count, 3u);
  EXPECT_EQ(info.descriptors[1].binding, 2u);
  EXPECT_EQ(info.descriptors[1].kind, DescriptorKind::kStorageBuffer);
  EXPECT_EQ(info.descriptors[1].count, 5u);
  ASSERT_EQ(info.spec_constants.size(), 2u);
  EXPECT_EQ(info.spec_constants[0].spec_id, 7u);
  EXPECT_EQ(info.spec_constants[0].type, SpecConstant::Type::kUnsigned);
  EXPECT_EQ(info.spec_constants[1].spec_id, 8u);
  EXPECT_EQ(info.spec_constants[1].type, SpecConstant::Type::kBool);
}

TEST(ModuleScanTest, NarrowSpecConstantAsLength) {
  std::string text = kModule;
  const auto replace = [&text](const std::string& from, const std::string& to) {
    ASSERT_NE(text.find(from), std::string::npos);
    text.replace(text.find(from), from.size(), to);
  };
  // More than a signed number of 8 bits holds.
  replace("%size = OpSpecConstant %uint 3", "%byte = OpTypeInt 8 0\n%size = OpSpecConstant %byte 200");
  ModuleInfo info;
  Failure failure;
  ASSERT_TRUE(ScanModule(Assemble(text), Stage::kCompute, "second", &info, &failure)) << failure.message;
  ASSERT_EQ(info.descriptors.size(), 2u);
  EXPECT_EQ(info.descriptors[0].default_count, 200u);
}

// Images of several types, one of them compared with a depth in a function.
constexpr char kImages[] = R"(
               OpCapability Shader
               OpCapability ImageMSArray
               OpCapability StorageImageMultisample
               OpCapability SampledBuffer
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %main "main"
               OpExecutionMode %main OriginUpperLeft
               OpDecorate %ms DescriptorSet 0
               OpDecorate %ms Binding 0
               OpDecorate %texels DescriptorSet 0
               OpDecorate %texels Binding 1
               OpDecorate %shadow DescriptorSet 0
               OpDecorate %shadow Binding 2
               OpDecorate %plain DescriptorSet 0
               OpDecorate %plain Binding 3
               OpDecorate %sampler DescriptorSet 0
               OpDecorate %sampler Binding 4
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
        %int = OpTypeInt 32 1
       %uint = OpTypeInt 32 0
      %float = OpTypeFloat 32
         %v2 = OpTypeVector %float 2
     %float0 = OpConstant %float 0
        %v20 = OpConstantNull %v2
    %ms_type = OpTypeImage %uint 2D 0 1 1 2 R32ui
%texels_type = OpTypeImage %int Buffer 0 0 0 1 Unknown
   %two_type = OpTypeImage %float 2D 2 0 0 1 Unknown
 %smpl_type  = OpTypeSampler
 %two_sampled = OpTypeSampledImage %two_type
     %ms_ptr = OpTypePointer UniformConstant %ms_type
 %texels_ptr = OpTypePointer UniformConstant %texels_type
    %two_ptr = OpTypePointer UniformConstant %two_type
   %smpl_ptr = OpTypePointer UniformConstant %smpl_type
      %sample_fn = OpTypeFunction %void %two_ptr
         %ms = OpVariable %ms_ptr UniformConstant
     %texels = OpVariable %texels_ptr UniformConstant
     %shadow = OpVariable %two_ptr UniformConstant
      %plain = OpVariable %two_ptr UniformConstant
    %sampler = OpVariable %smpl_ptr UniformConstant
       %main = OpFunction %void None %fn
         %m1 = OpLabel
         %l0 = OpLoad %ms_type %ms
         %l1 = OpLoad %texels_type %texels
         %l3 = OpLoad %two_type %plain
         %fc = OpFunctionCall %void %compare %shadow
               OpReturn
               OpFunctionEnd
    %compare = OpFunction %void None %sample_fn
      %image = OpFunctionParameter %two_ptr
         %c1 = OpLabel
         %ci = OpLoad %two_type %image
         %cs = OpLoad %smpl_type %sampler
         %cc = OpSampledImage %two_sampled %ci %cs
         %cv = OpImageSampleDrefImplicitLod %float %cc %v20 %float0
               OpReturn
               OpFunctionEnd
)";

TEST(ModuleScanTest, ImageTypes) {
  ModuleInfo info;
  Failure failure;
  ASSERT_TRUE(ScanModule(Assemble(kImages), Stage::kFragment, "", &info, &failure)) << failure.message;
  ASSERT_EQ(info.descriptors.size(), 5u);
  const ImageType& ms = *info.descriptors[0].image;
  EXPECT_EQ(info.descriptors[0].kind, DescriptorKind::kStorageImage);
  EXPECT_EQ(ms.DimText(), "2d-ms-array");
  EXPECT_EQ(ms.format_class, FormatClass::kUint);
  EXPECT_EQ(ms.format, TexelFormat::kR32Ui);
  EXPECT_FALSE(ms.depth);
  EXPECT_EQ(info.descriptors[1].kind, DescriptorKind::kUniformTexelBuffer);
  EXPECT_EQ(info.descriptors[1].image->dim, ImageDim::kBuffer);
  EXPECT_EQ(info.descriptors[1].image->format_class, FormatClass::kSint);
  EXPECT_EQ(info.descriptors[1].image->format, TexelFormat::kNone);
  // The type does not say that it is a depth image; only its use does.
  EXPECT_TRUE(info.descriptors[2].image->depth);
  EXPECT_FALSE(info.descriptors[3].image->depth);
  EXPECT_EQ(info.descriptors[4].kind, DescriptorKind::kSampler);
  EXPECT_FALSE(info.descriptors[4].image.has_value());

  EXPECT_FALSE(ScanModule(Assemble(kImages), Stage::kVertex, "", &info, &failure));
  EXPECT_EQ(failure.message, "the module has no vertex entry point");
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
  EXPECT_FALSE(ScanModule(Assemble("OpCapability Shader\nOpMemoryModel Logical GLSL450\n"), Stage::kCompute, "", &info,
                          &failure));
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
