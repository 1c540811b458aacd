// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERFACE_PUSHCONSTANTEXTENT_H_
#define LACUNA_INTERFACE_PUSHCONSTANTEXTENT_H_

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "lacuna/InterfaceMap.h"
#include "spirv-tools/libspirv.h"

namespace lacuna {

// Finds what bytes a module's push constant blocks span. Shown every
// instruction of a module in order; works on any module that parses.
class PushConstantExtent {
 public:
  void Visit(const spv_parsed_instruction_t& instruction);

  // From the lowest offset of a member to the end of the highest one; nothing
  // without a block or when a size is not known.
  std::optional<InterfaceMap::PushConstantRange> Range() const;

 private:
  struct Type {
    uint16_t opcode = 0;
    std::vector<uint32_t> operands;  // all words after the result id
  };
  using Member = std::pair<uint32_t, uint32_t>;  // struct id, member index

  void VisitConstant(const spv_parsed_instruction_t& instruction);
  std::optional<uint64_t> SizeOf(uint32_t type, uint32_t matrix_stride, bool row_major, int depth) const;
  std::optional<uint64_t> MatrixSize(const Type& type, uint32_t matrix_stride, bool row_major) const;
  std::optional<uint64_t> ArraySize(uint32_t id, const Type& type, uint32_t matrix_stride, bool row_major,
                                    int depth) const;
  std::optional<uint64_t> StructEnd(uint32_t type) const;

  std::map<uint32_t, Type> types_;
  std::map<uint32_t, uint64_t> struct_ends_;  // of structs whose end is known
  std::map<uint32_t, uint64_t> constants_;    // integers, specialization defaults included
  std::map<uint32_t, uint32_t> array_strides_;
  std::map<Member, uint32_t> offsets_, matrix_strides_;
  std::map<Member, bool> row_major_;
  std::vector<uint32_t> push_constant_pointers_;  // type ids
};

}  // namespace lacuna

#endif  // LACUNA_INTERFACE_PUSHCONSTANTEXTENT_H_
