// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SUPPORT_CODEBUILDER_H_
#define LACUNA_SUPPORT_CODEBUILDER_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "Support/ModuleBuilder.h"

namespace lacuna {

// Emits instructions at one place of a function. Everything emitted takes the
// debug scope and line of the instruction it serves (the origin) and is known
// to the def-use and instruction-to-block analyses.
class CodeBuilder {
 public:
  // Emits before `before`, an instruction of `block`; the origin is `origin`,
  // or `before` itself if null.
  CodeBuilder(ModuleBuilder* module, BasicBlock* block, Instruction* before, const Instruction* origin = nullptr);
  // Emits at the end of `block`.
  static CodeBuilder AtEnd(ModuleBuilder* module, BasicBlock* block, const Instruction* origin);

  ModuleBuilder* module() const { return module_; }

  // Appends an instruction with a new result id and returns that id.
  uint32_t Emit(spv::Op op, uint32_t type, const std::vector<opt::Operand>& operands);
  // The same with operands that are all ids.
  uint32_t EmitIds(spv::Op op, uint32_t type, const std::vector<uint32_t>& operands);
  // Appends an instruction without a result.
  void EmitVoid(spv::Op op, const std::vector<opt::Operand>& operands);
  // Places a new instruction here as it is.
  Instruction* Insert(std::unique_ptr<Instruction> inst);
  // Moves an instruction here from wherever it is. (Insert would make the
  // def-use analysis forget its users.)
  void Move(Instruction* inst);

  // 32-bit unsigned arithmetic and bool logic. Operands of either signedness
  // are taken as unsigned where the operation allows (all but Divide).
  uint32_t Binary(spv::Op op, uint32_t a, uint32_t b);   // result: uint
  uint32_t Compare(spv::Op op, uint32_t a, uint32_t b);  // result: bool
  uint32_t And(uint32_t a, uint32_t b);                  // of bools; constants fold, id 0 is true
  uint32_t Select(uint32_t type, uint32_t condition, uint32_t a, uint32_t b);

  // a or b of any type, by a bool: before SPIR-V 1.4 vectors are selected by
  // component, and composites cannot be.
  uint32_t SelectValue(uint32_t type, uint32_t condition, uint32_t a, uint32_t b);
  // Turns `inst` into that selection; it keeps its id and type. `inst` follows
  // what is emitted here.
  void SelectInto(Instruction* inst, uint32_t condition, uint32_t a, uint32_t b);

  void Branch(uint32_t label);
  void SelectionMerge(uint32_t merge);
  // OpSelectionMerge and OpBranchConditional.
  void Selection(uint32_t condition, uint32_t if_true, uint32_t if_false, uint32_t merge);
  // OpSelectionMerge and OpSwitch on a 32-bit selector: pairs of a literal and a label.
  void Switch(uint32_t selector, uint32_t otherwise, const std::vector<std::pair<uint32_t, uint32_t>>& cases,
              uint32_t merge);
  // A phi of two values, with the given result id or, for 0, a new one.
  uint32_t Phi(uint32_t result, uint32_t type, uint32_t value, uint32_t block, uint32_t other_value,
               uint32_t other_block);
  // The same of any number of (value, block).
  uint32_t Phi(uint32_t result, uint32_t type, const std::vector<std::pair<uint32_t, uint32_t>>& incoming);

  // The same with any number of pairs of a value and a block, none included:
  // then operands are due before the pass ends.
  Instruction* PhiOf(uint32_t result, uint32_t type, const std::vector<std::pair<uint32_t, uint32_t>>& incoming);

  // The value of `type` whose bits are all 0: OpConstantNull, or for a physical
  // pointer, which has none, an instruction here.
  uint32_t NullValue(uint32_t type);

 private:
  CodeBuilder() = default;
  Instruction* Place(std::unique_ptr<Instruction> inst);
  uint32_t ConditionOf(uint32_t type, uint32_t condition);

  ModuleBuilder* module_;
  BasicBlock* block_;
  Instruction* before_;  // null: at the block's end
  const Instruction* origin_;
};

}  // namespace lacuna

#endif  // LACUNA_SUPPORT_CODEBUILDER_H_
