// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Reads resource definitions. All offsets in the chunk are relative to the start
// of what it holds. Shader model 5 adds a table of strides to the header; the
// records are walked by it, so the longer bindings of shader model 5.1 are read
// for what they are.

#include <algorithm>
#include <optional>

#include "Reflection/D3D/ByteView.h"
#include "lacuna/Reflection/D3D/Enumerations.h"
#include "lacuna/Reflection/D3D/Rdef.h"

namespace lacuna::reflection::d3d {
namespace {

constexpr uint64_t kHeaderBytes = 28, kExtensionBytes = 32;
constexpr uint32_t kMaxCount = 65536;
constexpr uint32_t kMaxStride = 4096;
constexpr uint32_t kTag50 = FourCc('R', 'D', '1', '1'), kTag51 = 0x25441313;
constexpr uint32_t kSpaceBindingBytes = 40;
constexpr uint16_t kStruct = 5;

class RdefReader {
 public:
  explicit RdefReader(const ByteView& chunk) : chunk_(chunk) {}

  bool Run() { return ReadHeader() && ReadBindings() && ReadBuffers(); }

  RdefTable table;
  Error error;

 private:
  bool Fail(uint64_t field, std::string message, std::string expected) {
    error = {error_code::kModule, chunk_.PlaceOf(field), std::move(message), std::move(expected), ""};
    return false;
  }
  bool FailBudget(uint64_t field) { return Fail(field, "RDEF describes more than is read", OutputBudget::Text()); }
  void AddNote(uint64_t field, std::string text) { table.notes.push_back({std::move(text), chunk_.PlaceOf(field)}); }

  bool ReadHeader();
  bool ReadExtension();
  bool ReadStride(uint64_t field, const char* what, uint32_t minimum, uint32_t* stride);
  bool ReadBindings();
  bool ReadBinding(uint64_t record, RdefBinding* binding);
  bool ReadBuffers();
  bool ReadBuffer(uint64_t record, RdefConstantBuffer* buffer);
  bool ReadVariable(uint64_t record, const RdefConstantBuffer& buffer, RdefVariable* variable);
  bool ReadDefault(uint64_t field, RdefVariable* variable);
  bool ReadType(uint64_t field, uint32_t depth, RdefType* type);
  bool ReadMembers(uint64_t field, uint32_t count, uint32_t depth, RdefType* type);

  // The string that the field at `field` gives the offset of; `what` names it.
  bool ReadText(uint64_t field, const char* what, std::string* text);
  // Reads a count and fails when it is too large, or when so many records from
  // the offset in `offset_field` on do not lie in the chunk.
  bool ReadCount(uint64_t field, uint64_t offset_field, uint64_t stride, const char* what, uint32_t* count);

