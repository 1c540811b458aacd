// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// MojoShader reads and writes constant tables too, with code that has nothing in
// common with ours: what it reads from a file is what we read, and what it was
// told to write is what we read.

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "D3dBuilder.h"
#include "gtest/gtest.h"
#include "lacuna/Reflection/D3D/Ctab.h"
#include "mojoshader.h"

namespace lacuna::reflection::d3d {
namespace {

namespace fs = std::filesystem;

struct FreeParseData {
  void operator()(const MOJOSHADER_parseData* data) const { MOJOSHADER_freeParseData(data); }
};
using ParseData = std::unique_ptr<const MOJOSHADER_parseData, FreeParseData>;

// A type and what is below it, as one line.
std::string TypeLine(uint32_t parameter_class, uint32_t type, uint32_t rows, uint32_t columns, uint32_t elements) {
  return " class " + std::to_string(parameter_class) + " type " + std::to_string(type) + " " + std::to_string(rows) +
         "x" + std::to_string(columns) + " [" + std::to_string(elements) + "]";
}

std::string Line(const CtabType& type) {
  std::string line = TypeLine(type.parameter_class, type.type, type.rows, type.columns, type.elements);
  for (const CtabMember& member : type.members) line += " {" + member.name + Line(member.type) + "}";
  return line;
}

std::string Line(const MOJOSHADER_symbolTypeInfo& type) {
  std::string line = TypeLine(type.parameter_class, type.parameter_type, type.rows, type.columns, type.elements);
  for (unsigned int i = 0; i < type.member_count; ++i) {
    line += std::string(" {") + type.members[i].name + Line(type.members[i].info) + "}";
  }
  return line;
}

std::string SymbolLine(const std::string& name, uint32_t set, uint32_t index, uint32_t count) {
  return name + " set " + std::to_string(set) + " register " + std::to_string(index) + " count " +
         std::to_string(count);
}

std::vector<std::string> Lines(const CtabTable& table) {
  std::vector<std::string> lines;
  for (const CtabConstant& constant : table.constants) {
    lines.push_back(SymbolLine(constant.name, constant.register_set, constant.register_index, constant.register_count) +
                    Line(constant.type));
  }
  return lines;
}

std::vector<std::string> Lines(const MOJOSHADER_symbol* symbols, int count) {
  std::vector<std::string> lines;
  for (int i = 0; i < count; ++i) {
    const MOJOSHADER_symbol& symbol = symbols[i];
    lines.push_back(SymbolLine(symbol.name, symbol.register_set, symbol.register_index, symbol.register_count) +
                    Line(symbol.info));
  }
  return lines;
}

void ExpectNoErrors(const MOJOSHADER_parseData& data) {
  EXPECT_EQ(data.error_count, 0);
  for (int i = 0; i < data.error_count; ++i) {
    ADD_FAILURE() << data.errors[i].error << " at " << data.errors[i].error_position;
  }
}

ParseData Parse(Bytes bytes) {
  ParseData data(MOJOSHADER_parse(MOJOSHADER_PROFILE_BYTECODE, nullptr, bytes.data,
                                  static_cast<unsigned int>(bytes.size), nullptr, 0, nullptr, 0, nullptr, nullptr,
                                  nullptr));
  ExpectNoErrors(*data);
  return data;
}

// The version, the comments before the first instruction, and an end token:
// MojoShader also checks instructions, and finds fault with some of vkd3d's.
std::vector<uint8_t> WithoutCode(const std::string& bytes) {
  size_t end = 4;
  while (end + 4 <= bytes.size() && static_cast<uint8_t>(bytes[end]) == 0xfe &&
         static_cast<uint8_t>(bytes[end + 1]) == 0xff) {
    end += 4 + 4 * (static_cast<uint8_t>(bytes[end + 2]) | static_cast<size_t>(bytes[end + 3]) << 8);
  }
  std::vector<uint8_t> tokens(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(end));
  tokens.insert(tokens.end(), {0xff, 0xff, 0, 0});
  return tokens;
}

TEST(MojoShader, AgreesOnTheBlobs) {
  size_t files = 0, symbols = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(LACUNA_TEST_DIR) / "Reflection/D3D/Inputs")) {
    if (entry.path().extension() != ".bin") continue;
    SCOPED_TRACE(entry.path().string());
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const std::vector<uint8_t> tokens = WithoutCode(bytes);
    const ParseData theirs = Parse({tokens.data(), tokens.size()});
    const Result<CtabTable> ours = ReadCtab({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
    ASSERT_TRUE(ours.ok()) << ours.error().ToText();
    EXPECT_EQ(Lines(*ours), Lines(theirs->symbols, theirs->symbol_count));
    EXPECT_EQ(ours->is_vertex_shader(), theirs->shader_type == MOJOSHADER_TYPE_VERTEX);
    EXPECT_EQ(ours->version_token >> 8 & 0xff, static_cast<uint32_t>(theirs->major_ver));
    EXPECT_EQ(ours->version_token & 0xff, static_cast<uint32_t>(theirs->minor_ver));
    ++files;
    symbols += ours->constants.size();
  }
  EXPECT_EQ(files, 7u);
  EXPECT_EQ(symbols, 31u);
}

class RandomTables : public testing::TestWithParam<uint32_t> {
 protected:
  RandomTables() : random_(GetParam()) {}

  uint32_t Below(uint32_t bound) { return std::uniform_int_distribution<uint32_t>(0, bound - 1)(random_); }

  std::string Name() {
    std::string name(1 + Below(9), ' ');
    for (char& c : name) c = static_cast<char>('a' + Below(26));
    return name;
  }

  BuiltType Type(uint32_t depth) {
    BuiltType type;
    type.type_class = Below(depth < 3 ? 6 : 5);
    type.type = type.type_class == 5 ? 0 : Below(20);
    type.rows = 1 + Below(4);
    type.columns = 1 + Below(4);
    type.elements = 1 + Below(3);
    if (type.type_class == 5) {
      for (uint32_t i = 1 + Below(3); i > 0; --i) type.members.push_back({Name(), Type(depth + 1), 0});
    }
    return type;
  }

  CtabBuilder Table(uint32_t constants) {
    CtabBuilder builder;
    if (Below(2) == 0) builder.version_token = 0xfffe0300;
    // MojoShader wants as many bytes after a struct's record as its members
    // take, wherever the members are.
    builder.creator = std::string(64, 'c');
    builder.target = builder.version_token == 0xfffe0300 ? "vs_3_0" : "ps_3_0";
    for (uint32_t i = 0; i < constants; ++i) {
      builder.constants.push_back({Name(), Below(4), Below(200), 1 + Below(9), Type(0), {}});
    }
    return builder;
  }

 private:
  std::mt19937 random_;
};

TEST_P(RandomTables, MojoShaderReadsWhatWeRead) {
  CtabBuilder builder = Table(1 + GetParam() % 12);
  const ByteBuilder file = builder.Build();
  const ParseData theirs = Parse(file.view());
  const Result<CtabTable> ours = ReadCtab(file.view());
  ASSERT_TRUE(ours.ok()) << ours.error().ToText();
  EXPECT_EQ(ours->constants.size(), builder.constants.size());
  EXPECT_EQ(Lines(*ours), Lines(theirs->symbols, theirs->symbol_count));
}

// A type for MojoShader's assembler, and the memory behind it.
struct AssemblerType {
  MOJOSHADER_symbolTypeInfo info = {};
  std::vector<MOJOSHADER_symbolStructMember> members;
  std::vector<std::unique_ptr<AssemblerType>> children;

  explicit AssemblerType(const BuiltType& type) {
    for (const BuiltMember& member : type.members) {
      children.push_back(std::make_unique<AssemblerType>(member.type));
      members.push_back({member.name.c_str(), children.back()->info});
    }
    info.parameter_class = static_cast<MOJOSHADER_symbolClass>(type.type_class);
    info.parameter_type = static_cast<MOJOSHADER_symbolType>(type.type);
    info.rows = type.rows;
    info.columns = type.columns;
    info.elements = type.elements;
    info.member_count = static_cast<unsigned int>(members.size());
    info.members = members.empty() ? nullptr : members.data();
  }
};

TEST_P(RandomTables, WeReadWhatMojoShaderAssembles) {
  const CtabBuilder builder = Table(1 + GetParam() % 12);
  std::vector<std::unique_ptr<AssemblerType>> types;
  std::vector<MOJOSHADER_symbol> symbols;
  for (const BuiltConstant& constant : builder.constants) {
    types.push_back(std::make_unique<AssemblerType>(constant.type));
    symbols.push_back({constant.name.c_str(), static_cast<MOJOSHADER_symbolRegisterSet>(constant.register_set),
                       constant.register_index, constant.register_count, types.back()->info});
  }
  const std::string source =
      builder.target == "vs_3_0" ? "vs_3_0\ndcl_position v0\ndcl_position o0\nmov o0, v0\n" : "ps_3_0\nmov oC0, c0\n";
  const ParseData assembled(MOJOSHADER_assemble("test", source.c_str(), static_cast<unsigned int>(source.size()),
                                                nullptr, 0, symbols.data(), static_cast<unsigned int>(symbols.size()),
                                                nullptr, 0, nullptr, nullptr, nullptr, nullptr, nullptr));
  ExpectNoErrors(*assembled);
  ASSERT_NE(assembled->output, nullptr);
  const Result<CtabTable> ours =
      ReadCtab({reinterpret_cast<const uint8_t*>(assembled->output), static_cast<size_t>(assembled->output_len)});
  ASSERT_TRUE(ours.ok()) << ours.error().ToText();
  EXPECT_EQ(Lines(*ours), Lines(symbols.data(), static_cast<int>(symbols.size())));
  EXPECT_EQ(ours->version_token, builder.version_token);
}

INSTANTIATE_TEST_SUITE_P(MojoShader, RandomTables, testing::Range(0u, 100u));

}  // namespace
}  // namespace lacuna::reflection::d3d
