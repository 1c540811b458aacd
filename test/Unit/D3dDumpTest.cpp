// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Every blob in test/Reflection/D3D/Inputs has a dump of its fields beside it,
// made by a program that shares nothing with the readers. Here the readers'
// records are printed in that form: each field has to be the same.

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "lacuna/Reflection/D3D/Container.h"
#include "lacuna/Reflection/D3D/Ctab.h"
#include "lacuna/Reflection/D3D/Rdef.h"
#include "lacuna/Reflection/D3D/Signature.h"

namespace lacuna::reflection::d3d {
namespace {

namespace fs = std::filesystem;

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

// The dump of one file, written as the program that made the dumps writes it.
class Dump {
 public:
  explicit Dump(const std::string& file) : file_(file) {}

  std::string Dxbc();
  std::string D3d9();

 private:
  Bytes bytes() const { return {reinterpret_cast<const uint8_t*>(file_.data()), file_.size()}; }
  template <typename T>
  T At(uint64_t offset) const {
    T value = 0;
    EXPECT_LE(offset + sizeof(T), file_.size());
    std::memcpy(&value, file_.data() + offset, sizeof(T));
    return value;
  }
  static std::string Tuple(const std::vector<uint32_t>& numbers) {
    std::string text;
    for (uint32_t number : numbers) text += (text.empty() ? "(" : ", ") + std::to_string(number);
    return text + ")";
  }
  // As Python prints a float that needs few digits.
  static std::string Float(uint32_t bits) {
    float value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    std::ostringstream text;
    text << value;
    return text.str().find('.') == std::string::npos ? text.str() + ".0" : text.str();
  }

  void Signature(const std::vector<SignatureElement>& elements);
  void Rdef(const RdefTable& table, uint64_t start);
  void Type(const RdefType& type);