  ByteView chunk_;
  OutputBudget budget_;
};

bool RdefReader::ReadText(uint64_t field, const char* what, std::string* text) {
  const uint32_t offset = chunk_.U32(field);
  const std::optional<std::string_view> found = chunk_.Text(offset);
  if (!found) {
    return Fail(field, std::string("the offset of ") + what + " is " + std::to_string(offset),
                "that of a zero-terminated string in the chunk of " + Count(chunk_.size(), "byte"));
  }
  if (!budget_.TakeCharacters(found->size())) return FailBudget(field);
  text->assign(found->data(), found->size());
  return true;
}

bool RdefReader::ReadCount(uint64_t field, uint64_t offset_field, uint64_t stride, const char* what, uint32_t* count) {
  *count = chunk_.U32(field);
  if (*count > kMaxCount) {
    return Fail(field, "RDEF says that it has " + Count(*count, what), "at most " + std::to_string(kMaxCount));
  }
  const uint32_t offset = chunk_.U32(offset_field);
  if (*count == 0 || chunk_.Has(offset, *count * stride)) return true;
  return Fail(offset_field,
              Count(*count, what) + " of " + Count(stride, "byte") + " at offset " + std::to_string(offset),
              "records inside the chunk of " + Count(chunk_.size(), "byte"));
}

bool RdefReader::ReadHeader() {
  if (!chunk_.Has(0, kHeaderBytes)) {
    return Fail(0, "RDEF has " + Count(chunk_.size(), "byte"),
                "at least the " + Count(kHeaderBytes, "byte") + " of its header");
  }
  table.target = chunk_.U32(16);
  table.flags = chunk_.U32(20);
  if (table.major() != 4 && table.major() != 5) {
    return Fail(16, "RDEF is for shader model " + std::to_string(table.major()) + "." + std::to_string(table.minor()),
                "4 or 5");
  }
  if (StageFromTarget(table.kind()) == Stage::kUnknown) {
    AddNote(16, "the target " + Hex(table.target) + " is of no known kind of shader");
  }
  if (table.major() == 5 && !ReadExtension()) return false;
  return chunk_.U32(24) == 0 || ReadText(24, "the creator", &table.creator);
}

bool RdefReader::ReadExtension() {
  if (!chunk_.Has(kHeaderBytes, kExtensionBytes)) {
    return Fail(0, "RDEF of shader model 5 has " + Count(chunk_.size(), "byte"),
                "at least " + std::to_string(kHeaderBytes + kExtensionBytes));
  }
  table.extension_tag = chunk_.U32(28);
  if (table.extension_tag != kTag50 && table.extension_tag != kTag51) {
    return Fail(28, "RDEF's table of strides has the tag " + Hex(table.extension_tag),
                Hex(kTag50) + " (shader model 5.0) or " + Hex(kTag51) + " (5.1)");
  }
  uint32_t header_bytes = 0;
  if (!ReadStride(32, "the header", kHeaderBytes + kExtensionBytes, &header_bytes) ||
      !ReadStride(36, "a constant buffer", 24, &table.buffer_stride) ||
      !ReadStride(40, "a binding", 32, &table.binding_stride) ||
      !ReadStride(44, "a variable", 40, &table.variable_stride) || !ReadStride(48, "a type", 36, &table.type_stride) ||
      !ReadStride(52, "a member", 12, &table.member_stride)) {
    return false;
  }
  if (table.extension_tag == kTag51 && table.binding_stride < kSpaceBindingBytes) {
    AddNote(40, "the bindings of shader model 5.1 have " + Count(table.binding_stride, "byte") +
                    ", which leaves no room for register spaces");
  }
  return true;
}

bool RdefReader::ReadStride(uint64_t field, const char* what, uint32_t minimum, uint32_t* stride) {
  *stride = chunk_.U32(field);
  if (*stride >= minimum && *stride <= kMaxStride) return true;
  return Fail(field, std::string("RDEF's table of strides gives the size of ") + what + " as " + Count(*stride, "byte"),
              std::to_string(minimum) + " to " + std::to_string(kMaxStride));
}

bool RdefReader::ReadBindings() {
  uint32_t count = 0;
  if (!ReadCount(8, 12, table.binding_stride, "binding", &count)) return false;
  for (uint32_t i = 0; i < count; ++i) {
    RdefBinding binding;
    if (!ReadBinding(chunk_.U32(12) + uint64_t{i} * table.binding_stride, &binding)) return false;
    table.bindings.push_back(std::move(binding));
  }
  return true;
}

bool RdefReader::ReadBinding(uint64_t record, RdefBinding* binding) {
  binding->offset = chunk_.PlaceOf(record);
  if (!budget_.TakeRecord()) return FailBudget(record);
  if (!ReadText(record, "a binding's name", &binding->name)) return false;
  binding->input_type = chunk_.U32(record + 4);
  binding->return_type = chunk_.U32(record + 8);
  binding->dimension = chunk_.U32(record + 12);
  binding->sample_count = chunk_.U32(record + 16);
  binding->bind_point = chunk_.U32(record + 20);
  binding->bind_count = chunk_.U32(record + 24);
  binding->flags = chunk_.U32(record + 28);
  if (table.binding_stride >= kSpaceBindingBytes) {
    binding->space = chunk_.U32(record + 32);
    binding->id = chunk_.U32(record + 36);
  }
  if (InputTypeName(binding->input_type).empty()) {
    return Fail(record + 4, "the binding '" + binding->name + "' is of type " + std::to_string(binding->input_type),
                "0 (cbuffer) to 13 (feedback texture)");
  }
  return true;
}

bool RdefReader::ReadBuffers() {
  uint32_t count = 0;
  if (!ReadCount(0, 4, table.buffer_stride, "constant buffer", &count)) return false;
  for (uint32_t i = 0; i < count; ++i) {
    RdefConstantBuffer buffer;
    if (!ReadBuffer(chunk_.U32(4) + uint64_t{i} * table.buffer_stride, &buffer)) return false;
    table.constant_buffers.push_back(std::move(buffer));
  }
  return true;
}

bool RdefReader::ReadBuffer(uint64_t record, RdefConstantBuffer* buffer) {
  buffer->offset = chunk_.PlaceOf(record);
  if (!budget_.TakeRecord()) return FailBudget(record);
  if (!ReadText(record, "a constant buffer's name", &buffer->name)) return false;
  buffer->size = chunk_.U32(record + 12);
  buffer->flags = chunk_.U32(record + 16);
  buffer->type = chunk_.U32(record + 20);
  if (buffer->type > 3) {
    return Fail(record + 20, "the constant buffer '" + buffer->name + "' is of type " + std::to_string(buffer->type),
                "0 (cbuffer) to 3 (an element of a structured buffer)");
  }
  uint32_t count = 0;
  if (!ReadCount(record + 4, record + 8, table.variable_stride, "variable", &count)) return false;
  for (uint32_t i = 0; i < count; ++i) {
    RdefVariable variable;
    const uint64_t place = chunk_.U32(record + 8) + uint64_t{i} * table.variable_stride;
    if (!ReadVariable(place, *buffer, &variable)) return false;
    buffer->variables.push_back(std::move(variable));
  }
  return true;
}

bool RdefReader::ReadVariable(uint64_t record, const RdefConstantBuffer& buffer, RdefVariable* variable) {
  variable->offset = chunk_.PlaceOf(record);
  if (!budget_.TakeRecord()) return FailBudget(record);
  if (!ReadText(record, "a variable's name", &variable->name)) return false;
  variable->start = chunk_.U32(record + 4);
  variable->size = chunk_.U32(record + 8);
  variable->flags = chunk_.U32(record + 12);
  if (!ReadType(record + 16, 0, &variable->type)) return false;
  if (table.major() == 5) {
    variable->start_texture = static_cast<int32_t>(chunk_.U32(record + 24));
    variable->texture_count = chunk_.U32(record + 28);
    variable->start_sampler = static_cast<int32_t>(chunk_.U32(record + 32));
    variable->sampler_count = chunk_.U32(record + 36);
  }
  const uint64_t end = uint64_t{variable->start} + variable->size;
  if (end > buffer.size) {
    AddNote(record + 4, "the variable '" + variable->name + "' ends at byte " + std::to_string(end) + " of '" +
                            buffer.name + "', which has " + Count(buffer.size, "byte"));
  }
  return ReadDefault(record + 20, variable);
}

bool RdefReader::ReadDefault(uint64_t field, RdefVariable* variable) {
  const uint32_t offset = chunk_.U32(field);
  if (offset == 0) return true;
  if (!chunk_.Has(offset, variable->size)) {
    AddNote(field, "the default value of '" + variable->name + "', " + Count(variable->size, "byte") + " at offset " +
                       std::to_string(offset) + ", is not in the chunk; ignored");
    return true;
  }
  if (!budget_.TakeCharacters(variable->size)) return FailBudget(field);
  variable->default_value.reserve(variable->size);
  for (uint64_t i = 0; i < variable->size; ++i) variable->default_value.push_back(chunk_.U8(offset + i));
  return true;
}

bool RdefReader::ReadType(uint64_t field, uint32_t depth, RdefType* type) {
  const uint64_t record = chunk_.U32(field);
  if (!chunk_.Has(record, table.type_stride)) {
    return Fail(field, "a type record of " + Count(table.type_stride, "byte") + " at offset " + std::to_string(record),
                "a record inside the chunk of " + Count(chunk_.size(), "byte"));
  }
  type->offset = chunk_.PlaceOf(record);
  type->variable_class = chunk_.U16(record);
  type->type = chunk_.U16(record + 2);
  type->rows = chunk_.U16(record + 4);
  type->columns = chunk_.U16(record + 6);
  type->elements = chunk_.U16(record + 8);
  if (VariableClassName(type->variable_class).empty()) {
    return Fail(record, "a type is of class " + std::to_string(type->variable_class), "0 (scalar) to 5 (struct)");
  }
  if (VariableTypeName(type->type).empty()) {
    return Fail(record + 2, "a type has the number " + std::to_string(type->type), "0 (void) to 62 (uint64)");
  }
  // An offset of 0 stands for no name.
  if (table.major() == 5 && chunk_.U32(record + 32) != 0 && !ReadText(record + 32, "a type's name", &type->name)) {
    return false;
  }
  const uint32_t members = chunk_.U16(record + 10);
  // Compilers leave any offset of members where there are none.
  if (members == 0) return true;
  if (type->variable_class != kStruct) {
    AddNote(record + 10, "a type that is no struct claims " + Count(members, "member") + "; ignored");
    return true;
  }
  return ReadMembers(record + 12, members, depth, type);
}

bool RdefReader::ReadMembers(uint64_t field, uint32_t count, uint32_t depth, RdefType* type) {
  if (depth == kMaxStructDepth) {
    return Fail(field, "structs are nested too deep", "at most " + std::to_string(kMaxStructDepth) + " in each other");
  }
  const uint32_t first = chunk_.U32(field);
  if (!chunk_.Has(first, uint64_t{count} * table.member_stride)) {
    return Fail(
        field,
        Count(count, "member") + " of " + Count(table.member_stride, "byte") + " at offset " + std::to_string(first),
        "records inside the chunk of " + Count(chunk_.size(), "byte"));
  }
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t record = first + uint64_t{i} * table.member_stride;
    if (!budget_.TakeRecord()) return FailBudget(record);
    RdefMember member;
    if (!ReadText(record, "a member's name", &member.name)) return false;
    if (!ReadType(record + 4, depth + 1, &member.type)) return false;
    member.start = chunk_.U32(record + 8);
    type->members.push_back(std::move(member));
  }
  return true;
}

std::optional<uint64_t> ScalarBytes(uint32_t type) {
  const std::optional<ScalarType> scalar = ScalarFromD3d(type);
  if (!scalar) return std::nullopt;
  return scalar->bits / 8;
}

constexpr uint64_t kRegisterBytes = 16;
// Sizes stop here instead of wrapping: no table can hold a larger one.
constexpr uint64_t kManyBytes = uint64_t{1} << 40;

}  // namespace

