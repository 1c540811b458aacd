// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SUPPORT_INSTRUCTIONTEXT_H_
#define LACUNA_SUPPORT_INSTRUCTIONTEXT_H_

#include <map>
#include <memory>
#include <string>

#include "Support/SpirvToolsCompat.h"

namespace lacuna {

// Writes instructions as a disassembler does, with friendly names, for messages.
// The names are made once, when the first instruction is written, from the
// module as it is then; enumerants other than opcodes, storage classes and
// memory access bits are written as numbers.
class InstructionText {
 public:
  explicit InstructionText(IRContext* context);
  ~InstructionText();

  std::string Write(const Instruction& inst);

  // The OpName of an id, or "%" and its number.
  std::string NameOf(uint32_t id);

 private:
  void MakeNames();

  struct Mapper;
  IRContext* context_;
  std::unique_ptr<Mapper> mapper_;
  std::map<uint32_t, std::string> op_names_;
};

}  // namespace lacuna

#endif  // LACUNA_SUPPORT_INSTRUCTIONTEXT_H_
