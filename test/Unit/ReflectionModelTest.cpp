// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// What is told of blocks and resources.

#include "ReflectionFixture.h"

namespace lacuna::reflection {
namespace {

bool Contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// A uniform buffer `buffer` of structure %type.
Module Uniform(const std::string& annotations, const std::string& types) {
  return ReadText(Fragment(
      "OpDecorate %type Block\nOpDecorate %buffer DescriptorSet 0\nOpDecorate %buffer Binding 0\n" + annotations,
      types + "%ptr = OpTypePointer Uniform %type\n%buffer = OpVariable %ptr Uniform\n", ""));
}

TEST(ReflectionBlocks, LengthsOfArrays) {
  auto with_length = [](const std::string& annotations, const std::string& length) {
    return Fragment(
        "OpName %buffer \"buf\"\nOpMemberName %type 0 \"items\"\nOpDecorate %a ArrayStride 16\n"
        "OpDecorate %type Block\nOpMemberDecorate %type 0 Offset 0\n" +
            annotations,
        "%long = OpTypeInt 64 0\n" + length +
            "%a = OpTypeArray %float %n\n%type = OpTypeStruct %a\n%ptr = OpTypePointer Uniform %type\n"
            "%buffer = OpVariable %ptr Uniform\n",
        "");
  };
  Module module = ReadText(with_length("OpDecorate %n SpecId 7\n", "%n = OpSpecConstant %uint 5\n"));
  Variable items = module.resources.at(0).block->members.at(0);
  EXPECT_EQ(items.elements, 5u);
  EXPECT_EQ(items.size, 4u * 16 + 4);
  EXPECT_EQ(items.padded_size, 80u);
  EXPECT_EQ(items.dimensions.at(0).spec_ids, std::vector<uint32_t>{7});
  ASSERT_EQ(module.spec_constants.size(), 1u);
  EXPECT_EQ(module.spec_constants[0].default_bits, 5u);
  EXPECT_EQ(module.spec_constants[0].sizes, std::vector<std::string>{"buf.items"});

  module = ReadText(with_length("OpDecorate %s SpecId 9\n",
                                "%s = OpSpecConstant %uint 5\n%n = OpSpecConstantOp %uint IMul %s %u3\n"));
  items = module.resources.at(0).block->members.at(0);
  EXPECT_EQ(items.elements, 15u);
  EXPECT_EQ(items.dimensions.at(0).spec_ids, std::vector<uint32_t>{9});

  module = ReadText(with_length("", "%n = OpConstant %long 4294967298\n"));
  EXPECT_EQ(module.resources.at(0).block->members.at(0).elements, 4294967298u);

  const std::string negative = ErrorText(with_length("", "%n = OpConstant %int -3\n"));
  EXPECT_TRUE(Contains(negative, "is -3")) << negative;
  const std::string zero = ErrorText(with_length("", "%n = OpConstant %uint 0\n"));
  EXPECT_TRUE(Contains(zero, "is 0")) << zero;
  const std::string real = ErrorText(with_length("", "%n = OpConstant %float 3\n"));
  EXPECT_TRUE(Contains(real, "no integer")) << real;

  // An operation that is not understood is said to be unknown, not guessed.
  module = ReadText(with_length("OpDecorate %s SpecId 9\n",
                                "%s = OpSpecConstant %float 5\n%n = OpSpecConstantOp %uint ConvertFToU %s\n"));
  items = module.resources.at(0).block->members.at(0);
  EXPECT_FALSE(items.dimensions.at(0).known);
  EXPECT_FALSE(items.size_known);
  EXPECT_FALSE(module.resources.at(0).block->size_known);
}

TEST(ReflectionBlocks, ConstantsThatSizeOtherVariables) {
  const Module module =
      ReadText(Fragment("OpName %tile \"tile\"\nOpDecorate %n SpecId 3\n",
                        "%n = OpSpecConstant %uint 8\n%a = OpTypeArray %float %n\n%b = OpTypeArray %a %u2\n"
                        "%ptr = OpTypePointer Private %b\n%tile = OpVariable %ptr Private\n",
                        ""));
  ASSERT_EQ(module.spec_constants.size(), 1u);
  EXPECT_EQ(module.spec_constants[0].sizes, std::vector<std::string>{"tile"});
}

TEST(ReflectionBlocks, ConstantOperations) {
  auto value = [](const std::string& operation) {
    const Module module = ReadText(
        Fragment("OpDecorate %a ArrayStride 4\nOpDecorate %type Block\nOpMemberDecorate %type 0 Offset 0\n",
                 "%s = OpSpecConstant %int -7\n%t = OpSpecConstant %int 3\n%n = OpSpecConstantOp " + operation +
                     "\n%yes = OpSpecConstantTrue %bool\n%a = OpTypeArray %float %n\n%type = OpTypeStruct %a\n"
                     "%ptr = OpTypePointer Uniform %type\n%buffer = OpVariable %ptr Uniform\n",
                 ""));
    return module.resources.at(0).block->members.at(0).elements;
  };
  EXPECT_EQ(value("%int ISub %t %s"), 10u);
  EXPECT_EQ(value("%int SDiv %s %s"), 1u);
  EXPECT_EQ(value("%int SMod %s %t"), 2u);   // the sign of the divisor
  EXPECT_EQ(value("%uint SRem %t %s"), 3u);  // the sign of the dividend
  EXPECT_EQ(value("%int SNegate %s"), 7u);
  EXPECT_EQ(value("%uint ShiftRightLogical %s %u3"), 0x1fffffffu);
  EXPECT_EQ(value("%int ShiftLeftLogical %t %u2"), 12u);
  EXPECT_EQ(value("%int Not %s"), 6u);
  EXPECT_EQ(value("%uint BitwiseAnd %s %u3"), 1u);
  EXPECT_EQ(value("%uint UDiv %s %u2"), 0x7ffffffcu);
}

TEST(ReflectionBlocks, OrderOfMembers) {
  // Decreasing, equal and missing offsets, and one that reaches into another.
  const Module module = Uniform(
      "OpMemberDecorate %type 0 Offset 32\nOpMemberDecorate %type 1 Offset 0\nOpMemberDecorate %type 2 Offset 8\n"
      "OpMemberDecorate %type 3 Offset 8\n",
      "%type = OpTypeStruct %v4 %float %v2 %float %float\n");
  const Block& block = *module.resources.at(0).block;
  EXPECT_EQ(block.size, 48u);  // of the first member, which reaches furthest
  EXPECT_FALSE(block.members.at(0).overlaps);
  EXPECT_FALSE(block.members.at(2).overlaps);
  EXPECT_TRUE(block.members.at(3).overlaps);
  EXPECT_TRUE(block.members.at(4).offset_missing);
  EXPECT_TRUE(block.members.at(4).overlaps);
  ASSERT_EQ(module.notes.size(), 1u);
  EXPECT_TRUE(Contains(module.notes[0].text, "no Offset"));
}

TEST(ReflectionBlocks, Matrices) {
  // What HLSL's float2x3, float3x3, float3x3[2], float4x3[2] become: as many
  // columns as the source has rows. Sizes are those that D3D's compiler gives.
  const std::string types =
      "%m23 = OpTypeMatrix %v3 2\n%m33 = OpTypeMatrix %v3 3\n%m43 = OpTypeMatrix %v3 4\n"
      "%a33 = OpTypeArray %m33 %u2\n%a43 = OpTypeArray %m43 %u2\n"
      "%type = OpTypeStruct %m23 %m23 %m33 %a33 %a43\n";
  std::string annotations = "OpDecorate %a33 ArrayStride 48\nOpDecorate %a43 ArrayStride 48\n";
  const char* offsets[] = {"0", "48", "80", "128", "224"};
  for (int i = 0; i < 5; ++i) {
    const std::string member = "OpMemberDecorate %type " + std::to_string(i) + " ";
    annotations += member + "Offset " + offsets[i] + "\n" + member + "MatrixStride 16\n" + member +
                   (i == 1 ? "ColMajor\n" : "RowMajor\n");
  }
  const Module module = Uniform(annotations, types);
  const std::vector<Variable>& members = module.resources.at(0).block->members;
  EXPECT_EQ(members.at(0).rows, 2u);
  EXPECT_EQ(members.at(0).columns, 3u);
  EXPECT_EQ(members.at(0).majority, MatrixMajority::kColumn);
  EXPECT_TRUE(members.at(0).spirv_row_major);
  EXPECT_EQ(members.at(0).size, 40u);
  EXPECT_EQ(members.at(1).majority, MatrixMajority::kRow);
  EXPECT_EQ(members.at(1).size, 28u);
  EXPECT_EQ(members.at(2).size, 44u);
  EXPECT_EQ(members.at(3).size, 92u);
  EXPECT_EQ(members.at(3).elements, 2u);
  EXPECT_EQ(members.at(3).padded_size, 96u);
  EXPECT_EQ(members.at(4).size, 96u);
  for (const Variable& member : members) EXPECT_FALSE(member.overlaps) << member.name;
}

TEST(ReflectionBlocks, MatrixWithoutStride) {
  const Module module = Uniform("OpMemberDecorate %type 0 Offset 0\nOpMemberDecorate %type 0 ColMajor\n",
                                "%m = OpTypeMatrix %v2 3\n%type = OpTypeStruct %m\n");
  EXPECT_EQ(module.resources.at(0).block->size, 24u);
  ASSERT_EQ(module.notes.size(), 1u);
  EXPECT_TRUE(Contains(module.notes[0].text, "no MatrixStride"));
}

TEST(ReflectionBlocks, StructuresAndWidths) {
  const Module module = ReadText(
      "OpCapability Shader\nOpCapability Int64\nOpCapability Float64\nOpCapability Int8\nOpCapability Float16\n"
      "OpMemoryModel Logical GLSL450\nOpMemberName %inner 0 \"half\"\nOpMemberName %inner 1 \"big\"\n"
      "OpName %buffer \"buf\"\nOpDecorate %type Block\nOpMemberDecorate %type 0 Offset 0\n"
      "OpMemberDecorate %type 1 Offset 16\nOpMemberDecorate %type 2 Offset 112\nOpMemberDecorate %inner 0 Offset 0\n"
      "OpMemberDecorate %inner 1 Offset 8\nOpDecorate %a ArrayStride 48\nOpDecorate %b ArrayStride 24\n"
      "%half = OpTypeFloat 16\n%double = OpTypeFloat 64\n%byte = OpTypeInt 8 0\n%uint = OpTypeInt 32 0\n"
      "%u2 = OpConstant %uint 2\n%h3 = OpTypeVector %half 3\n%d2 = OpTypeVector %double 2\n%inner = OpTypeStruct %h3 "
      "%d2\n"
      "%b = OpTypeArray %inner %u2\n%a = OpTypeArray %b %u2\n%type = OpTypeStruct %byte %a %inner\n"
      "%ptr = OpTypePointer Uniform %type\n%buffer = OpVariable %ptr Uniform\n");
  const Block& block = *module.resources.at(0).block;
  EXPECT_EQ(block.members.at(0).size, 1u);
  const Variable& nested = block.members.at(1);
  EXPECT_EQ(nested.elements, 4u);
  ASSERT_EQ(nested.dimensions.size(), 2u);
  EXPECT_EQ(nested.dimensions[0].stride, 48u);
  EXPECT_EQ(nested.size, 48u + 24 + 24);
  EXPECT_EQ(nested.parameter_class, ParameterClass::kStruct);
  EXPECT_EQ(nested.columns, 5u);
  EXPECT_EQ(nested.members.at(1).offset, 8u);
  EXPECT_EQ(nested.members.at(1).absolute_offset, 24u);
  EXPECT_EQ(nested.members.at(1).size, 16u);
  EXPECT_EQ(nested.members.at(0).size, 6u);
  EXPECT_EQ(block.size, 136u);
  EXPECT_EQ(block.padded_size, 144u);
}

TEST(ReflectionResources, Kinds) {
  const Module module = ReadText(Fragment(
      "OpName %old \"old\"\nOpName %new \"new\"\nOpName %image \"image\"\nOpName %texels \"texels\"\n"
      "OpName %storage_texels \"storage_texels\"\nOpName %input \"input\"\nOpName %tlas \"tlas\"\nOpName %tex \"tex\"\n"
      "OpName %both \"both\"\nOpName %smp \"smp\"\nOpDecorate %old_t BufferBlock\nOpDecorate %new_t Block\n"
      "OpMemberDecorate %old_t 0 Offset 0\nOpMemberDecorate %new_t 0 Offset 0\nOpDecorate %open ArrayStride 8\n"
      "OpMemberDecorate %new_t 1 Offset 16\nOpDecorate %input InputAttachmentIndex 3\nOpDecorate %image NonReadable\n"
      "OpMemberDecorate %old_t 0 NonWritable\n",
      "%open = OpTypeRuntimeArray %v2\n%old_t = OpTypeStruct %float\n%new_t = OpTypeStruct %float %open\n"
      "%image_t = OpTypeImage %float 2D 0 1 0 2 Rgba8\n%texels_t = OpTypeImage %uint Buffer 0 0 0 1 Unknown\n"
      "%storage_texels_t = OpTypeImage %int Buffer 0 0 0 2 R32i\n%input_t = OpTypeImage %float SubpassData 0 0 1 2 "
      "Unknown\n"
      "%tlas_t = OpTypeAccelerationStructureKHR\n%tex_t = OpTypeImage %float Cube 1 0 0 1 Unknown\n"
      "%both_t = OpTypeSampledImage %tex_t\n%smp_t = OpTypeSampler\n"
      "%p1 = OpTypePointer Uniform %old_t\n%p2 = OpTypePointer StorageBuffer %new_t\n"
      "%p3 = OpTypePointer UniformConstant %image_t\n%p4 = OpTypePointer UniformConstant %texels_t\n"
      "%p5 = OpTypePointer UniformConstant %storage_texels_t\n%p6 = OpTypePointer UniformConstant %input_t\n"
      "%p7 = OpTypePointer UniformConstant %tlas_t\n%p8 = OpTypePointer UniformConstant %tex_t\n"
      "%p9 = OpTypePointer UniformConstant %both_t\n%p10 = OpTypePointer UniformConstant %smp_t\n"
      "%old = OpVariable %p1 Uniform\n%new = OpVariable %p2 StorageBuffer\n%image = OpVariable %p3 UniformConstant\n"
      "%texels = OpVariable %p4 UniformConstant\n%storage_texels = OpVariable %p5 UniformConstant\n"
      "%input = OpVariable %p6 UniformConstant\n%tlas = OpVariable %p7 UniformConstant\n"
      "%tex = OpVariable %p8 UniformConstant\n%both = OpVariable %p9 UniformConstant\n"
      "%smp = OpVariable %p10 UniformConstant\n",
      ""));
  auto kind = [&](const char* name) { return FindNamed(module.resources, name)->kind; };
  EXPECT_EQ(kind("old"), ResourceKind::kStorageBuffer);
  EXPECT_TRUE(FindNamed(module.resources, "old")->non_writable);  // all members are
  EXPECT_EQ(kind("new"), ResourceKind::kStorageBuffer);
  const Block& block = *FindNamed(module.resources, "new")->block;
  EXPECT_EQ(block.size, 16u);
  EXPECT_EQ(block.runtime_stride, 8u);
  EXPECT_EQ(kind("image"), ResourceKind::kStorageImage);
  const Resource& image = *FindNamed(module.resources, "image");
  EXPECT_EQ(image.image->format, "Rgba8");
  EXPECT_TRUE(image.image->arrayed);
  EXPECT_TRUE(image.non_readable);
  EXPECT_EQ(kind("texels"), ResourceKind::kUniformTexelBuffer);
  EXPECT_EQ(FindNamed(module.resources, "texels")->image->sampled_kind, ScalarKind::kUint);
  EXPECT_EQ(kind("storage_texels"), ResourceKind::kStorageTexelBuffer);
  EXPECT_EQ(kind("input"), ResourceKind::kInputAttachment);
  EXPECT_EQ(FindNamed(module.resources, "input")->image->input_attachment_index, 3u);
  EXPECT_TRUE(FindNamed(module.resources, "input")->image->multisampled);
  EXPECT_EQ(kind("tlas"), ResourceKind::kAccelerationStructure);
  EXPECT_EQ(kind("tex"), ResourceKind::kTexture);
  EXPECT_EQ(FindNamed(module.resources, "tex")->image->depth, ImageDepth::kYes);
  EXPECT_EQ(kind("both"), ResourceKind::kCombinedSampler);
  EXPECT_EQ(kind("smp"), ResourceKind::kSampler);
}

TEST(ReflectionResources, LengthsOfDescriptorArrays) {
  const Module module = ReadText(
      Fragment("OpName %four \"four\"\nOpName %two \"two\"\nOpName %open \"open\"\nOpName %nested \"nested\"\nOpName "
               "%one \"one\"\n",
               "%tex = OpTypeImage %float 2D 0 0 0 1 Unknown\n%smp = OpTypeSampler\n%n4 = OpConstant %uint 4\n"
               "%t4 = OpTypeArray %tex %n4\n%s2 = OpTypeArray %smp %u2\n%t0 = OpTypeRuntimeArray %tex\n%t3 = "
               "OpTypeArray %tex %u3\n"
               "%t23 = OpTypeArray %t3 %u2\n%t1 = OpTypeArray %tex %u1\n%p4 = OpTypePointer UniformConstant %t4\n"
               "%p2 = OpTypePointer UniformConstant %s2\n%p0 = OpTypePointer UniformConstant %t0\n"
               "%p23 = OpTypePointer UniformConstant %t23\n%p1 = OpTypePointer UniformConstant %t1\n"
               "%four = OpVariable %p4 UniformConstant\n%two = OpVariable %p2 UniformConstant\n"
               "%open = OpVariable %p0 UniformConstant\n%nested = OpVariable %p23 UniformConstant\n"
               "%one = OpVariable %p1 UniformConstant\n",
               ""));
  auto length = [&](const char* name) { return FindNamed(module.resources, name)->array_length; };
  EXPECT_EQ(length("four"), 4u);
  EXPECT_EQ(length("two"), 2u);
  EXPECT_EQ(length("open"), 0u);
  EXPECT_EQ(length("nested"), 6u);
  EXPECT_EQ(FindNamed(module.resources, "nested")->dimensions.size(), 2u);
  EXPECT_EQ(length("one"), 1u);
  EXPECT_EQ(FindNamed(module.resources, "two")->kind, ResourceKind::kSampler);
}

TEST(ReflectionResources, NamesAndPlaces) {
  // No bindings, one name twice, empty names, and names of the structure only.
  const Module module = ReadText(Fragment(
      "OpName %10 \"same\"\nOpName %11 \"same\"\nOpName %12 \"\"\nOpName %t13 \"type.Lights\"\n"
      "OpName %t14 \"type.ConstantBuffer.Sky\"\nOpDecorate %t13 Block\nOpDecorate %t14 Block\nOpDecorate %t15 Block\n",
      "%smp = OpTypeSampler\n%p = OpTypePointer UniformConstant %smp\n%10 = OpVariable %p UniformConstant\n"
      "%11 = OpVariable %p UniformConstant\n%12 = OpVariable %p UniformConstant\n%t13 = OpTypeStruct %float\n"
      "%t14 = OpTypeStruct %v4\n%t15 = OpTypeStruct %v2\n%p13 = OpTypePointer Uniform %t13\n%p14 = OpTypePointer "
      "Uniform %t14\n"
      "%p15 = OpTypePointer Uniform %t15\n%13 = OpVariable %p13 Uniform\n%14 = OpVariable %p14 Uniform\n"
      "%15 = OpVariable %p15 Uniform\n",
      ""));
  std::vector<std::string> names;
  for (const Resource& resource : module.resources) names.push_back(resource.name);
  EXPECT_EQ(names, (std::vector<std::string>{"same", "same", "resource12", "Lights", "Sky", "$Globals"}));
  EXPECT_FALSE(module.resources[0].set.has_value());
  EXPECT_FALSE(module.resources[0].binding.has_value());
  EXPECT_TRUE(module.resources[2].name_made_up);
  EXPECT_EQ(module.resources[2].declaration_index, 2u);
  EXPECT_EQ(module.resources[4].declaration_index, 1u);
  EXPECT_EQ(module.resources[3].block->members.at(0).name, "member0");
}

TEST(ReflectionResources, EntryPointsHaveTheirOwn) {
  const Module module = ReadText(
      "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %first \"first\"\n"
      "OpEntryPoint GLCompute %second \"second\"\nOpExecutionMode %first LocalSize 4 2 1\n"
      "OpExecutionMode %second LocalSize 1 1 1\nOpName %a \"a\"\nOpName %b \"b\"\nOpName %c \"c\"\n"
      "OpDecorate %t Block\nOpMemberDecorate %t 0 Offset 0\nOpDecorate %a DescriptorSet 0\nOpDecorate %a Binding 0\n"
      "OpDecorate %b DescriptorSet 0\nOpDecorate %b Binding 0\nOpDecorate %c DescriptorSet 0\nOpDecorate %c Binding 1\n"
      "%void = OpTypeVoid\n%proc = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n%u0 = OpConstant %uint 0\n"
      "%t = OpTypeStruct %uint\n%pt = OpTypePointer StorageBuffer %t\n%pu = OpTypePointer StorageBuffer %uint\n"
      "%a = OpVariable %pt StorageBuffer\n%b = OpVariable %pt StorageBuffer\n%c = OpVariable %pt StorageBuffer\n"
      "%first = OpFunction %void None %proc\n%l1 = OpLabel\n%x = OpAccessChain %pu %a %u0\n%v = OpLoad %uint %x\n"
      "%call1 = OpFunctionCall %void %shared\nOpReturn\nOpFunctionEnd\n"
      "%second = OpFunction %void None %proc\n%l2 = OpLabel\n%y = OpAccessChain %pu %b %u0\nOpStore %y %u0\n"
      "%call2 = OpFunctionCall %void %shared\nOpReturn\nOpFunctionEnd\n"
      "%shared = OpFunction %void None %proc\n%l3 = OpLabel\n%z = OpAccessChain %pu %c %u0\nOpStore %z %u0\n"
      "OpReturn\nOpFunctionEnd\n");
  ASSERT_EQ(module.entry_points.size(), 2u);
  auto used = [&](size_t entry_point) {
    std::string names;
    for (const ResourceUse& use : module.entry_points[entry_point].uses) {
      names += module.resources[use.resource].name + (use.written ? "w" : "") + (use.read ? "r" : "");
    }
    return names;
  };
  EXPECT_EQ(used(0), "arcw");
  EXPECT_EQ(used(1), "bwcw");
  EXPECT_EQ(module.entry_points[0].workgroup.at(0).value, 4u);
  EXPECT_EQ(module.entry_points[1].workgroup.at(0).value, 1u);
}

TEST(ReflectionResources, BufferReferencesAndPushConstants) {
  const Module module = ReadText(
      "OpCapability Shader\nOpCapability PhysicalStorageBufferAddresses\n"
      "OpMemoryModel PhysicalStorageBuffer64 GLSL450\nOpEntryPoint Vertex %main \"main\"\n"
      "OpName %push \"push\"\nOpMemberName %t 0 \"color\"\nOpMemberName %t 1 \"data\"\nOpMemberName %t 2 \"unused\"\n"
      "OpDecorate %t Block\nOpMemberDecorate %t 0 Offset 16\nOpMemberDecorate %t 1 Offset 32\n"
      "OpMemberDecorate %t 2 Offset 40\nOpDecorate %ref Block\nOpMemberDecorate %ref 0 Offset 0\nOpName %ref \"Data\"\n"
      "%void = OpTypeVoid\n%proc = OpTypeFunction %void\n%float = OpTypeFloat 32\n%v4 = OpTypeVector %float 4\n"
      "%int = OpTypeInt 32 1\n%i0 = OpConstant %int 0\n%i1 = OpConstant %int 1\n%ref = OpTypeStruct %v4\n"
      "%pref = OpTypePointer PhysicalStorageBuffer %ref\n%t = OpTypeStruct %v4 %pref %float\n"
      "%pt = OpTypePointer PushConstant %t\n%p4 = OpTypePointer PushConstant %v4\n%pp = OpTypePointer PushConstant "
      "%pref\n"
      "%push = OpVariable %pt PushConstant\n%main = OpFunction %void None %proc\n%l = OpLabel\n"
      "%x = OpAccessChain %p4 %push %i0\n%c = OpLoad %v4 %x\n%y = OpAccessChain %pp %push %i1\n%d = OpLoad %pref %y\n"
      "OpReturn\nOpFunctionEnd\n");
  const Resource& push = *FindNamed(module.resources, "push");
  EXPECT_EQ(push.kind, ResourceKind::kPushConstants);
  EXPECT_EQ(push.block->size, 44u);
  EXPECT_EQ(push.block->members.at(1).size, 8u);
  EXPECT_EQ(push.block->members.at(1).type_name, "Data");
  EXPECT_TRUE(push.block->members.at(1).used);
  EXPECT_FALSE(push.block->members.at(2).used);
  ASSERT_TRUE(module.entry_points.at(0).push_constants.has_value());
  const PushConstantUse& use = *module.entry_points[0].push_constants;
  EXPECT_EQ(use.offset, 16u);
  EXPECT_EQ(use.end, 44u);
  EXPECT_EQ(use.used_offset, 16u);
  EXPECT_EQ(use.used_end, 40u);
  EXPECT_EQ(use.members, (std::vector<std::string>{"color", "data"}));
  EXPECT_FALSE(use.whole_block);
  ASSERT_EQ(module.buffer_references.size(), 1u);
  EXPECT_EQ(module.buffer_references[0].name, "Data");
  EXPECT_EQ(module.buffer_references[0].block.size, 16u);
  // Reading an address is no write to where it stands.
  EXPECT_TRUE(module.entry_points[0].uses.at(0).read);
  EXPECT_FALSE(module.entry_points[0].uses.at(0).written);
}

TEST(ReflectionResources, UntypedPointers) {
  const Module module = ReadText(
      "OpCapability Shader\nOpCapability UntypedPointersKHR\nOpExtension \"SPV_KHR_untyped_pointers\"\n"
      "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\" %buffer\nOpExecutionMode %main LocalSize 1 "
      "1 1\n"
      "OpName %buffer \"buf\"\nOpDecorate %buffer DescriptorSet 0\nOpDecorate %buffer Binding 5\nOpDecorate %t Block\n"
      "OpMemberDecorate %t 0 Offset 0\n%void = OpTypeVoid\n%proc = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n"
      "%u0 = OpConstant %uint 0\n%t = OpTypeStruct %uint\n%ptr = OpTypeUntypedPointerKHR StorageBuffer\n"
      "%buffer = OpUntypedVariableKHR %ptr StorageBuffer %t\n%main = OpFunction %void None %proc\n%l = OpLabel\n"
      "%x = OpUntypedAccessChainKHR %ptr %t %buffer %u0\nOpStore %x %u0\nOpReturn\nOpFunctionEnd\n");
  const Resource& buffer = *FindNamed(module.resources, "buf");
  EXPECT_TRUE(buffer.untyped);
  EXPECT_EQ(buffer.kind, ResourceKind::kStorageBuffer);
  EXPECT_EQ(buffer.block->size, 4u);
  ASSERT_EQ(module.entry_points.at(0).uses.size(), 1u);
  EXPECT_TRUE(module.entry_points[0].uses[0].written);
  EXPECT_FALSE(module.entry_points[0].uses[0].read);
}

TEST(ReflectionResources, UnknownExtensions) {
  // Capability 5128 is DescriptorHeapEXT: alone it does no harm ...
  Words words = Assemble("OpCapability Shader\nOpCapability Matrix\nOpMemoryModel Logical GLSL450\n");
  words[8] = 5128;
  auto module = ReadWords(words);
  ASSERT_TRUE(module.ok()) << module.error().ToText();
  EXPECT_EQ(module->capabilities, (std::vector<std::string>{"Shader", "5128"}));
  // ... but what else the extension brings is named in the error.
  words.push_back(2u << 16 | 5115);  // OpTypeBufferEXT
  words.push_back(0);
  const std::string error = ErrorText(words);
  EXPECT_TRUE(Contains(error, "descriptor heaps")) << error;
}

}  // namespace
}  // namespace lacuna::reflection
