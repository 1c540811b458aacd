// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Resource definitions with one thing wrong, or odd, each.

#include <string>
#include <utility>
#include <vector>

#include "D3dBuilder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lacuna/Reflection/D3D/Rdef.h"

namespace lacuna::reflection::d3d {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Where RDEF begins in a container that has nothing else.
constexpr uint64_t kRdef = 44;

Result<RdefTable> Read(const ByteBuilder& rdef) {
  const ByteBuilder file = ContainerOf(rdef);
  const Result<Container> container = ReadContainer(file.view());
  EXPECT_TRUE(container.ok()) << container.error().message;
  return ReadRdef(file.view(), *container);
}
Result<RdefTable> Read(RdefBuilder rdef) { return Read(rdef.Build()); }

// An error at that offset in RDEF.
void ExpectError(const ByteBuilder& rdef, uint64_t offset, const std::string& message) {
  const Result<RdefTable> table = Read(rdef);
  ASSERT_FALSE(table.ok()) << "expected: " << message;
  EXPECT_EQ(table.error().code, "SD0101");
  EXPECT_EQ(table.error().offset, kRdef + offset) << table.error().message;
  EXPECT_THAT(table.error().message, HasSubstr(message));
  EXPECT_NE(table.error().expected, "");
}

BuiltType Float(uint32_t columns, uint32_t elements = 0) {
  return {
      columns > 1 ? 1u : 0u, 3, 1, columns, elements, {}, columns > 1 ? "float" + std::to_string(columns) : "float"};
}
BuiltType StructOf(std::vector<BuiltMember> members) { return {5, 0, 1, 4, 0, std::move(members), "S"}; }

RdefBuilder OneOfEach(uint32_t target) {
  RdefBuilder builder;
  builder.target = target;
  builder.bindings.push_back({"linear", 3, 0, 0, 0, 1});
  builder.bindings.push_back({"base", 2, 5, 4, 0xffffffff, 3, 1, 12, 7, 9});
  builder.bindings.push_back({"C", 0, 0, 0, 0, 2});
  builder.buffers.push_back({"C", {{"a", 0, 16, 2, Float(4)}, {"b", 16, 4, 0, Float(1), {0x3f800000}}}, 32});
  return builder;
}

TEST(RdefReader, WhatIsBuiltIsReadForEveryShaderModel) {
  for (uint32_t target : {0xffff0400u, 0xfffe0401u, 0xffff0500u, 0x43530501u}) {
    const Result<RdefTable> table = Read(OneOfEach(target));
    ASSERT_TRUE(table.ok()) << table.error().message;
    EXPECT_TRUE(table->notes.empty());
    EXPECT_EQ(table->creator, "builder");
    ASSERT_EQ(table->bindings.size(), 3u);
    EXPECT_EQ(table->bindings[1].name, "base");
    EXPECT_EQ(table->bindings[1].bind_point, 3u);
    EXPECT_EQ(table->bindings[2].name, "C");
    EXPECT_EQ(table->bindings[1].space.has_value(), target == 0x43530501);
    EXPECT_EQ(table->bindings[1].space.value_or(7), 7u);
    EXPECT_EQ(table->bindings[1].id.value_or(9), 9u);
    ASSERT_EQ(table->constant_buffers.size(), 1u);
    ASSERT_EQ(table->constant_buffers[0].variables.size(), 2u);
    const RdefVariable& b = table->constant_buffers[0].variables[1];
    EXPECT_EQ(b.name, "b");
    EXPECT_EQ(b.start, 16u);
    EXPECT_FALSE(b.used());
    EXPECT_THAT(b.default_value, ElementsAre(0, 0, 0x80, 0x3f));
    EXPECT_EQ(b.start_texture, -1);
    EXPECT_EQ(b.type.name, table->major() == 5 ? "float" : "");
  }
}

// The header and the extension of shader model 5.

TEST(RdefReader, ShortHeaders) {
  ByteBuilder rdef = OneOfEach(0xffff0400).Build();
  rdef.bytes().resize(27);
  ExpectError(rdef, 0, "RDEF has 27 bytes");
  RdefBuilder empty;
  empty.creator = "";
  for (size_t size : {28, 59}) {
    rdef = empty.Build();
    rdef.bytes().resize(size);
    ExpectError(rdef, 0, "RDEF of shader model 5 has " + std::to_string(size) + " bytes");
  }
}

TEST(RdefReader, HeaderOf28BytesIsEnoughForShaderModel4) {
  ByteBuilder rdef;
  for (uint32_t value : {0u, 0xffffffffu, 0u, 0xffffffffu, 0xffff0400u, 0u, 0u}) rdef.U32(value);
  const Result<RdefTable> table = Read(rdef);
  ASSERT_TRUE(table.ok()) << table.error().message;
  EXPECT_EQ(table->creator, "");
}

TEST(RdefReader, ShaderModels) {
  for (uint32_t target : {0xffff0300u, 0xffff0600u, 0xffff0000u}) {
    RdefBuilder builder;
    ByteBuilder rdef = builder.Build();
    rdef.Put32(RdefBuilder::kTarget, target);
    ExpectError(rdef, RdefBuilder::kTarget, "RDEF is for shader model " + std::to_string(target >> 8 & 0xff));
  }
  const Result<RdefTable> table = Read(OneOfEach(0x12340500));
  ASSERT_TRUE(table.ok());
  ASSERT_EQ(table->notes.size(), 1u);
  EXPECT_THAT(table->notes[0].text, HasSubstr("of no known kind of shader"));
}

TEST(RdefReader, StridesAreChecked) {
  RdefBuilder builder = OneOfEach(0xffff0500);
  const uint32_t minimum[] = {60, 24, 32, 40, 36, 12};
  for (size_t i = 0; i < 6; ++i) {
    for (uint32_t stride : {0u, 8u, minimum[i] - 1, 4097u, 4000000u, 0xffffffffu}) {
      ByteBuilder rdef = builder.Build();
      rdef.Put32(RdefBuilder::kStrides + 4 * i, stride);
      ExpectError(rdef, RdefBuilder::kStrides + 4 * i, "as " + std::to_string(stride) + " byte");
    }
  }
  ByteBuilder rdef = builder.Build();
  rdef.Put32(RdefBuilder::kTag, 0x32314452);
  ExpectError(rdef, RdefBuilder::kTag, "the tag 0x32314452");
}

TEST(RdefReader, RecordsAreWalkedByTheStrides) {
  // Longer bindings under the tag of shader model 5.0 are read as they are long.
  RdefBuilder builder = OneOfEach(0xffff0500);
  builder.binding_stride = 48;
  Result<RdefTable> table = Read(builder);
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table->bindings[2].name, "C");
  EXPECT_EQ(table->bindings[1].space, 7u);

