// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TEST_UNIT_D3DBUILDER_H_
#define LACUNA_TEST_UNIT_D3DBUILDER_H_

// Builds constant tables, resource definitions, signatures and containers byte
// by byte, and remembers where each record went, so that a test can spoil one
// field of an otherwise right file.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lacuna/Reflection/Reader.h"

namespace lacuna::reflection::d3d {

// Bytes that grow at the end; numbers go in lowest byte first.
class ByteBuilder {
 public:
  size_t size() const { return bytes_.size(); }
  std::vector<uint8_t>& bytes() { return bytes_; }
  Bytes view() const { return {bytes_.data(), bytes_.size()}; }

  void U8(uint32_t value) { bytes_.push_back(static_cast<uint8_t>(value)); }
  void U16(uint32_t value) { U8(value), U8(value >> 8); }
  void U32(uint32_t value) { U16(value), U16(value >> 16); }
  void Zeros(size_t count) { bytes_.resize(bytes_.size() + count); }
  void Append(const std::vector<uint8_t>& bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  // A zero-terminated string; returns where it begins.
  uint32_t Text(std::string_view text);
  void Align4() {
    while (bytes_.size() % 4 != 0) U8(0xab);
  }

  // Overwrite what is there.
  void Put8(size_t offset, uint32_t value) { bytes_.at(offset) = static_cast<uint8_t>(value); }
  void Put16(size_t offset, uint32_t value) { Put8(offset, value), Put8(offset + 1, value >> 8); }
  void Put32(size_t offset, uint32_t value) { Put16(offset, value), Put16(offset + 2, value >> 16); }

 private:
  std::vector<uint8_t> bytes_;
};

struct BuiltMember;

// A type record of either format.
struct BuiltType {
  uint32_t type_class = 0, type = 3, rows = 1, columns = 1, elements = 0;
  std::vector<BuiltMember> members;
  std::string name;  // RDEF of shader model 5
};

struct BuiltMember {
  std::string name;
  BuiltType type;
  uint32_t start = 0;  // RDEF
};

struct BuiltConstant {
  std::string name;
  uint32_t register_set = 2, register_index = 0, register_count = 1;
  BuiltType type;
  std::vector<uint32_t> default_words;
};

// D3D9 bytecode: a version, a comment with the table, an end token. The table
// begins at byte 12 of the file.
struct CtabBuilder {
  static constexpr size_t kTable = 12, kSize = 12, kCreator = 16, kVersion = 20, kCount = 24, kInfo = 28, kTarget = 36;

  uint32_t version_token = 0xffff0300;
  std::string creator = "builder", target = "ps_3_0";
  std::vector<BuiltConstant> constants;

  // Fills in the places below, which are offsets in the file.
  ByteBuilder Build();

  std::vector<size_t> records, types;  // of each constant, and its type record
  size_t name_end = 0;                 // after the last string
};

// A binding record.
struct BuiltBinding {
  std::string name;
  uint32_t input_type = 2, return_type = 5, dimension = 4, sample_count = 0xffffffff;
  uint32_t bind_point = 0, bind_count = 1, flags = 0, space = 0, id = 0;
};

struct BuiltVariable {
  std::string name;
  uint32_t start = 0, size = 4, flags = 2;
  BuiltType type;
  std::vector<uint32_t> default_words;
};

struct BuiltBuffer {
  std::string name;
  std::vector<BuiltVariable> variables;
  uint32_t size = 16, flags = 0, type = 0;
};

// What RDEF holds. Places are relative to its start.
struct RdefBuilder {
  static constexpr size_t kBufferCount = 0, kBufferOffset = 4, kBindingCount = 8, kBindingOffset = 12, kTarget = 16,
                          kCreator = 24, kTag = 28, kStrides = 32;

  uint32_t target = 0xffff0500;
  std::string creator = "builder";
  std::optional<uint32_t> binding_stride;  // else by the shader model
  std::vector<BuiltBinding> bindings;
  std::vector<BuiltBuffer> buffers;

  ByteBuilder Build();

  std::vector<size_t> binding_records, buffer_records, variable_records, type_records;

 private:
  uint32_t AddType(const BuiltType& type, ByteBuilder* out);
};

struct BuiltElement {
  std::string semantic;
  uint32_t index = 0, system_value = 0, component_type = 3, register_index = 0, mask = 15, read_write = 15;
  uint32_t stream = 0, min_precision = 0;
};

// What a signature chunk of that name holds.
ByteBuilder BuildSignature(std::string_view name, const std::vector<BuiltElement>& elements);

// A container of chunks, with a right checksum.
struct ContainerBuilder {
  static constexpr size_t kChecksum = 4, kTotalSize = 24, kChunkCount = 28, kOffsets = 32;

  std::vector<std::pair<std::string, std::vector<uint8_t>>> chunks;

  void Add(std::string_view name, ByteBuilder chunk) { chunks.push_back({std::string(name), chunk.bytes()}); }
  ByteBuilder Build();

  std::vector<size_t> chunk_headers;
};

// A container with nothing but that RDEF.
ByteBuilder ContainerOf(RdefBuilder rdef);
ByteBuilder ContainerOf(ByteBuilder rdef);

}  // namespace lacuna::reflection::d3d

#endif  // LACUNA_TEST_UNIT_D3DBUILDER_H_
