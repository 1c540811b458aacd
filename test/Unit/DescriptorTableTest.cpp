// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "ModuleFixture.h"

namespace lacuna {
namespace {

class DescriptorTableTest : public ModuleFixture {};

// One variable of every kind, listed out of order.
constexpr char kEveryKind[] = R"(
OpCapability Shader
OpCapability InputAttachment
OpCapability SampledBuffer
OpCapability ImageBuffer
OpCapability RayQueryKHR
OpExtension "SPV_KHR_ray_query"
OpExtension "SPV_KHR_storage_buffer_storage_class"
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main"
OpExecutionMode %main OriginUpperLeft
OpName %ssbo "ssbo"
OpName %old_ssbo "old_ssbo"
OpName %ubo "ubo"
OpName %texels "texels"
OpName %texel_storage "texel_storage"
OpName %texture "texture"
OpName %combined "combined"
OpName %storage_image "storage_image"
OpName %sampler_only "sampler_only"
OpName %attachment "attachment"
OpName %scene "scene"
OpName %unbound "unbound"
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %buffer_block BufferBlock
OpMemberDecorate %buffer_block 0 Offset 0
OpDecorate %ssbo DescriptorSet 1
OpDecorate %ssbo Binding 9
OpDecorate %old_ssbo DescriptorSet 1
OpDecorate %old_ssbo Binding 2
OpDecorate %ubo DescriptorSet 0
OpDecorate %ubo Binding 7
OpDecorate %texels DescriptorSet 0
OpDecorate %texels Binding 0
OpDecorate %texel_storage DescriptorSet 0
OpDecorate %texel_storage Binding 1
OpDecorate %texture DescriptorSet 0
OpDecorate %texture Binding 2
OpDecorate %combined DescriptorSet 0
OpDecorate %combined Binding 3
OpDecorate %storage_image DescriptorSet 0
OpDecorate %storage_image Binding 4
OpDecorate %sampler_only DescriptorSet 0
OpDecorate %sampler_only Binding 5
OpDecorate %attachment DescriptorSet 0
OpDecorate %attachment Binding 6
OpDecorate %attachment InputAttachmentIndex 0
OpDecorate %scene DescriptorSet 1
OpDecorate %scene Binding 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%block = OpTypeStruct %uint
%buffer_block = OpTypeStruct %uint
%t_texels = OpTypeImage %float Buffer 0 0 0 1 Unknown
%t_texel_storage = OpTypeImage %float Buffer 0 0 0 2 R32f
%t_texture = OpTypeImage %float 2D 0 0 0 1 Unknown
%t_combined = OpTypeSampledImage %t_texture
%t_storage = OpTypeImage %float 2D 0 0 0 2 R32f
%t_sampler = OpTypeSampler
%t_attachment = OpTypeImage %float SubpassData 0 0 0 2 Unknown
%t_scene = OpTypeAccelerationStructureKHR
%p_ssbo = OpTypePointer StorageBuffer %block
%p_old = OpTypePointer Uniform %buffer_block
%p_ubo = OpTypePointer Uniform %block
%p_texels = OpTypePointer UniformConstant %t_texels
%p_texel_storage = OpTypePointer UniformConstant %t_texel_storage
%p_texture = OpTypePointer UniformConstant %t_texture
%p_combined = OpTypePointer UniformConstant %t_combined
%p_storage = OpTypePointer UniformConstant %t_storage
%p_sampler = OpTypePointer UniformConstant %t_sampler
%p_attachment = OpTypePointer UniformConstant %t_attachment
%p_scene = OpTypePointer UniformConstant %t_scene
%ssbo = OpVariable %p_ssbo StorageBuffer
%old_ssbo = OpVariable %p_old Uniform
%ubo = OpVariable %p_ubo Uniform
%texels = OpVariable %p_texels UniformConstant
%texel_storage = OpVariable %p_texel_storage UniformConstant
%texture = OpVariable %p_texture UniformConstant
%combined = OpVariable %p_combined UniformConstant
%storage_image = OpVariable %p_storage UniformConstant
%sampler_only = OpVariable %p_sampler UniformConstant
%attachment = OpVariable %p_attachment UniformConstant
%scene = OpVariable %p_scene UniformConstant
%unbound = OpVariable %p_ssbo StorageBuffer
%main = OpFunction %void None %fn
%entry = OpLabel
OpReturn
OpFunctionEnd
)";

TEST_F(DescriptorTableTest, KnowsEveryKind) {
  Load(kEveryKind);
  const std::pair<const char*, DescriptorKind> expected[] = {
      {"ssbo", DescriptorKind::kStorageBuffer},
      {"old_ssbo", DescriptorKind::kStorageBuffer},
      {"ubo", DescriptorKind::kUniformBuffer},
      {"texels", DescriptorKind::kUniformTexelBuffer},
      {"texel_storage", DescriptorKind::kStorageTexelBuffer},
      {"texture", DescriptorKind::kSampledImage},
      {"combined", DescriptorKind::kCombinedImageSampler},
      {"storage_image", DescriptorKind::kStorageImage},
      {"sampler_only", DescriptorKind::kSampler},
      {"attachment", DescriptorKind::kInputAttachment},
      {"scene", DescriptorKind::kAccelerationStructure},
  };
  for (const auto& [name, kind] : expected) {
    EXPECT_EQ(DescriptorKindName(DescriptorOf(name).kind), DescriptorKindName(kind)) << name;
  }
}

TEST_F(DescriptorTableTest, SortsBySetAndBinding) {
  Load(kEveryKind);
  std::vector<std::pair<uint32_t, uint32_t>> places;
  for (const Descriptor& descriptor : descriptors_->descriptors()) {
    if (descriptor.has_binding) places.push_back({descriptor.set, descriptor.binding});
  }
  EXPECT_EQ(places.size(), 11u);
  EXPECT_TRUE(std::is_sorted(places.begin(), places.end()));
  EXPECT_FALSE(DescriptorOf("unbound").has_binding);
}

constexpr char kArrays[] = R"(
OpCapability Shader
OpCapability RuntimeDescriptorArray
OpCapability Int64
OpExtension "SPV_EXT_descriptor_indexing"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %first "first"
OpEntryPoint GLCompute %second "second"
OpExecutionMode %first LocalSize 1 1 1
OpExecutionMode %second LocalSize 1 1 1
OpName %one "one"
OpName %fixed "fixed"
OpName %nested "nested"
OpName %specialized "specialized"
OpName %unsized "unsized"
OpName %huge "huge"
OpName %helper "helper"
OpName %orphan "orphan"
OpDecorate %set0 DescriptorSet 0
OpDecorate %set0 Restrict
%set0 = OpDecorationGroup
OpGroupDecorate %set0 %one %fixed %nested %specialized %unsized %huge
OpDecorate %one Binding 0
OpDecorate %fixed Binding 1
OpDecorate %nested Binding 2
OpDecorate %specialized Binding 3
OpDecorate %unsized Binding 4
OpDecorate %huge Binding 5
OpDecorate %size SpecId 0
OpDecorate %words ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%uint_0 = OpConstant %uint 0
%uint_2 = OpConstant %uint 2
%uint_3 = OpConstant %uint 3
%ulong_huge = OpConstant %ulong 0x100000003
%size = OpSpecConstant %uint 5
%words = OpTypeRuntimeArray %uint
%block = OpTypeStruct %words
%a3 = OpTypeArray %block %uint_3
%a23 = OpTypeArray %a3 %uint_2
%aspec = OpTypeArray %block %size
%arun = OpTypeRuntimeArray %block
%ahuge = OpTypeArray %block %ulong_huge
%p1 = OpTypePointer StorageBuffer %block
%p3 = OpTypePointer StorageBuffer %a3
%p23 = OpTypePointer StorageBuffer %a23
%pspec = OpTypePointer StorageBuffer %aspec
%prun = OpTypePointer StorageBuffer %arun
%phuge = OpTypePointer StorageBuffer %ahuge
%one = OpVariable %p1 StorageBuffer
%fixed = OpVariable %p3 StorageBuffer
%nested = OpVariable %p23 StorageBuffer
%specialized = OpVariable %pspec StorageBuffer
%unsized = OpVariable %prun StorageBuffer
%huge = OpVariable %phuge StorageBuffer
%helper = OpFunction %void None %fn
%helper_entry = OpLabel
%length = OpArrayLength %uint %one 0
OpReturn
OpFunctionEnd
%orphan = OpFunction %void None %fn
%orphan_entry = OpLabel
%orphan_ptr = OpAccessChain %p1 %fixed %uint_0
OpReturn
OpFunctionEnd
%first = OpFunction %void None %fn
%first_entry = OpLabel
%first_call = OpFunctionCall %void %helper
OpReturn
OpFunctionEnd
%second = OpFunction %void None %fn
%second_entry = OpLabel
%second_ptr = OpAccessChain %p1 %unsized %uint_0
OpReturn
OpFunctionEnd
)";

