// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_D3D_CTAB_H_
#define LACUNA_REFLECTION_D3D_CTAB_H_

// The constant table (CTAB) that compilers leave in a comment at the start of
// D3D9 bytecode (shader models 1 to 3): what its records say, number by number.
// Enumerations.h names the numbers.

#include <cstdint>
#include <string>
#include <vector>

#include "lacuna/Reflection/Model.h"
#include "lacuna/Reflection/Reader.h"
#include "lacuna/Reflection/Result.h"

namespace lacuna::reflection::d3d {

struct CtabMember;

struct CtabType {
  uint64_t offset = 0;           // of the record, in bytes from the start of the input
  uint16_t parameter_class = 0;  // D3DXPARAMETER_CLASS, 0 to 5
  uint16_t type = 0;             // D3DXPARAMETER_TYPE, 0 to 19
  uint16_t rows = 0, columns = 0;
  uint16_t elements = 0;  // as stored: 1 for what is no array; vkd3d and fxc never store 0
  std::vector<CtabMember> members;
};

struct CtabMember {
  std::string name;
  CtabType type;
};

struct CtabConstant {
  uint64_t offset = 0;  // of the record, in bytes from the start of the input
  std::string name;
  uint16_t register_set = 0;  // 0 bool, 1 int4, 2 float4, 3 sampler
  uint16_t register_index = 0;
  // How many registers the shader needs. Compilers cut off the unused end of an
  // array, so this can be fewer than the type fills.
  uint16_t register_count = 0;
  CtabType type;
  // The default value as it is to be put into the registers: of int4 and float4
  // registers four words each, of bool registers one. Matrices are there
  // register by register, so class 3 (column-major) has its columns in order.
  // In float4 registers the words are floats whatever the type is. Empty when
  // there is no default.
  std::vector<uint32_t> default_value;
};

struct CtabTable {
  uint32_t version_token = 0;  // 0xFFFE0300 is vs_3_0, 0xFFFF0200 is ps_2_0
  uint32_t flags = 0;          // compiler flags
  std::string creator;         // empty when the file has none
  std::string target;          // e.g. "ps_3_0"; empty when the file has none
  std::vector<CtabConstant> constants;
  // What is odd but harmless, in the order of the bytes.
  std::vector<Note> notes;

  bool is_vertex_shader() const { return version_token >> 16 == 0xfffe; }
};

// Reads the constant table of D3D9 bytecode, the whole token stream. Only
// comments before the first instruction count, as in D3DX: later words that look
// like one can be the numbers of a `def`.
//
// Errors have the code SD0301. The table is never larger than what a fixed
// number of records and characters takes, whatever the bytes say.
Result<CtabTable> ReadCtab(Bytes bytes);

// The default value's components, without what fills up registers: of a matrix
// row by row whatever the majority, of an array element by element. Empty when
// there is no default, when the type is a struct or an object, and when the
// registers do not hold the whole value.
std::vector<uint32_t> DefaultComponents(const CtabConstant& constant);

// How many registers a value of that type fills in the register set (0 to 2): a
// register for each scalar, vector, and row or column of a matrix; one for each
// component in bool registers. 1 in the sampler set.
uint64_t RegistersOf(const CtabType& type, uint16_t register_set);

}  // namespace lacuna::reflection::d3d

#endif  // LACUNA_REFLECTION_D3D_CTAB_H_
