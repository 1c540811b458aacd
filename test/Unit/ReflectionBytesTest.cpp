// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Damaged and hostile SPIR-V: an error or a result, in bounded time.

#include "Reflection/SPIRV/Decorations.h"
#include "ReflectionFixture.h"
#include "lacuna/Reflection/CombinedSamplers.h"
#include "lacuna/Reflection/Json.h"

namespace lacuna::reflection {
namespace {

bool Contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string BytesError(const std::vector<uint8_t>& bytes) {
  auto module = SpirvReader().Read({bytes.data(), bytes.size()});
  return module ? "no error" : module.error().ToText();
}

TEST(ReflectionBytes, ShortInputs) {
  std::vector<uint8_t> header = {0x03, 0x02, 0x23, 0x07, 0, 5, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
  for (size_t size : {size_t{0}, size_t{3}, size_t{4}, size_t{16}, size_t{19}}) {
    const std::vector<uint8_t> cut(header.begin(), header.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_TRUE(Contains(BytesError(cut), "inside the header")) << size;
  }
  header.push_back(0);
  EXPECT_TRUE(Contains(BytesError(header), "not a multiple of 4"));
  header.pop_back();
  EXPECT_EQ(BytesError(header), "no error");  // a header alone is an empty module
  EXPECT_TRUE(Contains(ErrorText(Words()), "the input is empty"));
}

TEST(ReflectionBytes, OtherByteOrder) {
  const std::string text = Fragment(
      "OpName %buffer \"buf\"\nOpMemberName %type 0 \"value\"\nOpDecorate %type Block\nOpMemberDecorate %type 0 Offset "
      "16\n"
      "OpDecorate %buffer DescriptorSet 1\nOpDecorate %buffer Binding 2\n",
      "%type = OpTypeStruct %v3\n%ptr = OpTypePointer Uniform %type\n%buffer = OpVariable %ptr Uniform\n", "");
  Words words = Assemble(text);
  Module native = *ReadWords(words);
  for (uint32_t& word : words) {
    word = word >> 24 | (word >> 8 & 0xff00) | (word << 8 & 0xff0000) | word << 24;
  }
  Module swapped = *ReadWords(words);
  EXPECT_FALSE(native.byte_swapped);
  EXPECT_TRUE(swapped.byte_swapped);
  swapped.byte_swapped = false;
  EXPECT_EQ(ToJson(native), ToJson(swapped));
  EXPECT_EQ(native.resources.at(0).name, "buf");
}

TEST(ReflectionBytes, WordCounts) {
  Words words = Assemble(Fragment("", "", ""));
  Words zero = words;
  zero[5] &= 0xffff;  // the first instruction claims no words
  EXPECT_TRUE(Contains(ErrorText(zero), "byte 20")) << ErrorText(zero);
  Words past = words;
  past.back() = 0x7fff0000 | (past.back() & 0xffff);
  EXPECT_TRUE(Contains(ErrorText(past), "byte " + std::to_string((words.size() - 1) * 4))) << ErrorText(past);
  // Cut anywhere, it is never taken for a whole module: the function does not end.
  for (size_t size = 6; size < words.size(); ++size) {
    const Words cut(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(size));
    auto module = ReadWords(cut);
    if (!module) continue;
    EXPECT_TRUE(module->entry_points.empty()) << size;
  }
}

TEST(ReflectionBytes, BoundOfIds) {
  Words words = Assemble(Fragment("", "", ""));
  Words none = words;
  none[3] = 0;
  EXPECT_TRUE(Contains(ErrorText(none), "bound"));
  Words low = words;
  low[3] = 2;
  EXPECT_FALSE(ErrorText(low).empty());
  // Nothing is allocated by the bound.
  Words high = words;
  high[3] = 0xffffffff;
  EXPECT_TRUE(ReadWords(high).ok());
}

TEST(ReflectionBytes, Names) {
  const std::string declarations =
      "%ptr = OpTypePointer UniformConstant %sampler\n%s = OpVariable %ptr UniformConstant\n";
  auto module_with_name = [&](const std::string& name) {
    Words words = Assemble(Fragment("OpName %s \"NAME\"\n", "%sampler = OpTypeSampler\n" + declarations, ""));
    for (size_t at = 5; at < words.size(); at += words[at] >> 16) {
      if ((words[at] & 0xffff) != 5) continue;  // OpName
      Words text((name.size() + 4) / 4);
      std::memcpy(text.data(), name.data(), name.size());
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                  words.begin() + static_cast<std::ptrdiff_t>(at + (words[at] >> 16)));
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(at) + 2, text.begin(), text.end());
      words[at] = static_cast<uint32_t>(2 + text.size()) << 16 | 5;
      break;
    }
    return words;
  };
  const std::string longest(70000, 'x');
  EXPECT_EQ(ReadWords(module_with_name(longest))->resources.at(0).name, longest);
  auto invalid = ReadWords(module_with_name("a\xff\xc0\x80z\"\n"));
  ASSERT_TRUE(invalid.ok());
  EXPECT_TRUE(Contains(ToJson(*invalid), R"("name": "a\\xff\\xc0\\x80z\"\u000a")")) << ToJson(*invalid);
  EXPECT_TRUE(Contains(ToJson(*ReadWords(module_with_name("h\xc3\xa9"))), "\"h\xc3\xa9\""));
  // No byte of the name is zero: it has no end.
  Words open = module_with_name("NAME");
  for (size_t at = 5; at < open.size(); at += open[at] >> 16) {
    if ((open[at] & 0xffff) == 5) open[at + (open[at] >> 16) - 1] = 0x58585858;
  }
  EXPECT_FALSE(ErrorText(open).empty());
}

TEST(ReflectionBytes, MemberThatDoesNotExist) {
  const Module module = ReadText(Fragment(
      "OpName %type \"T\"\nOpMemberName %type 4294967295 \"none\"\nOpMemberName %type 0 \"a\"\nOpDecorate %type Block\n"
      "OpMemberDecorate %type 0 Offset 4\nOpMemberDecorate %type 4294967295 Offset 8\n",
      "%type = OpTypeStruct %float\n%ptr = OpTypePointer Uniform %type\n%buffer = OpVariable %ptr Uniform\n", ""));
  const Block& block = *module.resources.at(0).block;
  EXPECT_EQ(block.type_name, "T");
  ASSERT_EQ(block.members.size(), 1u);
  EXPECT_EQ(block.size, 8u);
  ASSERT_EQ(module.notes.size(), 1u);
  EXPECT_TRUE(Contains(module.notes[0].text, "member that the structure does not have"));
}

TEST(ReflectionBytes, SizesPast32Bits) {
  auto array = [](const std::string& length, const std::string& stride, const std::string& offset) {
    return Fragment("OpDecorate %array ArrayStride " + stride +
                        "\nOpDecorate %type Block\nOpMemberDecorate %type 0 Offset " + offset + "\n",
                    "%n = OpConstant %uint " + length +
                        "\n%array = OpTypeArray %float %n\n%type = OpTypeStruct %array\n"
                        "%ptr = OpTypePointer StorageBuffer %type\n%buffer = OpVariable %ptr StorageBuffer\n",
                    "");
  };
  EXPECT_EQ(ReadText(array("4294967295", "16", "0")).resources.at(0).block->size, 4294967294u * 16ull + 4);
  EXPECT_EQ(ReadText(array("4294967295", "4294967295", "4294967295")).resources.at(0).block->size,
            4294967294ull * 4294967295ull + 4 + 4294967295ull);
  // Three dimensions of that kind are past 64 bits.
  const std::string error = ErrorText(Fragment(
      "OpDecorate %a ArrayStride 4\nOpDecorate %b ArrayStride 4294967295\nOpDecorate %c ArrayStride 4294967295\n"
      "OpDecorate %type Block\nOpMemberDecorate %type 0 Offset 0\n",
      "%n = OpConstant %uint 4294967295\n%a = OpTypeArray %float %n\n%b = OpTypeArray %a %n\n%c = OpTypeArray %b %n\n"
      "%type = OpTypeStruct %c\n%ptr = OpTypePointer StorageBuffer %type\n%buffer = OpVariable %ptr StorageBuffer\n",
      ""));
  EXPECT_TRUE(Contains(error, "past 64 bits")) << error;
}

TEST(ReflectionBytes, TypesThatContainThemselves) {
  // Through a pointer: the cycle is cut, the pointer is 8 bytes.
  const Module module = ReadText(
      "OpCapability Shader\nOpCapability PhysicalStorageBufferAddresses\n"
      "OpMemoryModel PhysicalStorageBuffer64 GLSL450\nOpEntryPoint GLCompute %main \"main\"\n"
      "OpExecutionMode %main LocalSize 1 1 1\nOpName %node \"Node\"\nOpMemberName %node 0 \"value\"\n"
      "OpMemberName %node 1 \"next\"\nOpDecorate %node Block\nOpMemberDecorate %node 0 Offset 0\n"
      "OpMemberDecorate %node 1 Offset 8\nOpTypeForwardPointer %ptr PhysicalStorageBuffer\n"
      "%void = OpTypeVoid\n%proc = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n"
      "%node = OpTypeStruct %uint %ptr\n%ptr = OpTypePointer PhysicalStorageBuffer %node\n"
      "%main = OpFunction %void None %proc\n%entry = OpLabel\nOpReturn\nOpFunctionEnd\n");
  ASSERT_EQ(module.buffer_references.size(), 1u);
  const Block& block = module.buffer_references[0].block;
  EXPECT_EQ(block.size, 16u);
  EXPECT_EQ(block.members.at(1).scalar, ScalarKind::kPointer);
  EXPECT_EQ(block.members.at(1).type_name, "Node");
  // Directly: ids are given by hand, as no assembly text is valid.
  const std::string array = ErrorText(Fragment("", "%self = OpTypeArray %self %u2\n", ""));
  EXPECT_TRUE(Contains(array, "itself")) << array;
  const std::string structure = ErrorText(Fragment("", "%self = OpTypeStruct %float %self\n", ""));
  EXPECT_TRUE(Contains(structure, "itself")) << structure;
  const std::string later = ErrorText(Fragment("", "%a = OpTypeStruct %b\n%b = OpTypeStruct %a\n", ""));
  EXPECT_TRUE(Contains(later, "no type declared before it")) << later;
}

TEST(ReflectionBytes, DeepTypes) {
  for (const char* form : {"OpTypeStruct", "OpTypeArray", "OpTypeRuntimeArray"}) {
    std::string declarations = "%t0 = OpTypeStruct %float\n";
    for (int i = 1; i < 5000; ++i) {
      declarations += "%t" + std::to_string(i) + " = " + form + " %t" + std::to_string(i - 1) +
                      (std::string(form) == "OpTypeArray" ? " %u2\n" : "\n");
    }
    const std::string error = ErrorText(Fragment("", declarations, ""));
    EXPECT_TRUE(Contains(error, "nested too deeply")) << error;
  }
}

TEST(ReflectionBytes, ExponentialTypes) {
  // Forty levels of two members each: 2^40 members once expanded.
  std::string declarations = "%t0 = OpTypeStruct %float\n";
  for (int i = 1; i < 40; ++i) {
    const std::string below = " %t" + std::to_string(i - 1);
    declarations += "%t" + std::to_string(i) + " = OpTypeStruct" + below + below + "\n";
  }
  declarations += "%ptr = OpTypePointer Uniform %t39\n%buffer = OpVariable %ptr Uniform\n";
  const std::string error = ErrorText(Fragment("OpDecorate %t39 Block\n", declarations, ""));
  EXPECT_TRUE(Contains(error, "too many variables")) << error;
}

TEST(ReflectionBytes, LongPaths) {
  // A hundred levels with long names above five thousand members: each of their
  // dotted names would be 3 MB.
  const std::string name(30000, 'n');
  std::string annotations, declarations = "%t0 = OpTypeStruct";
  for (int i = 0; i < 5000; ++i) declarations += " %float";
  declarations += "\n";
  for (int i = 1; i < 100; ++i) {
    const std::string level = std::to_string(i);
    annotations += "OpMemberName %t" + level + " 0 \"" + name + "\"\n";
    declarations += "%t" + level + " = OpTypeStruct %t" + std::to_string(i - 1) + "\n";
  }
  declarations += "%ptr = OpTypePointer Uniform %t99\n%buffer = OpVariable %ptr Uniform\n";
  const std::string error = ErrorText(Fragment(annotations + "OpDecorate %t99 Block\n", declarations, ""));
  EXPECT_TRUE(Contains(error, "dotted names")) << error;
}

TEST(ReflectionBytes, ExponentialCalls) {
  // Each of 40 functions calls the next one twice.
  std::string functions;
  for (int i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i), next = std::to_string(i + 1);
    functions += "%g" + n + " = OpFunction %void None %proc\n%l" + n + " = OpLabel\n%a" + n +
                 " = OpFunctionCall %void %g" + next + "\n%b" + n + " = OpFunctionCall %void %g" + next +
                 "\nOpReturn\nOpFunctionEnd\n";
  }
  functions +=
      "%g40 = OpFunction %void None %proc\n%l40 = OpLabel\n%image = OpLoad %tex_t %tex\n%smp_v = OpLoad %smp_t %smp\n"
      "%si = OpSampledImage %si_t %image %smp_v\n%color = OpImageSampleExplicitLod %v4 %si %uv Lod %f0\n"
      "OpReturn\nOpFunctionEnd\n";
  const Words words = Assemble(Fragment(
      "OpName %tex \"tex\"\nOpName %smp \"smp\"\n",
      "%tex_t = OpTypeImage %float 2D 0 0 0 1 Unknown\n%smp_t = OpTypeSampler\n%si_t = OpTypeSampledImage %tex_t\n"
      "%tex_p = OpTypePointer UniformConstant %tex_t\n%smp_p = OpTypePointer UniformConstant %smp_t\n"
      "%tex = OpVariable %tex_p UniformConstant\n%smp = OpVariable %smp_p UniformConstant\n"
      "%uv = OpConstantComposite %v2 %f0 %f0\n",
      "%call = OpFunctionCall %void %g0\n", functions));
  auto module = ReadWords(words);
  ASSERT_TRUE(module.ok()) << module.error().ToText();
  EXPECT_EQ(module->entry_points.at(0).uses.size(), 2u);
  auto pairs =
      CombinedSamplerPairs({reinterpret_cast<const uint8_t*>(words.data()), words.size() * 4}, "", Stage::kUnknown);
  ASSERT_TRUE(pairs.ok()) << pairs.error().ToText();
  EXPECT_EQ(pairs->size(), 1u);
}

TEST(ReflectionBytes, CallsWithPermutedImages) {
  // Each of 40 functions calls the next with its eight images in two other
  // orders, which makes 8! different calls of most; each also calls one that
  // has a thousand parameters.
  constexpr int kImages = 8, kFunctions = 40, kParameters = 1000;
  auto list = [](int count, const std::string& prefix, int first = 0) {
    std::string text;
    for (int i = 0; i < count; ++i) text += " " + prefix + std::to_string((first + i) % count);
    return text;
  };
  std::string declarations =
      "%tex_t = OpTypeImage %float 2D 0 0 0 1 Unknown\n%tex_p = OpTypePointer UniformConstant %tex_t\n"
      "%takes_images = OpTypeFunction %void";
  for (int i = 0; i < kImages; ++i) declarations += " %tex_p";
  declarations += "\n%takes_many = OpTypeFunction %void";
  std::string many, functions = "%wide = OpFunction %void None %takes_many\n";
  for (int i = 0; i < kParameters; ++i) {
    declarations += " %uint";
    many += " %u0";
    functions += "%w" + std::to_string(i) + " = OpFunctionParameter %uint\n";
  }
  declarations += "\n";
  functions += "%wide_entry = OpLabel\nOpReturn\nOpFunctionEnd\n";
  for (int i = 0; i < kImages; ++i) {
    declarations += "%tex" + std::to_string(i) + " = OpVariable %tex_p UniformConstant\n";
  }
  for (int f = 0; f < kFunctions; ++f) {
    const std::string n = std::to_string(f), next = " = OpFunctionCall %void %g" + std::to_string(f + 1);
    const std::string parameter = "%p" + n + "_";
    functions += "%g" + n + " = OpFunction %void None %takes_images\n";
    for (int i = 0; i < kImages; ++i) functions += parameter + std::to_string(i) + " = OpFunctionParameter %tex_p\n";
    functions += "%l" + n + " = OpLabel\n%c" + n + " = OpFunctionCall %void %wide" + many + "\n";
    if (f + 1 < kFunctions) {
      std::string swapped = " " + parameter + "1 " + parameter + "0";
      for (int i = 2; i < kImages; ++i) swapped += " " + parameter + std::to_string(i);
      functions += "%a" + n + next + swapped + "\n%b" + n + next + list(kImages, parameter, 1) + "\n";
    }
    functions += "OpReturn\nOpFunctionEnd\n";
  }
  const std::string call = "%call = OpFunctionCall %void %g0" + list(kImages, "%tex") + "\n";
  const Words words = Assemble(Fragment("", declarations, call, functions));
  auto pairs =
      CombinedSamplerPairs({reinterpret_cast<const uint8_t*>(words.data()), words.size() * 4}, "", Stage::kUnknown);
  ASSERT_FALSE(pairs.ok());
  EXPECT_TRUE(Contains(pairs.error().ToText(), "too large to walk")) << pairs.error().ToText();
}

TEST(ReflectionBytes, PairsOfTheLastParameters) {
  // Parameters that hold neither images nor samplers stand before those that do.
  const Words words = Assemble(Fragment(
      "OpName %tex \"tex\"\nOpName %smp \"smp\"\n",
      "%tex_t = OpTypeImage %float 2D 0 0 0 1 Unknown\n%smp_t = OpTypeSampler\n%si_t = OpTypeSampledImage %tex_t\n"
      "%tex_p = OpTypePointer UniformConstant %tex_t\n%smp_p = OpTypePointer UniformConstant %smp_t\n"
      "%other = OpVariable %tex_p UniformConstant\n%tex = OpVariable %tex_p UniformConstant\n"
      "%smp = OpVariable %smp_p UniformConstant\n"
      "%takes = OpTypeFunction %void %uint %tex_p %float %uint %smp_p %uint %tex_p\n",
      "%call = OpFunctionCall %void %f %u1 %other %f0 %u2 %smp %u3 %tex\n",
      "%f = OpFunction %void None %takes\n%p0 = OpFunctionParameter %uint\n%p1 = OpFunctionParameter %tex_p\n"
      "%p2 = OpFunctionParameter %float\n%p3 = OpFunctionParameter %uint\n%p4 = OpFunctionParameter %smp_p\n"
      "%p5 = OpFunctionParameter %uint\n%p6 = OpFunctionParameter %tex_p\n%lf = OpLabel\n"
      "%image = OpLoad %tex_t %p6\n%sampler = OpLoad %smp_t %p4\n%si = OpSampledImage %si_t %image %sampler\n"
      "OpReturn\nOpFunctionEnd\n"));
  auto pairs =
      CombinedSamplerPairs({reinterpret_cast<const uint8_t*>(words.data()), words.size() * 4}, "", Stage::kUnknown);
  ASSERT_TRUE(pairs.ok()) << pairs.error().ToText();
  ASSERT_EQ(pairs->size(), 1u);
  EXPECT_EQ(pairs->at(0).texture_name, "tex");
  EXPECT_EQ(pairs->at(0).sampler_name, "smp");
}

TEST(ReflectionBytes, WrongCalls) {
  const std::string missing = ErrorText(Fragment("", "", "%call = OpFunctionCall %void %uint\n"));
  EXPECT_TRUE(Contains(missing, "no function")) << missing;
  const std::string function = "%g = OpFunction %void None %proc\n%lg = OpLabel\nOpReturn\nOpFunctionEnd\n";
  const std::string arguments = ErrorText(Fragment("", "", "%call = OpFunctionCall %void %g %u0\n", function));
  EXPECT_TRUE(Contains(arguments, "with 1 arguments")) << arguments;
  const std::string again =
      "%g = OpFunction %void None %proc\n%lg = OpLabel\n%c2 = OpFunctionCall %void %g\nOpReturn\nOpFunctionEnd\n";
  const Words recursive = Assemble(Fragment("", "", "%call = OpFunctionCall %void %g\n", again));
  auto module = ReadWords(recursive);
  ASSERT_TRUE(module.ok());
  ASSERT_EQ(module->notes.size(), 1u);
  EXPECT_TRUE(Contains(module->notes[0].text, "calls itself"));
  auto pairs = CombinedSamplerPairs({reinterpret_cast<const uint8_t*>(recursive.data()), recursive.size() * 4}, "",
                                    Stage::kUnknown);
  ASSERT_FALSE(pairs.ok());
  EXPECT_EQ(pairs.error().code, "SD0217");
}

TEST(ReflectionBytes, UncommonInstructions) {
  const Module module = ReadText(
      "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint Fragment %main \"main\"\n"
      "OpExecutionMode %main OriginUpperLeft\nOpSourceContinued \"without OpSource\"\n"
      "OpName %a \"a\"\nOpName %b \"b\"\nOpDecorate %group DescriptorSet 3\nOpDecorate %group NonWritable\n"
      "%group = OpDecorationGroup\nOpGroupDecorate %group %a %b\nOpDecorate %a Binding 1\nOpDecorate %b Binding 2\n"
      "OpDecorate %offsets Offset 8\n%offsets = OpDecorationGroup\nOpGroupMemberDecorate %offsets %type 1\n"
      "OpMemberDecorate %type 0 Offset 0\nOpDecorate %type Block\nOpDecorateString %a UserTypeGOOGLE \"buffer\"\n"
      "%void = OpTypeVoid\n%proc = OpTypeFunction %void\n%float = OpTypeFloat 32\n%type = OpTypeStruct %float %float\n"
      "%ptr = OpTypePointer StorageBuffer %type\n%a = OpVariable %ptr StorageBuffer\n%b = OpVariable %ptr "
      "StorageBuffer\n"
      "%main = OpFunction %void None %proc\n%entry = OpLabel\nOpReturn\nOpFunctionEnd\n");
  for (const char* name : {"a", "b"}) {
    const Resource& resource = *FindNamed(module.resources, name);
    EXPECT_EQ(resource.set, 3u);
    EXPECT_TRUE(resource.non_writable);
    EXPECT_EQ(resource.block->members.at(1).offset, 8u);
  }
}

TEST(ReflectionBytes, ManyGroupsOfOneTarget) {
  // One structure is in two thousand groups, the last of which is the only one
  // that makes it a Block, and its member 1 in as many.
  constexpr uint32_t kGroups = 2000, kLookups = 500;
  std::string decorations, groups;
  for (uint32_t i = 0; i < kGroups; ++i) {
    const std::string group = "%g" + std::to_string(i);
    decorations += "OpDecorate " + group + (i + 1 == kGroups ? " Block\n" : " Coherent\n") + "OpDecorate " + group +
                   " Offset " + std::to_string(i + 4) + "\n";
    groups += group + " = OpDecorationGroup\n";
  }
  for (uint32_t i = 0; i < kGroups; ++i) {
    const std::string group = "%g" + std::to_string(i);
    groups += "OpGroupDecorate " + group + " %type\nOpGroupMemberDecorate " + group + " %type 1\n";
  }
  const Words words = Assemble(Fragment("OpName %type \"T\"\n" + decorations + groups,
                                        "%type = OpTypeStruct %float %float\n%ptr = OpTypePointer StorageBuffer %type\n"
                                        "%buffer = OpVariable %ptr StorageBuffer\n",
                                        ""));
  auto module = ReadWords(words);
  ASSERT_TRUE(module.ok()) << module.error().ToText();
  EXPECT_EQ(module->resources.at(0).block->members.at(1).offset, 4u);  // the first group's
  auto table =
      spirv::ModuleTable::Parse({reinterpret_cast<const uint8_t*>(words.data()), words.size() * sizeof(uint32_t)});
  ASSERT_TRUE(table.ok()) << table.error().ToText();
  const spirv::Decorations found(*table);
  uint32_t type = 0;
  for (const spirv::Inst& inst : table->instructions()) {
    if (inst.opcode == spv::Op::OpTypeStruct) type = inst.result_id;
  }
  for (uint32_t i = 0; i < kLookups; ++i) {
    EXPECT_TRUE(found.Has(type, spv::Decoration::Block));
    EXPECT_FALSE(found.Has(type, spv::Decoration::BufferBlock));
    EXPECT_TRUE(found.HasMember(type, 1, spv::Decoration::Coherent));
    EXPECT_EQ(found.MemberValue(type, 1, spv::Decoration::Offset), 4u);
    EXPECT_FALSE(found.HasMember(type, 1, spv::Decoration::RowMajor));
    EXPECT_FALSE(found.HasMember(type, 0, spv::Decoration::Coherent));
  }
  // Block, BufferBlock and RowMajor go through all groups once, others stop at
  // the first.
  EXPECT_EQ(found.group_visits(), 3 * uint64_t{kGroups} + 2);
}

TEST(ReflectionBytes, GroupsWithoutDecorations) {
  // They are not looked into. %empty's id is the lower one: it would be the first.
  std::string memberships;
  for (int i = 0; i < 100; ++i) memberships += "OpGroupDecorate %empty %a\n";
  const Words words =
      Assemble(Fragment("OpName %empty \"empty\"\nOpDecorate %group Binding 7\n%empty = OpDecorationGroup\n"
                        "%group = OpDecorationGroup\n" +
                            memberships + "OpGroupDecorate %group %a\n",
                        "%sampler = OpTypeSampler\n%ptr = OpTypePointer UniformConstant %sampler\n"
                        "%a = OpVariable %ptr UniformConstant\n",
                        ""));
  auto module = ReadWords(words);
  ASSERT_TRUE(module.ok()) << module.error().ToText();
  EXPECT_EQ(module->resources.at(0).binding, 7u);
  auto table =
      spirv::ModuleTable::Parse({reinterpret_cast<const uint8_t*>(words.data()), words.size() * sizeof(uint32_t)});
  ASSERT_TRUE(table.ok()) << table.error().ToText();
  const spirv::Decorations found(*table);
  EXPECT_EQ(found.Value(module->resources.at(0).id, spv::Decoration::Binding), 7u);
  EXPECT_EQ(found.group_visits(), 1u);
}

TEST(ReflectionBytes, DecorationsWithIds) {
  // OpDecorateId %array ArrayStride %id: the id is not taken for a stride.
  Words words = Assemble(
      Fragment("OpDecorate %array ArrayStride 64\nOpDecorate %type Block\nOpMemberDecorate %type 0 Offset 0\n",
               "%array = OpTypeArray %float %u2\n%type = OpTypeStruct %array\n%ptr = OpTypePointer Uniform %type\n"
               "%buffer = OpVariable %ptr Uniform\n",
               ""));
  EXPECT_EQ(ReadWords(words)->resources.at(0).block->size, 68u);
  for (size_t at = 5; at < words.size(); at += words[at] >> 16) {
    if ((words[at] & 0xffff) == 71 && words[at + 2] == 6) words[at] = (words[at] & 0xffff0000) | 332;
  }
  auto module = ReadWords(words);
  ASSERT_TRUE(module.ok()) << module.error().ToText();
  EXPECT_EQ(module->resources.at(0).block->size, 8u);
  ASSERT_EQ(module->notes.size(), 1u);
  EXPECT_TRUE(Contains(module->notes[0].text, "no ArrayStride"));
}

}  // namespace
}  // namespace lacuna::reflection