  // Shader model 5.1 with the bindings of 5.0: no spaces, and that is said.
  builder = OneOfEach(0xffff0501);
  builder.binding_stride = 32;
  table = Read(builder);
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table->bindings[2].name, "C");
  EXPECT_EQ(table->bindings[2].bind_point, 2u);
  EXPECT_FALSE(table->bindings[2].space.has_value());
  ASSERT_EQ(table->notes.size(), 1u);
  EXPECT_THAT(table->notes[0].text, HasSubstr("no room for register spaces"));
}

// Counts and offsets.

TEST(RdefReader, Counts) {
  RdefBuilder builder = OneOfEach(0xffff0500);
  const auto spoil = [&](size_t field, uint32_t value) {
    ByteBuilder rdef = builder.Build();
    rdef.Put32(field, value);
    return rdef;
  };
  ExpectError(spoil(RdefBuilder::kBufferCount, 65537), RdefBuilder::kBufferCount, "65537 constant buffers");
  ExpectError(spoil(RdefBuilder::kBufferCount, 65536), RdefBuilder::kBufferOffset, "65536 constant buffers of 24");
  ExpectError(spoil(RdefBuilder::kBindingCount, 65537), RdefBuilder::kBindingCount, "65537 bindings");
  ExpectError(spoil(RdefBuilder::kBindingCount, 0xffffffff), RdefBuilder::kBindingCount, "4294967295 bindings");
  ExpectError(spoil(RdefBuilder::kBindingCount, 65536), RdefBuilder::kBindingOffset, "65536 bindings of 32 bytes");
  builder.Build();
  const size_t buffer = builder.buffer_records[0];
  ExpectError(spoil(buffer + 4, 65537), buffer + 4, "65537 variables");
  ExpectError(spoil(buffer + 4, 65536), buffer + 8, "65536 variables of 40 bytes");
  ExpectError(spoil(buffer + 8, 0xfffffff8), buffer + 8, "offset 4294967288");
  ExpectError(spoil(RdefBuilder::kBufferOffset, 0xfffffff8), RdefBuilder::kBufferOffset, "offset 4294967288");
}

