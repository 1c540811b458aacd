// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SUPPORT_MODULEBUILDER_H_
#define LACUNA_SUPPORT_MODULEBUILDER_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "Support/SpirvToolsCompat.h"

namespace lacuna {

// Adds types, constants, variables, names and decorations to a module.
//
// Non-aggregate types and constants are found by their instruction before they
// are made, so the module never gets two of one kind. Aggregate types are only
// ever made: SPIRV-Tools' type manager is not used, because it takes two equal
// structs with different ids for one.
//
// Ids may run out (the limit is the context's max_id_bound). Then every method
// returns id 0 from there on and failed() is true; the caller gives the module
// up, whatever it did with those zeros.
class ModuleBuilder {
 public:
  explicit ModuleBuilder(IRContext* context);

  IRContext* context() const { return context_; }
  bool failed() const { return failed_; }
  uint32_t TakeId();

  uint32_t VoidType();
  uint32_t BoolType();
  // An unsigned integer type of `width` bits; the module must have the
  // capability that the width needs.
  uint32_t UintType(uint32_t width = 32);
  // The 32-bit float type.
  uint32_t FloatType();
  uint32_t VectorType(uint32_t component_type, uint32_t count);
  uint32_t PointerType(spv::StorageClass storage_class, uint32_t pointee_type);
  // struct { uint; uint; } as OpIAddCarry and OpSMulExtended give it.
  uint32_t UintPairType();
  uint32_t FunctionType(uint32_t return_type, const std::vector<uint32_t>& parameter_types);

  uint32_t Uint(uint32_t value);
  // The bool constant `value`.
  uint32_t Bool(bool value);
  // OpConstantNull of exactly this type id.
  uint32_t Null(uint32_t type);
  // A constant of an integer type with the given literal words.
  uint32_t Constant(uint32_t type, const std::vector<uint32_t>& words);

  // A new instruction at the end of the types, constants and variables.
  // Operands are ids (struct members, array element and length, ...).
  uint32_t AddType(spv::Op op, const std::vector<uint32_t>& operand_ids);
  // A variable of the Private storage class that begins as `initializer`.
  uint32_t AddPrivateVariable(uint32_t type, uint32_t initializer);
  // OpSpecConstantOp of the given operation on two constants.
  uint32_t AddSpecConstantOp(spv::Op op, uint32_t type, const std::vector<uint32_t>& operand_ids);
  uint32_t AddVariable(uint32_t pointer_type, spv::StorageClass storage_class);

  void Decorate(uint32_t id, spv::Decoration decoration, const std::vector<uint32_t>& literals = {});
  void DecorateMember(uint32_t id, uint32_t member, spv::Decoration decoration,
                      const std::vector<uint32_t>& literals = {});
  // Gives `to` every decoration of `from`, once each, those of groups included.
  void CopyDecorations(uint32_t from, uint32_t to);
  void Name(uint32_t id, const std::string& name);
  void NameMember(uint32_t id, uint32_t member, const std::string& name);

  // Puts `id` into the interface list of an OpEntryPoint, once.
  void AddToInterface(Instruction* entry_point, uint32_t id);

 private:
  using Key = std::vector<uint32_t>;  // opcode, result type or 0, operand words
  uint32_t FindOrAdd(spv::Op op, uint32_t type, const std::vector<opt::Operand>& operands);
  uint32_t Append(spv::Op op, uint32_t type, const std::vector<opt::Operand>& operands);

  IRContext* context_;
  bool failed_ = false;
  uint32_t uint_pair_ = 0;
  std::map<Key, uint32_t> existing_;
};

// An operand that is one id, or one literal word.
opt::Operand IdOperand(uint32_t id);
opt::Operand LiteralOperand(uint32_t word);

}  // namespace lacuna

#endif  // LACUNA_SUPPORT_MODULEBUILDER_H_