TEST_F(DescriptorTableTest, CountsElements) {
  Load(kArrays);
  EXPECT_EQ(DescriptorOf("one").ElementCount(), 1u);
  EXPECT_TRUE(DescriptorOf("one").dimensions.empty());
  EXPECT_EQ(DescriptorOf("fixed").ElementCount(), 3u);
  EXPECT_EQ(DescriptorOf("nested").ElementCount(), 6u);
  ASSERT_EQ(DescriptorOf("nested").dimensions.size(), 2u);
  EXPECT_EQ(DescriptorOf("nested").dimensions[0].length, 2u);
  EXPECT_EQ(DescriptorOf("nested").dimensions[1].length, 3u);
  // A length past 32 bits counts as 2^32.
  EXPECT_EQ(DescriptorOf("huge").ElementCount(), uint64_t{1} << 32);
}

TEST_F(DescriptorTableTest, DoesNotCountWhatMayChange) {
  Load(kArrays);
  EXPECT_FALSE(DescriptorOf("specialized").ElementCount().has_value());
  EXPECT_TRUE(DescriptorOf("specialized").dimensions[0].is_specialized);
  EXPECT_EQ(DescriptorOf("specialized").dimensions[0].length, 5u);
  EXPECT_FALSE(DescriptorOf("unsized").ElementCount().has_value());
  EXPECT_TRUE(DescriptorOf("unsized").dimensions[0].is_runtime);
}

TEST_F(DescriptorTableTest, FindsEntryPointsThroughCalls) {
  Load(kArrays);
  EXPECT_EQ(DescriptorOf("one").entry_points, (std::set<uint32_t>{0}));
  EXPECT_EQ(DescriptorOf("unsized").entry_points, (std::set<uint32_t>{1}));
  // Used, but by a function that no entry point calls.
  EXPECT_TRUE(DescriptorOf("fixed").entry_points.empty());
  EXPECT_EQ(calls_->EntryPointsReaching(Id("helper")), (std::set<uint32_t>{0}));
  EXPECT_TRUE(calls_->EntryPointsReaching(Id("orphan")).empty());
}

TEST_F(DescriptorTableTest, SeesThroughDecorationGroups) {
  Load(kArrays);
  EXPECT_TRUE(DescriptorOf("nested").has_binding);
  EXPECT_EQ(DescriptorOf("nested").binding, 2u);
  EXPECT_TRUE(decorations_->Has(Id("huge"), spv::Decoration::Restrict));
  EXPECT_FALSE(decorations_->Has(Id("helper"), spv::Decoration::Restrict));
}

}  // namespace
}  // namespace lacuna