TEST(RdefReader, NoRecordsNoOffset) {
  RdefBuilder builder;
  builder.buffers.push_back({"Empty", {}, 0});
  ByteBuilder rdef = builder.Build();
  rdef.Put32(RdefBuilder::kBindingOffset, 0xffffffff);
  rdef.Put32(builder.buffer_records[0] + 8, 0xffffffff);
  const Result<RdefTable> table = Read(rdef);
  ASSERT_TRUE(table.ok()) << table.error().message;
  EXPECT_EQ(table->constant_buffers.size(), 1u);
}

TEST(RdefReader, SixtyFiveThousandBindings) {
  ByteBuilder rdef;
  for (uint32_t value : {0u, 0u, 65536u, 28u, 0xffff0400u, 0u, 0u}) rdef.U32(value);
  for (uint32_t i = 0; i < 65536; ++i) {
    for (uint32_t value : {28u + 65536u * 32u, 2u, 5u, 4u, 0xffffffffu, i, 1u, 0u}) rdef.U32(value);
  }
  rdef.Text("t");
  const Result<RdefTable> table = Read(rdef);
  ASSERT_TRUE(table.ok()) << table.error().message;
  EXPECT_EQ(table->bindings.size(), 65536u);
  EXPECT_EQ(table->bindings.back().bind_point, 65535u);
}

TEST(RdefReader, Names) {
  RdefBuilder builder = OneOfEach(0xffff0500);
  ByteBuilder rdef = builder.Build();
  const uint32_t size = static_cast<uint32_t>(rdef.size());
  const std::pair<size_t, const char*> fields[] = {
      {builder.binding_records[0], "a binding's name"},
      {builder.buffer_records[0], "a constant buffer's name"},
      {builder.variable_records[0], "a variable's name"},
      {builder.type_records[0] + 32, "a type's name"},
      {RdefBuilder::kCreator, "the creator"},
  };
  for (const auto& [field, what] : fields) {
    for (uint32_t offset : {size, 0xffffffffu}) {
      rdef = builder.Build();
      rdef.Put32(field, offset);
      ExpectError(rdef, field, "the offset of " + std::string(what) + " is " + std::to_string(offset));
    }
  }
}

TEST(RdefReader, NumbersThatStandForNothing) {
  RdefBuilder builder = OneOfEach(0xffff0500);
  const auto spoil16 = [&](size_t field, uint32_t value) {
    ByteBuilder rdef = builder.Build();
    rdef.Put16(field, value);
    return rdef;
  };
  builder.Build();
  ExpectError(spoil16(builder.binding_records[1] + 4, 14), builder.binding_records[1] + 4,
              "the binding 'base' is of type 14");
  ExpectError(spoil16(builder.buffer_records[0] + 20, 4), builder.buffer_records[0] + 20,
              "the constant buffer 'C' is of type 4");
  ExpectError(spoil16(builder.type_records[0], 6), builder.type_records[0], "a type is of class 6");
  ExpectError(spoil16(builder.type_records[0] + 2, 63), builder.type_records[0] + 2, "a type has the number 63");
}

// Variables and types.

TEST(RdefReader, VariablesOutsideTheirBufferAreNoted) {
  RdefBuilder builder = OneOfEach(0xffff0500);
  ByteBuilder rdef = builder.Build();
  rdef.Put32(builder.variable_records[1] + 4, 0xfffffff8);
  rdef.Put32(builder.variable_records[1] + 8, 15);  // start + size is 7 in 32 bits
  rdef.Put32(builder.variable_records[1] + 20, 0);
  const Result<RdefTable> table = Read(rdef);
  ASSERT_TRUE(table.ok());
  ASSERT_EQ(table->notes.size(), 1u);
  EXPECT_THAT(table->notes[0].text, HasSubstr("'b' ends at byte 4294967303 of 'C', which has 32 bytes"));
}

