// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_SPIRV_MODULETABLE_H_
#define LACUNA_REFLECTION_SPIRV_MODULETABLE_H_

// A SPIR-V module as a table of instructions, with its ids resolved. It is made
// through SPIRV-Tools' public parser, which checks the grammar; nothing here
// trusts that the module is valid beyond that.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "lacuna/Reflection/Reader.h"

#ifndef SPV_ENABLE_UTILITY_CODE
#define SPV_ENABLE_UTILITY_CODE  // the names of enumerants
#endif
#include "spirv/unified1/spirv.hpp11"

namespace lacuna::reflection::spirv {

struct Inst {
  uint32_t first = 0;   // index of the instruction's first word in the module
  uint16_t length = 0;  // words
  spv::Op opcode = spv::Op::OpNop;
  uint32_t type_id = 0, result_id = 0;
  uint32_t first_id = 0, id_count = 0;  // the id operands: see ModuleTable::Ids
};

// A function's instructions, OpFunction to OpFunctionEnd, as a half-open range
// of indices.
struct FunctionRange {
  uint32_t id = 0;
  uint32_t begin = 0, end = 0;
  std::vector<uint32_t> parameters;
};

class ModuleTable {
 public:
  // Reads a module in either byte order. Errors name the byte.
  static Result<ModuleTable> Parse(Bytes bytes);

  uint32_t version() const { return words_[1]; }
  uint32_t generator() const { return words_[2]; }
  bool byte_swapped() const { return byte_swapped_; }
  size_t word_count() const { return words_.size(); }
  // Capabilities that the parser does not know, by number.
  const std::vector<uint32_t>& unknown_capabilities() const { return unknown_capabilities_; }
  const std::vector<Inst>& instructions() const { return instructions_; }
  const std::vector<FunctionRange>& functions() const { return functions_; }

  // Word `index` of the instruction, 0 being its opcode; 0 past its end.
  uint32_t Word(const Inst& inst, uint32_t index) const { return index < inst.length ? words_[inst.first + index] : 0; }

  // The literal string that begins at word `index`; up to the end of the
  // instruction when it has no end. *next is the word after it.
  std::string Text(const Inst& inst, uint32_t index, uint32_t* next = nullptr) const;

  // The operands that are ids, without the result's type and the result, as
  // words of the instruction.
  uint32_t IdOperand(const Inst& inst, uint32_t index) const { return Word(inst, id_operands_[inst.first_id + index]); }
  uint32_t IdOperandWord(const Inst& inst, uint32_t index) const { return id_operands_[inst.first_id + index]; }

  // The instruction that defines an id, or null.
  const Inst* Def(uint32_t id) const;
  // The index in functions(), or -1.
  int64_t FunctionIndex(uint32_t id) const;

  uint64_t ByteOffset(const Inst& inst) const { return uint64_t{inst.first} * 4; }

 private:
  friend class TableBuilder;

  void RemoveUnknownCapabilities();

  bool byte_swapped_ = false;
  std::vector<uint32_t> words_, unknown_capabilities_;
  std::vector<Inst> instructions_;
  std::vector<uint16_t> id_operands_;
  std::vector<FunctionRange> functions_;
  // Index + 1 of the defining instruction. The vector serves modules whose bound
  // is in proportion to their size, the map all others: a bound alone never
  // decides how much memory is taken.
  std::vector<uint32_t> dense_;
  std::unordered_map<uint32_t, uint32_t> sparse_;
  std::unordered_map<uint32_t, uint32_t> function_index_;
};

// The string packed into `words`, lowest byte first, up to its end or `count`
// words; *used is how many it takes.
std::string DecodeText(const uint32_t* words, uint32_t count, uint32_t* used);

}  // namespace lacuna::reflection::spirv

#endif  // LACUNA_REFLECTION_SPIRV_MODULETABLE_H_
