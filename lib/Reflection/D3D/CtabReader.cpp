// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Reads constant tables. The layout is that of D3DXSHADER_CONSTANTTABLE and its
// records (d3dx9shader.h): all offsets are relative to the table's start, which
// follows the four characters "CTAB" in the comment.

#include <algorithm>
#include <optional>

#include "Reflection/D3D/ByteView.h"
#include "lacuna/Reflection/D3D/Ctab.h"
#include "lacuna/Reflection/D3D/Enumerations.h"

namespace lacuna::reflection::d3d {
namespace {

constexpr uint32_t kCtab = FourCc('C', 'T', 'A', 'B');
constexpr uint32_t kEndToken = 0x0000ffff;
constexpr uint64_t kHeaderBytes = 28, kConstantBytes = 20, kTypeBytes = 16, kMemberBytes = 8;
constexpr uint32_t kMaxConstants = 1000000;
constexpr uint16_t kStruct = 5, kSamplerSet = 3;

// Larger than any register file; counts stop here instead of wrapping.
constexpr uint64_t kManyRegisters = uint64_t{1} << 32;

class CtabReader {
 public:
  explicit CtabReader(Bytes bytes) : stream_(bytes.data, bytes.size), region_(nullptr, 0) {}

  bool Run() { return ReadVersion() && FindTable() && ReadHeader() && ReadConstants(); }

  CtabTable table;
  Error error;

 private:
  bool Fail(uint64_t place, std::string message, std::string expected) {
    error = {error_code::kConstantTable, place, std::move(message), std::move(expected), ""};
    return false;
  }
  bool FailBudget(uint64_t place) { return Fail(place, "the table describes more than is read", OutputBudget::Text()); }
  void AddNote(uint64_t place, std::string text) { table.notes.push_back({std::move(text), place}); }

  bool ReadVersion();
  bool FindTable();
  bool ReadHeader();
  bool ReadConstants();
  bool ReadConstant(uint64_t record, CtabConstant* constant);
  bool ReadType(uint64_t field, uint32_t depth, CtabType* type);
  bool ReadMembers(uint64_t field, uint32_t count, uint32_t depth, CtabType* type);
  bool ReadDefault(uint64_t field, CtabConstant* constant);
  void CheckRegisters(const CtabConstant& constant);

  // The string that the field at `field` gives the offset of; `what` names it.
  bool ReadText(uint64_t field, const char* what, std::string* text);
  // Fails when the records that the field at `field` points at do not all lie in
  // the table.
  bool CheckRecords(uint64_t field, uint64_t count, uint64_t bytes, const char* what);