TEST(RdefReader, DefaultsOutsideTheChunkAreNoted) {
  RdefBuilder builder = OneOfEach(0xffff0500);
  ByteBuilder rdef = builder.Build();
  rdef.Put32(builder.variable_records[1] + 20, 0xffffffff);
  const Result<RdefTable> table = Read(rdef);
  ASSERT_TRUE(table.ok());
  EXPECT_TRUE(table->constant_buffers[0].variables[1].default_value.empty());
  ASSERT_EQ(table->notes.size(), 1u);
  EXPECT_EQ(table->notes[0].offset, kRdef + builder.variable_records[1] + 20);
}

TEST(RdefReader, TypeRecordsOutsideTheChunk) {
  for (uint32_t target : {0xffff0400u, 0xffff0500u}) {
    RdefBuilder builder = OneOfEach(target);
    ByteBuilder rdef = builder.Build();
    const uint32_t bytes = target == 0xffff0400 ? 16 : 36;
    for (uint32_t offset : {static_cast<uint32_t>(rdef.size()) - bytes + 1, 0xffffffffu}) {
      rdef = builder.Build();
      rdef.Put32(builder.variable_records[0] + 16, offset);
      ExpectError(rdef, builder.variable_records[0] + 16,
                  "a type record of " + std::to_string(bytes) + " bytes at offset " + std::to_string(offset));
    }
  }
}

TEST(RdefReader, MemberOffsetsOfWhatIsNoStructAreIgnored) {
  RdefBuilder builder = OneOfEach(0xffff0500);
  ByteBuilder rdef = builder.Build();
  rdef.Put32(builder.type_records[0] + 12, 1);  // as vkd3d writes it
  Result<RdefTable> table = Read(rdef);
  ASSERT_TRUE(table.ok());
  EXPECT_TRUE(table->notes.empty());
  rdef.Put16(builder.type_records[0] + 10, 2);
  table = Read(rdef);
  ASSERT_TRUE(table.ok());
  EXPECT_TRUE(table->constant_buffers[0].variables[0].type.members.empty());
  ASSERT_EQ(table->notes.size(), 1u);
  EXPECT_THAT(table->notes[0].text, HasSubstr("no struct claims 2 members"));
}

RdefBuilder OneVariable(BuiltType type) {
  RdefBuilder builder;
  builder.buffers.push_back({"C", {{"v", 0, 4, 2, std::move(type)}}, 16});
  return builder;
}

TEST(RdefReader, AStructThatContainsItself) {
  RdefBuilder builder = OneVariable(StructOf({{"inner", StructOf({{"x", Float(1), 0}}), 0}}));
  ByteBuilder rdef = builder.Build();
  const size_t outer = builder.type_records.back();
  // The member record of the outer struct stands before the struct's own name "S".
  const size_t member = outer - 4 - 12;
  rdef.Put32(member + 4, static_cast<uint32_t>(outer));
  ExpectError(rdef, outer + 12, "structs are nested too deep");
}

BuiltType NestedStructs(int depth) {
  BuiltType type = Float(1);
  for (int i = 0; i < depth; ++i) type = StructOf({{"m", type, 0}});
  return type;
}

TEST(RdefReader, SixteenStructsInEachOtherAreRead) {
  EXPECT_TRUE(Read(OneVariable(NestedStructs(16))).ok());
  const Result<RdefTable> table = Read(OneVariable(NestedStructs(17)));
  ASSERT_FALSE(table.ok());
  EXPECT_THAT(table.error().message, HasSubstr("structs are nested too deep"));
}

TEST(RdefReader, TypeRecordsMayBeShared) {
  RdefBuilder builder = OneOfEach(0xffff0500);
  ByteBuilder rdef = builder.Build();
  rdef.Put32(builder.variable_records[1] + 16, static_cast<uint32_t>(builder.type_records[0]));
  rdef.Put32(builder.variable_records[1] + 20, 0);
  const Result<RdefTable> table = Read(rdef);
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table->constant_buffers[0].variables[1].type.columns, 4);
}