  const std::string& file_;
  std::ostringstream out_;
};

void Dump::Signature(const std::vector<SignatureElement>& elements) {
  for (const SignatureElement& element : elements) {
    out_ << "   sig " << element.semantic << " "
         << Tuple({element.semantic_index, element.stored_system_value, element.component_type,
                   static_cast<uint32_t>(element.register_index), element.mask, element.read_write_mask,
                   At<uint16_t>(element.offset + 22)})
         << " \n";
  }
}

void Dump::Type(const RdefType& type) {
  out_ << "cls " << type.variable_class << " type " << type.type << " r" << type.rows << " c" << type.columns << " e"
       << type.elements << " m" << At<uint16_t>(type.offset + 10);
  EXPECT_TRUE(type.variable_class == 5 || type.members.empty());
}

void Dump::Rdef(const RdefTable& table, uint64_t start) {
  out_ << "   cb " << table.constant_buffers.size() << " " << At<uint32_t>(start + 4) << " bind "
       << table.bindings.size() << " " << At<uint32_t>(start + 12) << " tgt " << std::hex << table.target << std::dec
       << " flags " << table.flags << " creator " << table.creator << "\n";
  if (table.extension_tag != 0) {
    out_ << "   ";
    if (table.extension_tag == 0x31314452) {
      out_ << "RD11";
    } else {
      out_ << std::hex << table.extension_tag << std::dec;
    }
    out_ << " "
         << Tuple({60, table.buffer_stride, table.binding_stride, table.variable_stride, table.type_stride,
                   table.member_stride, 0})
         << "\n";
  }
  for (const RdefBinding& binding : table.bindings) {
    out_ << "   bind " << binding.name << " "
         << Tuple({binding.input_type, binding.return_type, binding.dimension, binding.sample_count, binding.bind_point,
                   binding.bind_count, binding.flags});
    if (binding.space) out_ << " space " << *binding.space << " id " << *binding.id;
    out_ << "\n";
  }
  for (const RdefConstantBuffer& buffer : table.constant_buffers) {
    out_ << "   cbuf " << buffer.name << " vars " << buffer.variables.size() << " off "
         << At<uint32_t>(buffer.offset + 8) << " size " << buffer.size << " flags " << buffer.flags << " type "
         << buffer.type << "\n";
    for (const RdefVariable& variable : buffer.variables) {
      out_ << "     var " << variable.name << " start " << variable.start << " size " << variable.size << " flags "
           << variable.flags << " def " << At<uint32_t>(variable.offset + 20) << " type ";
      Type(variable.type);
      out_ << " mo" << At<uint32_t>(variable.type.offset + 12) << " tname " << variable.type.name << "\n";
      for (const RdefMember& member : variable.type.members) {
        out_ << "        mem " << member.name << " off " << member.start << " ";
        Type(member.type);
        out_ << "\n";
      }
    }
  }
}

std::string Dump::Dxbc() {
  const Result<Container> container = ReadContainer(bytes());
  if (!container) return container.error().message;
  EXPECT_TRUE(container->notes.empty()) << container->notes[0].text;
  EXPECT_EQ(container->checksum_state, Container::Checksum::kMatches);
  const Result<Signatures> signatures = ReadSignatures(bytes(), *container);
  if (!signatures) return signatures.error().message;
  EXPECT_TRUE(signatures->notes.empty()) << signatures->notes[0].text;
  const Result<RdefTable> rdef = ReadRdef(bytes(), *container);
  if (!rdef) return rdef.error().message;
  EXPECT_TRUE(rdef->notes.empty()) << rdef->notes[0].text;

  out_ << "DXBC ver " << container->version << " total " << container->total_size << " len " << file_.size()
       << " chunks " << container->chunks.size() << "\n";
  for (const Chunk& chunk : container->chunks) {
    // The dumps have the offset of the chunk's header.
    out_ << "  " << chunk.Name() << " " << chunk.offset - 8 << " " << chunk.size << "\n";
    if (chunk.Name() == "ISGN") Signature(signatures->inputs);
    if (chunk.Name() == "OSGN") Signature(signatures->outputs);
    if (chunk.Name() == "RDEF") Rdef(*rdef, chunk.offset);
  }
  return out_.str();
}

std::string Dump::D3d9() {
  const Result<CtabTable> table = ReadCtab(bytes());
  if (!table) return table.error().message;
  EXPECT_TRUE(table->notes.empty()) << table->notes[0].text;
  constexpr uint64_t kRegion = 12;  // after the version, the comment's token and CTAB
  out_ << "tok " << std::hex << table->version_token << std::dec << " len " << file_.size() << "\n";
  out_ << "comment " << (At<uint32_t>(4) >> 16) << " b'CTAB'\n";
  // Offset 0 means that there is no target; the program that made the dumps
  // prints the string at that place, which is the header's first byte.
  EXPECT_EQ(table->target, "");
  out_ << " hdr "
       << Tuple({At<uint32_t>(kRegion), At<uint32_t>(kRegion + 4), table->version_token,
                 static_cast<uint32_t>(table->constants.size()), At<uint32_t>(kRegion + 16), table->flags,
                 At<uint32_t>(kRegion + 24)})
       << " creator " << table->creator << " target \x1c " << std::hex << table->version_token << std::dec << "\n";
  for (const CtabConstant& constant : table->constants) {
    const CtabType& type = constant.type;
    const uint32_t default_offset = At<uint32_t>(constant.offset + 16);
    out_ << "  const " << constant.name << " set " << constant.register_set << " idx " << constant.register_index
         << " cnt " << constant.register_count << " ti " << type.offset - kRegion << " def " << default_offset
         << " cls " << type.parameter_class << " type " << type.type << " r" << type.rows << " c" << type.columns
         << " e" << type.elements << " m" << type.members.size() << " mo" << At<uint32_t>(type.offset + 12) << " ";
    EXPECT_EQ(default_offset != 0, !constant.default_value.empty()) << constant.name;
    // The dumps have as many of the stored numbers as the type has columns.
    for (size_t i = 0; i < std::min<size_t>(type.columns, constant.default_value.size()); ++i) {
      out_ << (i == 0 ? "[" : ", ") << Float(constant.default_value[i]);
    }
    out_ << (constant.default_value.empty() ? "" : "]") << "\n";
  }
  return out_.str();
}

std::vector<fs::path> Blobs() {
  std::vector<fs::path> blobs;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(LACUNA_TEST_DIR) / "Reflection/D3D/Inputs")) {
    if (entry.path().extension() == ".dxbc" || entry.path().extension() == ".bin") blobs.push_back(entry.path());
  }
  std::sort(blobs.begin(), blobs.end());
  return blobs;
}

class D3dDump : public testing::TestWithParam<fs::path> {};

TEST_P(D3dDump, FieldsEqualTheDump) {
  const std::string file = ReadFile(GetParam());
  Dump dump(file);
  const std::string printed = GetParam().extension() == ".dxbc" ? dump.Dxbc() : dump.D3d9();
  EXPECT_EQ(printed, ReadFile(GetParam().string() + ".txt"));
}

std::string TestName(const testing::TestParamInfo<fs::path>& info) {
  std::string name = info.param.filename().string();
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Blobs, D3dDump, testing::ValuesIn(Blobs()), TestName);

TEST(D3dDump, ThereAreBlobsOfBothKinds) { EXPECT_EQ(Blobs().size(), 20u); }

}  // namespace
}  // namespace lacuna::reflection::d3d