  ByteView stream_;
  ByteView region_;  // the table
  OutputBudget budget_;
};

bool CtabReader::ReadVersion() {
  if (stream_.size() < 8 || stream_.size() % 4 != 0) {
    return Fail(stream_.size(), "the input has " + Count(stream_.size(), "byte"),
                "D3D9 bytecode, a whole number of 4-byte tokens and at least 2");
  }
  const uint32_t token = stream_.U32(0);
  const uint32_t kind = token >> 16, major = token >> 8 & 0xff;
  if (kind != 0xffff && kind != 0xfffe) {
    return Fail(0, "the version token is " + Hex(token),
                "0xffff in its upper half for a pixel shader, 0xfffe for a vertex shader");
  }
  if (major < 1 || major > 3) {
    return Fail(0, "the version token " + Hex(token) + " is of shader model " + std::to_string(major), "1, 2 or 3");
  }
  table.version_token = token;
  return true;
}

bool CtabReader::FindTable() {
  bool found = false;
  uint64_t offset = 4;
  while (stream_.Has(offset, 4)) {
    const uint32_t token = stream_.U32(offset);
    if (token == kEndToken || token >> 31 != 0 || (token & 0xffff) != 0xfffe) break;
    const uint64_t payload = offset + 4;
    const uint64_t bytes = uint64_t{token >> 16} * 4;
    if (!stream_.Has(payload, bytes)) {
      return Fail(offset, "a comment of " + Count(bytes, "byte") + " passes the end of the input",
                  "at most " + Count(stream_.size() - payload, "byte"));
    }
    if (bytes >= 4 && stream_.U32(payload) == kCtab) {
      if (found) {
        AddNote(offset, "a second constant table is ignored");
      } else {
        found = true;
        region_ = stream_.Part(payload + 4, bytes - 4);
      }
    }
    offset = payload + bytes;
  }
  if (found) return true;
  return Fail(offset, "there is no constant table: compilers leave it out, or strip it, on request",
              "a comment that begins with CTAB, before the first instruction");
}

bool CtabReader::ReadText(uint64_t field, const char* what, std::string* text) {
  const uint32_t offset = region_.U32(field);
  if (offset == 0) return true;  // stands for no string
  const std::optional<std::string_view> found = region_.Text(offset);
  if (!found) {
    return Fail(region_.PlaceOf(field), std::string("the offset of ") + what + " is " + std::to_string(offset),
                "that of a zero-terminated string in the table of " + Count(region_.size(), "byte"));
  }
  if (!budget_.TakeCharacters(found->size())) return FailBudget(region_.PlaceOf(field));
  text->assign(found->data(), found->size());
  return true;
}

bool CtabReader::CheckRecords(uint64_t field, uint64_t count, uint64_t bytes, const char* what) {
  const uint32_t offset = region_.U32(field);
  if (region_.Has(offset, count * bytes)) return true;
  return Fail(
      region_.PlaceOf(field),
      Count(count, what) + " of " + Count(bytes, "byte") + " at offset " + std::to_string(offset) + " of the table",
      "records inside the table of " + Count(region_.size(), "byte"));
}

bool CtabReader::ReadHeader() {
  if (region_.size() < kHeaderBytes) {
    return Fail(region_.PlaceOf(0), "the constant table has " + Count(region_.size(), "byte"),
                "at least the " + Count(kHeaderBytes, "byte") + " of its header");
  }
  if (region_.U32(0) != kHeaderBytes) {
    return Fail(region_.PlaceOf(0), "the constant table's header gives its size as " + std::to_string(region_.U32(0)),
                std::to_string(kHeaderBytes));
  }
  if (region_.U32(8) != table.version_token) {
    return Fail(region_.PlaceOf(8), "the constant table is for the version token " + Hex(region_.U32(8)),
                Hex(table.version_token) + ", with which the bytecode begins");
  }
  if (!ReadText(4, "the creator", &table.creator) || !ReadText(24, "the target", &table.target)) return false;
  table.flags = region_.U32(20);
  return true;
}

bool CtabReader::ReadConstants() {
  const uint32_t count = region_.U32(12);
  if (count > kMaxConstants) {
    return Fail(region_.PlaceOf(12), "the table says that it has " + Count(count, "constant"),
                "at most " + std::to_string(kMaxConstants));
  }
  // Without constants the offset says nothing (fxc writes 0).
  if (count == 0) return true;
  if (!CheckRecords(16, count, kConstantBytes, "constant")) return false;
  for (uint32_t i = 0; i < count; ++i) {
    CtabConstant constant;
    if (!ReadConstant(region_.U32(16) + i * kConstantBytes, &constant)) return false;
    table.constants.push_back(std::move(constant));
  }
  return true;
}

bool CtabReader::ReadConstant(uint64_t record, CtabConstant* constant) {
  constant->offset = region_.PlaceOf(record);
  if (!budget_.TakeRecord()) return FailBudget(constant->offset);
  if (!ReadText(record, "a constant's name", &constant->name)) return false;
  if (constant->name.empty()) return Fail(constant->offset, "a constant has an empty name", "a name");
  constant->register_set = region_.U16(record + 4);
  constant->register_index = region_.U16(record + 6);
  constant->register_count = region_.U16(record + 8);
  if (constant->register_set > kSamplerSet) {
    return Fail(region_.PlaceOf(record + 4),
                "the constant '" + constant->name + "' is in register set " + std::to_string(constant->register_set),
                "0 (bool), 1 (int4), 2 (float4) or 3 (sampler)");
  }
  if (!ReadType(record + 12, 0, &constant->type)) return false;
  CheckRegisters(*constant);
  return ReadDefault(record + 16, constant);
}

void CtabReader::CheckRegisters(const CtabConstant& constant) {
  const uint32_t end = uint32_t{constant.register_index} + constant.register_count;
  const uint64_t place = constant.offset + 6;
  const uint64_t filled = RegistersOf(constant.type, constant.register_set);
  if (constant.register_count == 0) {
    AddNote(place + 2, "the constant '" + constant.name + "' takes no registers");
  } else if (end > 0x10000) {
    AddNote(place, "the constant '" + constant.name + "' takes " + Count(constant.register_count, "register") +
                       " from " + std::to_string(constant.register_index) +
                       " on, past the last that a record can name");
  } else if (constant.type.parameter_class != kStruct && constant.register_count > filled) {
    AddNote(place + 2, "the constant '" + constant.name + "' takes " + Count(constant.register_count, "register") +
                           ", more than the " + std::to_string(filled) + " that its type fills");
  }
}

bool CtabReader::ReadType(uint64_t field, uint32_t depth, CtabType* type) {
  if (!CheckRecords(field, 1, kTypeBytes, "type record")) return false;
  const uint64_t record = region_.U32(field);
  type->offset = region_.PlaceOf(record);
  type->parameter_class = region_.U16(record);
  type->type = region_.U16(record + 2);
  type->rows = region_.U16(record + 4);
  type->columns = region_.U16(record + 6);
  type->elements = region_.U16(record + 8);
  if (VariableClassName(type->parameter_class).empty()) {
    return Fail(type->offset, "a type is of class " + std::to_string(type->parameter_class),
                "0 (scalar) to 5 (struct)");
  }
  if (CtabTypeName(type->type).empty()) {
    return Fail(type->offset + 2, "a type has the number " + std::to_string(type->type),
                "0 (void) to 19 (unsupported)");
  }
  const uint32_t members = region_.U16(record + 10);
  if (members == 0) return true;
  if (type->parameter_class != kStruct) {
    AddNote(type->offset + 10, "a type that is no struct claims " + Count(members, "member") + "; ignored");
    return true;
  }
  return ReadMembers(record + 12, members, depth, type);
}

bool CtabReader::ReadMembers(uint64_t field, uint32_t count, uint32_t depth, CtabType* type) {
  if (depth == kMaxStructDepth) {
    return Fail(region_.PlaceOf(field), "structs are nested too deep",
                "at most " + std::to_string(kMaxStructDepth) + " in each other");
  }
  if (!CheckRecords(field, count, kMemberBytes, "member")) return false;
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t record = region_.U32(field) + i * kMemberBytes;
    if (!budget_.TakeRecord()) return FailBudget(region_.PlaceOf(record));
    CtabMember member;
    if (!ReadText(record, "a member's name", &member.name)) return false;
    if (!ReadType(record + 4, depth + 1, &member.type)) return false;
    type->members.push_back(std::move(member));
  }
  return true;
}

bool CtabReader::ReadDefault(uint64_t field, CtabConstant* constant) {
  const uint64_t place = region_.PlaceOf(field);
  const uint64_t offset = region_.U32(field);
  if (offset == 0) return true;
  const CtabType& type = constant->type;
  if (constant->register_set == kSamplerSet) {
    AddNote(place, "the default value of the sampler '" + constant->name + "' is ignored");
    return true;
  }
  uint64_t words = uint64_t{constant->register_count} * (constant->register_set == 0 ? 1 : 4);
  if (!region_.Has(offset, words * 4) && type.parameter_class <= 1 && type.elements <= 1) {
    // Some writers end the value at its last component.
    words = std::min<uint64_t>(words, type.columns);
  }
  if (words == 0 || !region_.Has(offset, words * 4)) {
    AddNote(place, "the default value of '" + constant->name + "', " + Count(words * 4, "byte") + " at offset " +
                       std::to_string(offset) + ", is not in the table; ignored");
    return true;
  }
  if (!budget_.TakeCharacters(words * 4)) return FailBudget(place);
  constant->default_value.reserve(static_cast<size_t>(words));
  for (uint64_t i = 0; i < words; ++i) constant->default_value.push_back(region_.U32(offset + i * 4));
  return true;
}

}  // namespace