TEST(RdefReader, SharedTypesDoNotMultiplyWithoutEnd) {
  // Three structs, each of which has 100 members of the next one's type: a
  // million records, with fewer characters than the limit of those.
  constexpr uint32_t kMembers = 100, kDepth = 3, kVariable = 28 + 24, kText = kVariable + 24, kFirst = kText + 4;
  constexpr uint32_t kStructBytes = 16 + kMembers * 12;
  ByteBuilder rdef;
  for (uint32_t value : {1u, 28u, 0u, 0u, 0xffff0400u, 0u, 0u}) rdef.U32(value);
  for (uint32_t value : {kText, 1u, kVariable, 16u, 0u, 0u}) rdef.U32(value);
  for (uint32_t value : {kText, 0u, 4u, 2u, kFirst, 0u}) rdef.U32(value);
  rdef.Text("abc");
  for (uint32_t level = 0; level < kDepth; ++level) {
    const uint32_t here = kFirst + level * kStructBytes;
    for (uint32_t value : {5u, 0u, 1u, 1u, 0u, kMembers}) rdef.U16(value);
    rdef.U32(here + 16);
    for (uint32_t i = 0; i < kMembers; ++i) rdef.U32(kText), rdef.U32(here + kStructBytes), rdef.U32(0);
  }
  for (uint32_t value : {0, 3, 1, 1, 0, 0, 0, 0}) rdef.U16(value);
  const Result<RdefTable> table = Read(rdef);
  ASSERT_FALSE(table.ok());
  EXPECT_THAT(table.error().message, HasSubstr("RDEF describes more than is read"));
}

// Sizes by the packing rules; those of the blobs' variables are in D3dModuleTest.

RdefType Type(uint16_t variable_class, uint16_t rows, uint16_t columns, uint16_t elements) {
  RdefType type;
  type.variable_class = variable_class;
  type.type = 3;
  type.rows = rows;
  type.columns = columns;
  type.elements = elements;
  return type;
}

TEST(RdefReader, PackedSizes) {
  EXPECT_EQ(PackedSize(Type(0, 1, 1, 0)), 4u);
  EXPECT_EQ(PackedSize(Type(1, 1, 3, 0)), 12u);
  EXPECT_EQ(PackedSize(Type(0, 1, 1, 2)), 20u);
  EXPECT_EQ(PackedSize(Type(0, 1, 1, 1)), 4u);
  EXPECT_EQ(PackedSize(Type(3, 2, 3, 0)), 40u);  // column_major float2x3
  EXPECT_EQ(PackedSize(Type(2, 2, 3, 0)), 28u);  // row_major float2x3
  EXPECT_EQ(PackedSize(Type(3, 3, 3, 0)), 44u);
  EXPECT_EQ(PackedSize(Type(3, 3, 3, 2)), 92u);
  EXPECT_EQ(PackedSize(Type(3, 4, 3, 2)), 96u);
  EXPECT_EQ(PackedSize(Type(4, 0, 0, 0)), std::nullopt);
  // 65535 elements of a huge matrix, in structs in structs: no wrap.
  RdefType type = Type(2, 65535, 65535, 65535);
  for (int i = 0; i < 16; ++i) {
    RdefType outer;
    outer.variable_class = 5;
    outer.elements = 65535;
    outer.members.push_back({"m", 0xffffffff, type});
    type = outer;
  }
  EXPECT_EQ(PackedSize(type), uint64_t{1} << 40);
}

// What has no resource definitions.

TEST(RdefReader, StrippedContainers) {
  ContainerBuilder builder;
  ByteBuilder words;
  words.Zeros(16);
  for (const char* name : {"Aon9", "SHDR", "ISGN", "OSGN"}) builder.Add(name, words);
  const ByteBuilder file = builder.Build();
  const Result<Container> container = ReadContainer(file.view());
  ASSERT_TRUE(container.ok());
  const Result<RdefTable> table = ReadRdef(file.view(), *container);
  ASSERT_FALSE(table.ok());
  EXPECT_EQ(table.error().code, "SD0101");
  EXPECT_THAT(table.error().message, HasSubstr("no RDEF chunk"));
  EXPECT_THAT(table.error().message, HasSubstr("Aon9, SHDR, ISGN, OSGN"));
}

}  // namespace
}  // namespace lacuna::reflection::d3d
