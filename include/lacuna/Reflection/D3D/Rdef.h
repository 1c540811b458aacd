// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_D3D_RDEF_H_
#define LACUNA_REFLECTION_D3D_RDEF_H_

// The resource definitions (RDEF) of a DXBC container: what its records say,
// number by number. Enumerations.h names the numbers.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lacuna/Reflection/D3D/Container.h"

namespace lacuna::reflection::d3d {

struct RdefMember;

struct RdefType {
  uint64_t offset = 0;          // of the record, in bytes from the start of the input
  uint16_t variable_class = 0;  // D3D_SHADER_VARIABLE_CLASS, 0 to 5
  uint16_t type = 0;            // D3D_SHADER_VARIABLE_TYPE, 0 to 62
  uint16_t rows = 0, columns = 0;
  uint16_t elements = 0;            // 0 for what is no array
  std::string name;                 // shader model 5: "float4", "Lamp"
  std::vector<RdefMember> members;  // of a struct
};

struct RdefMember {
  std::string name;
  uint32_t start = 0;  // bytes from the start of the struct
  RdefType type;
};

struct RdefVariable {
  uint64_t offset = 0;  // of the record, in bytes from the start of the input
  std::string name;
  uint32_t start = 0;  // bytes from the start of the buffer
  uint32_t size = 0;   // bytes; the last array element has no padding
  uint32_t flags = 0;  // 2: used
  RdefType type;
  // `size` bytes as the buffer is to hold them; empty without a default.
  std::vector<uint8_t> default_value;
  // Shader model 5: textures and samplers inside a struct. -1: none.
  int32_t start_texture = -1, start_sampler = -1;
  uint32_t texture_count = 0, sampler_count = 0;

  bool used() const { return (flags & 2) != 0; }
};

struct RdefConstantBuffer {
  uint64_t offset = 0;  // of the record, in bytes from the start of the input
  std::string name;
  uint32_t size = 0;  // bytes
  uint32_t flags = 0;
  // D3D_CBUFFER_TYPE: 0 cbuffer, 1 tbuffer, 2 interface pointers, 3 the element
  // of a structured buffer.
  uint32_t type = 0;
  std::vector<RdefVariable> variables;
};

struct RdefBinding {
  uint64_t offset = 0;  // of the record, in bytes from the start of the input
  std::string name;
  uint32_t input_type = 0;            // D3D_SHADER_INPUT_TYPE
  uint32_t return_type = 0;           // D3D_RESOURCE_RETURN_TYPE
  uint32_t dimension = 0;             // D3D_SRV_DIMENSION
  uint32_t sample_count = 0;          // 0xFFFFFFFF when it does not apply; of structured buffers the stride in bytes
  uint32_t bind_point = 0;            // the first register
  uint32_t bind_count = 0;            // 0 for an array without length (shader model 5.1)
  uint32_t flags = 0;                 // D3D_SHADER_INPUT_FLAGS
  std::optional<uint32_t> space, id;  // shader model 5.1
};

struct RdefTable {
  uint32_t target = 0;  // the shader's kind in the upper half, then its model: major, minor
  uint32_t flags = 0;
  std::string creator;
  // In bytes, as the file has them or as shader model 4 has them.
  uint32_t binding_stride = 32, buffer_stride = 24, variable_stride = 24, type_stride = 16, member_stride = 12;
  // The tag of shader model 5's extension ("RD11"), 0 in shader model 4.
  uint32_t extension_tag = 0;
  std::vector<RdefConstantBuffer> constant_buffers;
  std::vector<RdefBinding> bindings;
  // What is odd but harmless, in the order of the bytes that were read.
  std::vector<Note> notes;

  uint16_t kind() const { return static_cast<uint16_t>(target >> 16); }
  uint32_t major() const { return target >> 8 & 0xff; }
  uint32_t minor() const { return target & 0xff; }
};

// Reads the resource definitions. `bytes` is what `container` was read from.
// Errors have the code SD0101; a container without RDEF is one, which says so.
// The table is never larger than what a fixed number of records and characters
// takes, whatever the bytes say.
Result<RdefTable> ReadRdef(Bytes bytes, const Container& container);

// Exact bytes of a value by the packing rules of constant buffers: registers of
// 16 bytes, each array element and each row or column of a matrix beginning one;
// the end of the last is not filled up. Nothing for a type without components.
std::optional<uint64_t> PackedSize(const RdefType& type);

}  // namespace lacuna::reflection::d3d

#endif  // LACUNA_REFLECTION_D3D_RDEF_H_