Result<RdefTable> ReadRdef(Bytes bytes, const Container& container) {
  const Chunk* chunk = container.Find(FourCc('R', 'D', 'E', 'F'));
  if (chunk == nullptr) {
    std::string names;
    for (const Chunk& other : container.chunks) names += (names.empty() ? "" : ", ") + other.Name();
    return Error{error_code::kModule, std::nullopt,
                 "the container has no RDEF chunk: it was stripped of reflection data, or never had any; it has " +
                     (names.empty() ? "no chunks" : names),
                 "a chunk RDEF", ""};
  }
  RdefReader reader(ByteView(bytes.data, bytes.size).Part(chunk->offset, chunk->size));
  if (!reader.Run()) return std::move(reader.error);
  return std::move(reader.table);
}

std::optional<uint64_t> PackedSize(const RdefType& type) {
  uint64_t one = 0;
  if (type.variable_class == kStruct) {
    for (const RdefMember& member : type.members) {
      const std::optional<uint64_t> size = PackedSize(member.type);
      if (!size) return std::nullopt;
      one = std::max(one, member.start + *size);
    }
  } else {
    const std::optional<uint64_t> scalar = ScalarBytes(type.type);
    if (!scalar || type.variable_class > 3) return std::nullopt;
    const bool by_columns = type.variable_class == 3;
    const uint64_t lines = type.variable_class < 2 ? 1 : by_columns ? type.columns : type.rows;
    const uint64_t line_components = by_columns ? type.rows : type.columns;
    if (lines == 0) return 0;
    one = (lines - 1) * kRegisterBytes + line_components * *scalar;
  }
  if (type.elements > 0) {
    const uint64_t stride = (one + kRegisterBytes - 1) / kRegisterBytes * kRegisterBytes;
    one = (uint64_t{type.elements} - 1) * stride + one;
  }
  return std::min(one, kManyBytes);
}

}  // namespace lacuna::reflection::d3d
