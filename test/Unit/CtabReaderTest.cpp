// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Constant tables with one thing wrong, or odd, each.

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "D3dBuilder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lacuna/Reflection/D3D/Ctab.h"

namespace lacuna::reflection::d3d {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr uint32_t kWild = 0xffffffff;

uint32_t Bits(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

BuiltType Float(uint32_t columns) { return {columns > 1 ? 1u : 0u, 3, 1, columns, 0, {}, ""}; }

CtabBuilder OneConstant() {
  CtabBuilder builder;
  builder.constants.push_back({"tint", 2, 4, 1, Float(4), {Bits(1), Bits(2), Bits(3), Bits(4)}});
  return builder;
}

// The error of a file; its code is checked here.
Error ErrorOf(ByteBuilder file) {
  const Result<CtabTable> table = ReadCtab(file.view());
  EXPECT_FALSE(table.ok());
  if (table.ok()) return {};
  EXPECT_EQ(table.error().code, "SD0301");
  EXPECT_TRUE(table.error().offset.has_value());
  EXPECT_NE(table.error().expected, "");
  return table.error();
}

CtabTable TableOf(ByteBuilder file) {
  Result<CtabTable> table = ReadCtab(file.view());
  EXPECT_TRUE(table.ok()) << table.error().message;
  return table.ok() ? *table : CtabTable();
}

void ExpectError(const ByteBuilder& file, uint64_t offset, const std::string& message) {
  const Error error = ErrorOf(file);
  EXPECT_EQ(error.offset, offset) << error.message;
  EXPECT_THAT(error.message, HasSubstr(message));
}

// Tokens after the version.
ByteBuilder Stream(uint32_t version, const std::vector<uint32_t>& tokens) {
  ByteBuilder file;
  file.U32(version);
  for (uint32_t token : tokens) file.U32(token);
  return file;
}

TEST(CtabReader, WhatIsBuiltIsRead) {
  CtabBuilder builder = OneConstant();
  const ByteBuilder file = builder.Build();
  const CtabTable table = TableOf(file);
  EXPECT_TRUE(table.notes.empty());
  EXPECT_EQ(table.creator, "builder");
  EXPECT_EQ(table.target, "ps_3_0");
  EXPECT_EQ(table.flags, 0x100u);
  EXPECT_FALSE(table.is_vertex_shader());
  ASSERT_EQ(table.constants.size(), 1u);
  const CtabConstant& constant = table.constants[0];
  EXPECT_EQ(constant.name, "tint");
  EXPECT_EQ(constant.register_index, 4);
  EXPECT_EQ(constant.offset, builder.records[0]);
  EXPECT_EQ(constant.type.offset, builder.types[0]);
  EXPECT_THAT(constant.default_value, ElementsAre(Bits(1), Bits(2), Bits(3), Bits(4)));
}

// Sizes and version tokens.

TEST(CtabReader, InputsThatAreNoTokenStream) {
  for (size_t size : {0, 4, 7, 9}) {
    ByteBuilder file = OneConstant().Build();
    file.bytes().resize(size);
    ExpectError(file, size, "the input has " + std::to_string(size) + " byte");
  }
  EXPECT_FALSE(ReadCtab({nullptr, 0}).ok());
}

TEST(CtabReader, VersionTokens) {
  ExpectError(Stream(0x43425844, {0xffff}), 0, "0x43425844");  // "DXBC"
  ExpectError(Stream(0x54580200, {0xffff}), 0, "0x54580200");  // a texture shader
  ExpectError(Stream(0xffff0400, {0xffff}), 0, "shader model 4");
  ExpectError(Stream(0xfffe0000, {0xffff}), 0, "shader model 0");
}

// Comments.

TEST(CtabReader, CommentPastTheEnd) {
  ExpectError(Stream(0xffff0200, {0x7ffffffe, 0x42415443}), 4, "a comment of 131068 bytes passes the end");
  ExpectError(Stream(0xffff0200, {0x0001fffe}), 4, "a comment of 4 bytes passes the end");
}

TEST(CtabReader, ATokenWithBit31IsNoComment) {
  ByteBuilder file = OneConstant().Build();
  file.Put8(7, 0x80);
  ExpectError(file, 4, "there is no constant table");
}

TEST(CtabReader, OtherCommentsComeBeforeTheTable) {
  ByteBuilder plain = OneConstant().Build();
  ByteBuilder file = Stream(0xffff0300, {0x0000fffe, 0x0002fffe, 0x47554244, 7});  // an empty one, and "DBUG"
  file.Append({plain.bytes().begin() + 4, plain.bytes().end()});
  EXPECT_EQ(TableOf(file).constants.size(), 1u);
}

TEST(CtabReader, ATableAfterAnInstructionDoesNotCount) {
  ByteBuilder plain = OneConstant().Build();
  ByteBuilder file = Stream(0xffff0300, {0x00000000});  // nop
  file.Append({plain.bytes().begin() + 4, plain.bytes().end()});
  ExpectError(file, 4, "there is no constant table");
  ExpectError(Stream(0xffff0300, {0x0000ffff}), 4, "there is no constant table");
  ExpectError(Stream(0xffff0300, {0x0000fffe}), 8, "there is no constant table");
}

TEST(CtabReader, TheFirstOfTwoTablesCounts) {
  CtabBuilder second = OneConstant();
  second.constants[0].name = "other";
  ByteBuilder file = OneConstant().Build();
  file.bytes().resize(file.size() - 4);
  const size_t place = file.size();
  ByteBuilder more = second.Build();
  file.Append({more.bytes().begin() + 4, more.bytes().end()});
  const CtabTable table = TableOf(file);
  ASSERT_EQ(table.constants.size(), 1u);
  EXPECT_EQ(table.constants[0].name, "tint");
  ASSERT_EQ(table.notes.size(), 1u);
  EXPECT_EQ(table.notes[0].text, "a second constant table is ignored");
  EXPECT_EQ(table.notes[0].offset, place);
}

// The header.

TEST(CtabReader, ShortTable) {
  ExpectError(Stream(0xffff0300, {0x0001fffe, 0x42415443, 0xffff}), 12, "the constant table has 0 bytes");
  ExpectError(Stream(0xffff0300, {0x0007fffe, 0x42415443, 28, 0, 0xffff0300, 0, 0, 0, 0xffff}), 12,
              "the constant table has 24 bytes");
}

TEST(CtabReader, HeaderFields) {
  CtabBuilder builder = OneConstant();
  ByteBuilder file = builder.Build();
  file.Put32(CtabBuilder::kSize, 24);
  ExpectError(file, CtabBuilder::kSize, "gives its size as 24");

  file = builder.Build();
  file.Put32(CtabBuilder::kVersion, 0xfffe0300);
  ExpectError(file, CtabBuilder::kVersion, "0xfffe0300");

  for (uint32_t count : {1000001u, 0xffffffffu}) {
    file = builder.Build();
    file.Put32(CtabBuilder::kCount, count);
    ExpectError(file, CtabBuilder::kCount, std::to_string(count) + " constants");
  }
  // One more than there are bytes for; the product of an unchecked multiplication.
  file = builder.Build();
  file.Put32(CtabBuilder::kCount, 1000000);
  ExpectError(file, CtabBuilder::kInfo, "1000000 constants of 20 bytes");

  // 0xfffffff0 + 20 is 4 in 32 bits.
  file = builder.Build();
  file.Put32(CtabBuilder::kInfo, 0xfffffff0);
  ExpectError(file, CtabBuilder::kInfo, "offset 4294967280");
}

TEST(CtabReader, NoConstantsNoOffset) {
  CtabBuilder builder;
  for (uint32_t offset : {0u, 0xffffffffu}) {
    ByteBuilder file = builder.Build();
    file.Put32(CtabBuilder::kInfo, offset);
    EXPECT_TRUE(TableOf(file).constants.empty());
  }
}

TEST(CtabReader, ManyConstantsThatShareALongName) {
  // A comment has at most 32767 tokens, so a table has at most some thousand
  // records. All of them may point at one name: here 5000 at 20,000 characters.
  constexpr uint32_t kCount = 5000, kName = 28 + kCount * 20, kNameBytes = 20000;
  ByteBuilder table;
  for (uint32_t value : {28u, 0u, 0xffff0300u, kCount, 28u, 0u, 0u}) table.U32(value);
  for (uint32_t i = 0; i < kCount; ++i) {
    table.U32(kName);
    for (uint32_t value : {2, 0, 1, 0}) table.U16(value);
    table.U32(kName + kNameBytes);
    table.U32(0);
  }
  table.bytes().resize(table.size() + kNameBytes - 1, 'n');
  table.U8(0);
  for (uint32_t value : {0, 3, 1, 1, 1, 0, 0, 0}) table.U16(value);
  ByteBuilder file = Stream(0xffff0300, {0xfffeu | static_cast<uint32_t>(table.size() / 4 + 1) << 16, 0x42415443});
  file.Append(table.bytes());
  file.U32(0xffff);
  const Error error = ErrorOf(file);
  EXPECT_THAT(error.message, HasSubstr("describes more than is read"));
  EXPECT_THAT(error.expected, HasSubstr("16777216 bytes of names"));
}

// Records.

TEST(CtabReader, Strings) {
  CtabBuilder builder = OneConstant();
  ByteBuilder file = builder.Build();
  const size_t record = builder.records[0];
  const uint32_t table_bytes = static_cast<uint32_t>(file.size() - 4 - CtabBuilder::kTable);

  for (uint32_t offset : {table_bytes, table_bytes + 1, kWild}) {
    file = builder.Build();
    file.Put32(record, offset);
    ExpectError(file, record, "the offset of a constant's name is " + std::to_string(offset));
    file = builder.Build();
    file.Put32(CtabBuilder::kCreator, offset);
    ExpectError(file, CtabBuilder::kCreator, "the offset of the creator is");
    file = builder.Build();
    file.Put32(CtabBuilder::kTarget, offset);
    ExpectError(file, CtabBuilder::kTarget, "the offset of the target is");
  }

  // A name that ends without a zero: the table's last bytes.
  file = builder.Build();
  const size_t end = CtabBuilder::kTable + table_bytes;
  for (size_t place = end - 4; place < end; ++place) file.Put8(place, 'x');
  file.Put32(CtabBuilder::kCreator, 0);
  file.Put32(CtabBuilder::kTarget, 0);
  file.Put32(record, table_bytes - 2);
  ExpectError(file, record, "the offset of a constant's name is");

  file = builder.Build();
  file.Put8(CtabBuilder::kTable + 28 + 20, 0);  // the first letter of "tint"
  ExpectError(file, record, "a constant has an empty name");

  // Offset 0 stands for no string.
  file = builder.Build();
  file.Put32(record, 0);
  ExpectError(file, record, "a constant has an empty name");
}

TEST(CtabReader, CreatorAndTargetMayBeAbsent) {
  CtabBuilder builder = OneConstant();
  builder.creator = builder.target = "";
  const CtabTable table = TableOf(builder.Build());
  EXPECT_EQ(table.creator, "");
  EXPECT_EQ(table.target, "");
  EXPECT_EQ(table.constants.size(), 1u);
}

TEST(CtabReader, TypeRecords) {
  CtabBuilder builder = OneConstant();
  ByteBuilder file = builder.Build();
  const size_t record = builder.records[0], type = builder.types[0];
  const uint32_t table_bytes = static_cast<uint32_t>(file.size() - 4 - CtabBuilder::kTable);
  for (uint32_t offset : {table_bytes - 15, table_bytes, 0xfffffff8u, kWild}) {
    file = builder.Build();
    file.Put32(record + 12, offset);
    ExpectError(file, record + 12, "1 type record of 16 bytes at offset " + std::to_string(offset));
  }
  file = builder.Build();
  file.Put16(type, 6);
  ExpectError(file, type, "a type is of class 6");
  file = builder.Build();
  file.Put16(type + 2, 20);
  ExpectError(file, type + 2, "a type has the number 20");
}

TEST(CtabReader, TypeRecordsNeedNoAlignment) {
  CtabBuilder builder = OneConstant();
  ByteBuilder file = builder.Build();
  // A copy of the record at an odd offset at the end of the table.
  std::vector<uint8_t> bytes = file.bytes();
  const std::vector<uint8_t> type(bytes.begin() + static_cast<std::ptrdiff_t>(builder.types[0]),
                                  bytes.begin() + static_cast<std::ptrdiff_t>(builder.types[0]) + 16);
  bytes.resize(bytes.size() - 4);
  bytes.push_back(0);
  const uint32_t offset = static_cast<uint32_t>(bytes.size() - CtabBuilder::kTable);
  bytes.insert(bytes.end(), type.begin(), type.end());
  while (bytes.size() % 4 != 0) bytes.push_back(0);
  ByteBuilder odd;
  odd.Append(bytes);
  odd.Put32(4, 0xfffe | static_cast<uint32_t>(bytes.size() / 4 - 2) << 16);
  odd.Put32(builder.records[0] + 12, offset);
  odd.U32(0xffff);
  const CtabTable table = TableOf(odd);
  ASSERT_EQ(table.constants.size(), 1u);
  EXPECT_EQ(offset % 4, 1u);
  EXPECT_EQ(table.constants[0].type.columns, 4);
}

TEST(CtabReader, Registers) {
  CtabBuilder builder = OneConstant();
  const auto with = [&](size_t field, uint32_t value) {
    ByteBuilder file = builder.Build();
    file.Put16(builder.records[0] + field, value);
    return file;
  };
  ExpectError(with(4, 4), CtabBuilder::kTable + 28 + 4, "register set 4");

  CtabTable table = TableOf(with(8, 0));
  ASSERT_EQ(table.notes.size(), 2u);  // its default value has no registers to go to either
  EXPECT_THAT(table.notes[0].text, HasSubstr("takes no registers"));

  table = TableOf(with(6, 0xffff));
  EXPECT_EQ(table.constants[0].register_index, 0xffff);
  EXPECT_TRUE(table.notes.empty());  // register 65535 can be named

  builder.constants[0].register_count = 2;
  builder.constants[0].default_words.clear();
  table = TableOf(with(6, 0xffff));
  ASSERT_EQ(table.notes.size(), 1u);
  EXPECT_THAT(table.notes[0].text, HasSubstr("past the last that a record can name"));

  table = TableOf(builder.Build());
  ASSERT_EQ(table.notes.size(), 1u);
  EXPECT_THAT(table.notes[0].text, HasSubstr("2 registers, more than the 1 that its type fills"));
}

TEST(CtabReader, ATrimmedArrayIsNothingOdd) {
  CtabBuilder builder;
  builder.constants.push_back({"bones", 2, 0, 9, {3, 3, 4, 3, 4, {}, ""}, {}});
  const CtabTable table = TableOf(builder.Build());
  EXPECT_TRUE(table.notes.empty());
  EXPECT_EQ(table.constants[0].register_count, 9);
  EXPECT_EQ(RegistersOf(table.constants[0].type, 2), 12u);
}

// Default values.

TEST(CtabReader, DefaultsOutsideTheTableAreNoted) {
  CtabBuilder builder = OneConstant();
  for (uint32_t offset : {kWild, 0xfffffff0u}) {
    ByteBuilder file = builder.Build();
    file.Put32(builder.records[0] + 16, offset);
    const CtabTable table = TableOf(file);
    EXPECT_TRUE(table.constants[0].default_value.empty());
    ASSERT_EQ(table.notes.size(), 1u);
    EXPECT_EQ(table.notes[0].offset, builder.records[0] + 16);
  }
  ByteBuilder file = builder.Build();
  file.Put16(builder.types[0] + 6, 65535);  // columns
  file.Put32(builder.records[0] + 16, static_cast<uint32_t>(file.size() - CtabBuilder::kTable - 8));
  const CtabTable table = TableOf(file);
  EXPECT_TRUE(table.constants[0].default_value.empty());
  EXPECT_EQ(table.constants[0].type.columns, 65535);
}

TEST(CtabReader, ADefaultMayEndAtItsLastComponent) {
  CtabBuilder builder = OneConstant();
  builder.creator = builder.target = "";
  builder.constants[0].type = Float(2);
  builder.constants[0].default_words = {Bits(2), Bits(-3)};
  const CtabTable table = TableOf(builder.Build());
  EXPECT_THAT(table.constants[0].default_value, ElementsAre(Bits(2), Bits(-3)));
  EXPECT_THAT(DefaultComponents(table.constants[0]), ElementsAre(Bits(2), Bits(-3)));
}

TEST(CtabReader, DefaultComponentsAreRowsFirst) {
  // A float3x2: three rows, two columns.
  CtabConstant constant;
  constant.register_set = 2;
  constant.type.rows = 3;
  constant.type.columns = 2;
  constant.type.parameter_class = 3;  // registers are columns
  constant.default_value = {11, 21, 31, 0, 12, 22, 32, 0};
  EXPECT_THAT(DefaultComponents(constant), ElementsAre(11, 12, 21, 22, 31, 32));
  constant.type.parameter_class = 2;  // registers are rows
  constant.default_value = {11, 12, 0, 0, 21, 22, 0, 0, 31, 32};
  EXPECT_THAT(DefaultComponents(constant), ElementsAre(11, 12, 21, 22, 31, 32));
  constant.default_value.pop_back();
  EXPECT_TRUE(DefaultComponents(constant).empty());

  constant.type.parameter_class = 0;
  constant.type.rows = constant.type.columns = 1;
  constant.type.elements = 3;
  constant.default_value = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0};
  EXPECT_THAT(DefaultComponents(constant), ElementsAre(1, 2, 3));

  constant.register_set = 0;  // bool registers are one word each
  constant.default_value = {1, 0, 1};
  EXPECT_THAT(DefaultComponents(constant), ElementsAre(1, 0, 1));
  constant.type.parameter_class = 5;
  EXPECT_TRUE(DefaultComponents(constant).empty());
}

TEST(CtabReader, DefaultsOfSamplersAreIgnored) {
  CtabBuilder builder = OneConstant();
  builder.constants[0].register_set = 3;
  builder.constants[0].type = {4, 12, 0, 0, 0, {}, ""};
  const CtabTable table = TableOf(builder.Build());
  EXPECT_TRUE(table.constants[0].default_value.empty());
  ASSERT_EQ(table.notes.size(), 1u);
  EXPECT_THAT(table.notes[0].text, HasSubstr("the default value of the sampler 'tint' is ignored"));
}

// Structs.

BuiltType StructOf(std::vector<BuiltMember> members) { return {5, 0, 1, 4, 0, std::move(members), ""}; }

TEST(CtabReader, MembersAreRead) {
  CtabBuilder builder;
  builder.constants.push_back(
      {"lamp", 2, 0, 3, StructOf({{"pos", Float(3), 0}, {"fade", StructOf({{"power", Float(1), 0}}), 0}}), {}});
  const CtabTable table = TableOf(builder.Build());
  const CtabType& type = table.constants[0].type;
  ASSERT_EQ(type.members.size(), 2u);
  EXPECT_EQ(type.members[0].name, "pos");
  EXPECT_EQ(type.members[0].type.columns, 3);
  ASSERT_EQ(type.members[1].type.members.size(), 1u);
  EXPECT_EQ(type.members[1].type.members[0].name, "power");
  EXPECT_EQ(RegistersOf(type, 2), 2u);
}

TEST(CtabReader, MembersOutsideTheTable) {
  CtabBuilder builder;
  builder.constants.push_back({"s", 2, 0, 1, StructOf({{"a", Float(1), 0}}), {}});
  ByteBuilder file = builder.Build();
  file.Put16(builder.types[0] + 10, 65535);
  ExpectError(file, builder.types[0] + 12, "65535 members of 8 bytes");
  file = builder.Build();
  file.Put32(builder.types[0] + 12, 0xfffffffc);
  ExpectError(file, builder.types[0] + 12, "1 member of 8 bytes at offset 4294967292");
}

TEST(CtabReader, MembersOfWhatIsNoStructAreIgnored) {
  CtabBuilder builder = OneConstant();
  ByteBuilder file = builder.Build();
  // MojoShader's assembler leaves any offset where there are no members.
  file.Put32(builder.types[0] + 12, 0xfffffffc);
  EXPECT_TRUE(TableOf(file).notes.empty());
  file.Put16(builder.types[0] + 10, 3);
  const CtabTable table = TableOf(file);
  EXPECT_TRUE(table.constants[0].type.members.empty());
  ASSERT_EQ(table.notes.size(), 1u);
  EXPECT_THAT(table.notes[0].text, HasSubstr("no struct claims 3 members"));
}

TEST(CtabReader, AStructThatContainsItself) {
  CtabBuilder builder;
  builder.constants.push_back({"s", 2, 0, 1, StructOf({{"a", StructOf({{"b", Float(1), 0}}), 0}}), {}});
  ByteBuilder file = builder.Build();
  // The only member's type becomes the struct's own.
  const uint32_t type = static_cast<uint32_t>(builder.types[0] - CtabBuilder::kTable);
  const size_t first = builder.types[0] - 8;  // the member records stand before the type
  file.Put32(first + 4, type);
  const Error error = ErrorOf(file);
  EXPECT_THAT(error.message, HasSubstr("structs are nested too deep"));
  EXPECT_EQ(error.expected, "at most 16 in each other");
  EXPECT_EQ(error.offset, builder.types[0] + 12);
}

BuiltType NestedStructs(int depth) {
  BuiltType type = Float(1);
  for (int i = 0; i < depth; ++i) type = StructOf({{"m", type, 0}});
  return type;
}

TEST(CtabReader, SixteenStructsInEachOtherAreRead) {
  CtabBuilder builder;
  builder.constants.push_back({"s", 2, 0, 1, NestedStructs(16), {}});
  EXPECT_EQ(TableOf(builder.Build()).constants.size(), 1u);
  builder.constants[0].type = NestedStructs(17);
  EXPECT_THAT(ErrorOf(builder.Build()).message, HasSubstr("structs are nested too deep"));
}

TEST(CtabReader, SharedTypesDoNotMultiplyWithoutEnd) {
  // Four structs, each of which has forty members of the next one's type: 2.6
  // million records, with fewer characters than the limit of those.
  constexpr uint32_t kMembers = 40, kDepth = 4;
  ByteBuilder table;
  for (uint32_t value : {28u, 0u, 0xffff0300u, 1u, 28u, 0u, 0u}) table.U32(value);
  constexpr uint32_t kName = 48, kFirstType = 52, kTypeBytes = 16 + kMembers * 8;
  table.U32(kName);
  for (uint32_t value : {2, 0, 1, 0}) table.U16(value);
  table.U32(kFirstType);
  table.U32(0);
  for (char c : {'s', '\0', '\0', '\0'}) table.U8(static_cast<uint8_t>(c));
  for (uint32_t level = 0; level < kDepth; ++level) {
    const uint32_t here = kFirstType + level * kTypeBytes;
    for (uint32_t value : {5u, 0u, 1u, 1u, 1u, kMembers}) table.U16(value);
    table.U32(here + 16);
    for (uint32_t member = 0; member < kMembers; ++member) table.U32(kName), table.U32(here + kTypeBytes);
  }
  for (uint32_t value : {0, 3, 1, 1, 1, 0, 0, 0}) table.U16(value);
  ByteBuilder file = Stream(0xffff0300, {0xfffeu | static_cast<uint32_t>(table.size() / 4 + 1) << 16, 0x42415443});
  file.Append(table.bytes());
  file.U32(0xffff);
  EXPECT_THAT(ErrorOf(file).message, HasSubstr("describes more than is read"));
}

TEST(CtabReader, RegisterCountsDoNotWrap) {
  CtabType type;
  type.parameter_class = 3;
  type.rows = 4;
  type.columns = 65535;
  type.elements = 65535;
  for (int i = 0; i < 16; ++i) {
    CtabType outer;
    outer.parameter_class = 5;
    outer.elements = 65535;
    outer.members.push_back({"m", type});
    type = outer;
  }
  EXPECT_EQ(RegistersOf(type, 2), uint64_t{1} << 32);
}

}  // namespace
}  // namespace lacuna::reflection::d3d