Result<CtabTable> ReadCtab(Bytes bytes) {
  CtabReader reader(bytes);
  if (!reader.Run()) return std::move(reader.error);
  return std::move(reader.table);
}

uint64_t RegistersOf(const CtabType& type, uint16_t register_set) {
  uint64_t one = 1;
  if (register_set == kSamplerSet) {
    // One for each.
  } else if (type.parameter_class == kStruct) {
    one = 0;
    for (const CtabMember& member : type.members) {
      one = std::min(one + RegistersOf(member.type, register_set), kManyRegisters);
    }
  } else if (register_set == 0) {
    one = uint64_t{type.rows} * type.columns;
  } else if (type.parameter_class == 2) {
    one = type.rows;
  } else if (type.parameter_class == 3) {
    one = type.columns;
  }
  return std::min(one * std::max<uint64_t>(type.elements, 1), kManyRegisters);
}

std::vector<uint32_t> DefaultComponents(const CtabConstant& constant) {
  const CtabType& type = constant.type;
  if (type.parameter_class > 3) return {};
  const bool by_columns = type.parameter_class == 3;
  const uint64_t lines = by_columns ? type.columns : type.rows;
  const uint64_t line_components = by_columns ? type.rows : type.columns;
  const uint64_t line_words = constant.register_set == 0 ? line_components : 4;
  const uint64_t elements = std::max<uint64_t>(type.elements, 1);
  if (line_components > line_words || lines * line_components == 0) return {};

  // A value trimmed to its last component is shorter than whole registers.
  const uint64_t last_word = (elements * lines - 1) * line_words + line_components;
  if (last_word > constant.default_value.size()) return {};
  std::vector<uint32_t> components;
  for (uint64_t element = 0; element < elements; ++element) {
    for (uint64_t row = 0; row < type.rows; ++row) {
      for (uint64_t column = 0; column < type.columns; ++column) {
        const uint64_t line = element * lines + (by_columns ? column : row);
        const uint64_t word = line * line_words + (by_columns ? row : column);
        components.push_back(constant.default_value[static_cast<size_t>(word)]);
      }
    }
  }
  return components;
}

}  // namespace lacuna::reflection::d3d
