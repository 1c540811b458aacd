// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "D3dBuilder.h"

#include <array>
#include <utility>

#include "lacuna/Reflection/D3D/Container.h"

namespace lacuna::reflection::d3d {

uint32_t ByteBuilder::Text(std::string_view text) {
  const uint32_t offset = static_cast<uint32_t>(size());
  for (char c : text) U8(static_cast<uint8_t>(c));
  U8(0);
  return offset;
}

namespace {

// Appends a type record of a constant table and what it points at; returns its
// offset in the table.
uint32_t AddCtabType(const BuiltType& type, ByteBuilder* out) {
  std::vector<std::pair<uint32_t, uint32_t>> members;
  for (const BuiltMember& member : type.members) {
    const uint32_t name = out->Text(member.name);
    out->Align4();
    const uint32_t record = AddCtabType(member.type, out);
    members.push_back({name, record});
  }
  const uint32_t first = static_cast<uint32_t>(out->size());
  for (const auto& [name, record] : members) out->U32(name), out->U32(record);
  const uint32_t offset = static_cast<uint32_t>(out->size());
  for (uint32_t value : {type.type_class, type.type, type.rows, type.columns, type.elements == 0 ? 1 : type.elements,
                         static_cast<uint32_t>(members.size())}) {
    out->U16(value);
  }
  out->U32(members.empty() ? 0 : first);
  return offset;
}

}  // namespace

ByteBuilder CtabBuilder::Build() {
  ByteBuilder table;
  records.clear();
  types.clear();
  for (uint32_t value : {28u, 0u, version_token, static_cast<uint32_t>(constants.size()), 28u, 0x100u, 0u}) {
    table.U32(value);
  }
  table.Zeros(constants.size() * 20);
  for (size_t i = 0; i < constants.size(); ++i) {
    const BuiltConstant& constant = constants[i];
    const size_t record = 28 + i * 20;
    table.Put32(record, table.Text(constant.name));
    table.Align4();
    table.Put16(record + 4, constant.register_set);
    table.Put16(record + 6, constant.register_index);
    table.Put16(record + 8, constant.register_count);
    const uint32_t type = AddCtabType(constant.type, &table);
    table.Put32(record + 12, type);
    if (!constant.default_words.empty()) table.Put32(record + 16, static_cast<uint32_t>(table.size()));
    for (uint32_t word : constant.default_words) table.U32(word);
    records.push_back(kTable + record);
    types.push_back(kTable + type);
  }
  if (!creator.empty()) table.Put32(4, table.Text(creator));
  if (!target.empty()) table.Put32(24, table.Text(target));
  name_end = kTable + table.size();
  table.Align4();

  ByteBuilder file;
  file.U32(version_token);
  file.U32(0xfffe | static_cast<uint32_t>(table.size() / 4 + 1) << 16);
  for (char c : {'C', 'T', 'A', 'B'}) file.U8(static_cast<uint8_t>(c));
  file.Append(table.bytes());
  file.U32(0xffff);
  return file;
}

uint32_t RdefBuilder::AddType(const BuiltType& type, ByteBuilder* out) {
  const bool long_form = (target >> 8 & 0xff) >= 5;
  std::vector<std::pair<uint32_t, uint32_t>> members;
  for (const BuiltMember& member : type.members) {
    const uint32_t name = out->Text(member.name);
    out->Align4();
    const uint32_t record = AddType(member.type, out);
    members.push_back({name, record});
  }
  const uint32_t first = static_cast<uint32_t>(out->size());
  for (size_t i = 0; i < members.size(); ++i) {
    out->U32(members[i].first), out->U32(members[i].second), out->U32(type.members[i].start);
  }
  uint32_t name = 0;
  if (long_form && !type.name.empty()) {
    name = out->Text(type.name);
    out->Align4();
  }
  const uint32_t offset = static_cast<uint32_t>(out->size());
  type_records.push_back(offset);
  for (uint32_t value :
       {type.type_class, type.type, type.rows, type.columns, type.elements, static_cast<uint32_t>(members.size())}) {
    out->U16(value);
  }
  out->U32(members.empty() ? 0 : first);
  if (long_form) {
    out->Zeros(16);
    out->U32(name);
  }
  return offset;
}

ByteBuilder RdefBuilder::Build() {
  for (std::vector<size_t>* list : {&binding_records, &buffer_records, &variable_records, &type_records}) list->clear();
  const bool long_form = (target >> 8 & 0xff) >= 5;
  const bool spaces = long_form && (target & 0xff) >= 1;
  const uint32_t binding_bytes = binding_stride.value_or(spaces ? 40 : 32);
  const uint32_t variable_bytes = long_form ? 40 : 24;

  ByteBuilder out;
  for (uint32_t value :
       {static_cast<uint32_t>(buffers.size()), 0u, static_cast<uint32_t>(bindings.size()), 0u, target, 0u, 0u}) {
    out.U32(value);
  }
  if (long_form) {
    for (uint32_t value : {spaces ? 0x25441313u : 0x31314452u, 60u, 24u, binding_bytes, 40u, 36u, 12u, 0u}) {
      out.U32(value);
    }
  }
  out.Put32(kBindingOffset, static_cast<uint32_t>(out.size()));
  for (size_t i = 0; i < bindings.size(); ++i) {
    binding_records.push_back(out.size());
    out.Zeros(binding_bytes);
  }
  out.Put32(kBufferOffset, static_cast<uint32_t>(out.size()));
  for (size_t i = 0; i < buffers.size(); ++i) {
    buffer_records.push_back(out.size());
    out.Zeros(24);
  }
  for (size_t i = 0; i < bindings.size(); ++i) {
    const BuiltBinding& binding = bindings[i];
    size_t place = binding_records[i];
    out.Put32(place, out.Text(binding.name));
    for (uint32_t value : {binding.input_type, binding.return_type, binding.dimension, binding.sample_count,
                           binding.bind_point, binding.bind_count, binding.flags}) {
      out.Put32(place += 4, value);
    }
    if (binding_bytes >= 40) out.Put32(place + 4, binding.space), out.Put32(place + 8, binding.id);
  }
  for (size_t i = 0; i < buffers.size(); ++i) {
    const BuiltBuffer& buffer = buffers[i];
    const size_t record = buffer_records[i];
    out.Put32(record, out.Text(buffer.name));
    out.Align4();
    const size_t first = out.size();
    out.Zeros(buffer.variables.size() * variable_bytes);
    out.Put32(record + 4, static_cast<uint32_t>(buffer.variables.size()));
    out.Put32(record + 8, static_cast<uint32_t>(first));
    out.Put32(record + 12, buffer.size);
    out.Put32(record + 16, buffer.flags);
    out.Put32(record + 20, buffer.type);
    for (size_t j = 0; j < buffer.variables.size(); ++j) {
      const BuiltVariable& variable = buffer.variables[j];
      const size_t place = first + j * variable_bytes;
      variable_records.push_back(place);
      out.Put32(place, out.Text(variable.name));
      out.Align4();
      out.Put32(place + 4, variable.start);
      out.Put32(place + 8, variable.size);
      out.Put32(place + 12, variable.flags);
      const uint32_t type = AddType(variable.type, &out);
      out.Put32(place + 16, type);
      if (!variable.default_words.empty()) out.Put32(place + 20, static_cast<uint32_t>(out.size()));
      for (uint32_t word : variable.default_words) out.U32(word);
      if (long_form) out.Put32(place + 24, 0xffffffff), out.Put32(place + 32, 0xffffffff);
    }
  }
  out.Put32(kCreator, out.Text(creator));
  out.Align4();
  return out;
}

ByteBuilder BuildSignature(std::string_view name, const std::vector<BuiltElement>& elements) {
  const bool has_stream = name == "OSG5" || name.back() == '1', has_precision = name.back() == '1';
  const size_t bytes = 24 + (has_stream ? 4 : 0) + (has_precision ? 4 : 0);
  ByteBuilder out;
  out.U32(static_cast<uint32_t>(elements.size()));
  out.U32(8);
  out.Zeros(elements.size() * bytes);
  for (size_t i = 0; i < elements.size(); ++i) {
    const BuiltElement& element = elements[i];
    size_t place = 8 + i * bytes;
    if (has_stream) out.Put32(place, element.stream), place += 4;
    out.Put32(place, out.Text(element.semantic));
    out.Put32(place + 4, element.index);
    out.Put32(place + 8, element.system_value);
    out.Put32(place + 12, element.component_type);
    out.Put32(place + 16, element.register_index);
    out.Put8(place + 20, element.mask);
    out.Put8(place + 21, element.read_write);
    if (has_precision) out.Put32(place + 24, element.min_precision);
  }
  out.Align4();
  return out;
}

ByteBuilder ContainerBuilder::Build() {
  ByteBuilder out;
  for (char c : {'D', 'X', 'B', 'C'}) out.U8(static_cast<uint8_t>(c));
  out.Zeros(16);
  out.U32(1);
  out.U32(0);
  out.U32(static_cast<uint32_t>(chunks.size()));
  out.Zeros(4 * chunks.size());
  chunk_headers.clear();
  for (size_t i = 0; i < chunks.size(); ++i) {
    chunk_headers.push_back(out.size());
    out.Put32(kOffsets + 4 * i, static_cast<uint32_t>(out.size()));
    for (char c : chunks[i].first) out.U8(static_cast<uint8_t>(c));
    out.U32(static_cast<uint32_t>(chunks[i].second.size()));
    out.Append(chunks[i].second);
  }
  out.Put32(kTotalSize, static_cast<uint32_t>(out.size()));
  const std::array<uint32_t, 4> checksum = ContainerChecksum(out.view());
  for (size_t i = 0; i < 4; ++i) out.Put32(kChecksum + 4 * i, checksum[i]);
  return out;
}

ByteBuilder ContainerOf(ByteBuilder rdef) {
  ContainerBuilder container;
  container.Add("RDEF", std::move(rdef));
  return container.Build();
}

ByteBuilder ContainerOf(RdefBuilder rdef) { return ContainerOf(rdef.Build()); }

}  // namespace lacuna::reflection::d3d
