// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/D3D/DxbcVariables.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "Reflection/D3D/VariableLayout.h"
#include "lacuna/Reflection/D3D/Enumerations.h"

namespace lacuna::reflection::d3d {
namespace {

class BlockBuilder {
 public:
  BlockBuilder(const RdefConstantBuffer& record, std::vector<Note>* notes) : record_(record), notes_(notes) {}

  Result<Block> Build();

 private:
  std::optional<Error> Describe(const RdefType& type, Variable* variable);
  std::optional<Error> AddMembers(const RdefType& type, Variable* variable);
  void AddDefault(const RdefVariable& record, Variable* variable);

  const RdefConstantBuffer& record_;
  std::vector<Note>* notes_;
};

// The kind of all components in the type, or nothing when there are several.
std::optional<ScalarKind> OnlyKind(const Variable& variable) {
  if (variable.members.empty()) return variable.scalar;
  std::optional<ScalarKind> only;
  for (const Variable& member : variable.members) {
    const std::optional<ScalarKind> kind = OnlyKind(member);
    if (!kind || (only && *only != *kind)) return std::nullopt;
    only = kind;
  }
  return only;
}

// Exact bytes of one element, for the stride.
uint64_t ElementBytes(const RdefType& type) {
  RdefType element = type;
  element.elements = 0;
  return PackedSize(element).value_or(0);
}

// The size that a host sets aside. Only arrays and structs begin and end with
// registers of their own.
uint64_t PaddedSize(const Variable& variable) {
  const bool is_whole = variable.elements > 0 || variable.parameter_class == ParameterClass::kStruct;
  return is_whole ? RoundUpToRegister(variable.size) : variable.size;
}

std::optional<Error> BlockBuilder::Describe(const RdefType& type, Variable* variable) {
  const TypeNumbers numbers = {type.offset, type.variable_class, type.type, type.rows, type.columns, type.elements};
  const uint64_t element_bytes = type.elements > 0 ? ElementBytes(type) : 0;
  if (std::optional<Error> error =
          DescribeType(numbers, element_bytes, VariableTypeName(type.type), error_code::kModule, variable)) {
    return error;
  }
  variable->type_name = type.name;
  return AddMembers(type, variable);
}

std::optional<Error> BlockBuilder::AddMembers(const RdefType& type, Variable* variable) {
  for (const RdefMember& record : type.members) {
    Variable member;
    member.name = record.name;
    member.offset = record.start;
    member.absolute_offset = variable->absolute_offset + record.start;
    member.used = variable->used;
    if (std::optional<Error> error = Describe(record.type, &member)) return error;
    member.size = PackedSize(record.type).value_or(0);
    member.padded_size = PaddedSize(member);
    variable->members.push_back(std::move(member));
  }
  MarkOverlaps(&variable->members);
  return std::nullopt;
}

void BlockBuilder::AddDefault(const RdefVariable& record, Variable* variable) {
  if (record.default_value.empty()) return;
  std::vector<uint32_t> words;
  for (size_t i = 0; i + 4 <= record.default_value.size(); i += 4) {
    uint32_t word = 0;
    for (size_t byte = 0; byte < 4; ++byte) word |= uint32_t{record.default_value[i + byte]} << 8 * byte;
    words.push_back(word);
  }
  const std::optional<ScalarKind> kind = OnlyKind(*variable);
  std::optional<std::vector<float>> numbers;
  if (kind) numbers = NumbersFromWords(words, *kind);
  if (numbers) {
    variable->default_value = std::move(*numbers);
  } else {
    notes_->push_back(
        {"the default value of '" + variable->name + "' cannot be given as floats; left out", record.offset + 20});
  }
}

Result<Block> BlockBuilder::Build() {
  Block block;
  for (const RdefVariable& record : record_.variables) {
    Variable variable;
    variable.name = record.name;
    variable.offset = variable.absolute_offset = record.start;
    variable.used = record.used();
    if (std::optional<Error> error = Describe(record.type, &variable)) return std::move(*error);
    variable.size = record.size;
    variable.padded_size = PaddedSize(variable);
    AddDefault(record, &variable);
    const std::optional<uint64_t> packed = PackedSize(record.type);
    if (packed && *packed != record.size) {
      notes_->push_back({"the variable '" + record.name + "' has " + std::to_string(record.size) +
                             " bytes, but its type takes " + std::to_string(*packed),
                         record.offset + 8});
    }
    block.size = std::max(block.size, variable.offset + variable.size);
    block.members.push_back(std::move(variable));
  }
  block.padded_size = RoundUpToRegister(std::max<uint64_t>(block.size, record_.size));
  MarkOverlaps(&block.members);
  return block;
}

}  // namespace

Result<Block> BlockFromRecord(const RdefConstantBuffer& record, std::vector<Note>* notes) {
  return BlockBuilder(record, notes).Build();
}

}  // namespace lacuna::reflection::d3d
