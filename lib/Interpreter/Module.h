// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_MODULE_H_
#define LACUNA_INTERPRETER_MODULE_H_

// A SPIR-V module as a table of instructions, made with SPIRV-Tools' public
// parser. The parser checks the grammar only: that an id is defined, and as what,
// is for its reader to check.

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "spirv/unified1/spirv.hpp11"

namespace lacuna::interpreter {

// Why a module cannot be executed, in words for people.
struct LoadError {
  // The interpreter does not have something that the module uses; else the module
  // is damaged or does not fit what was asked for.
  bool unsupported = false;
  std::string message;

  // Both return false, so that a function can end with `return error->Bad(...)`.
  bool Bad(std::string text) {
    unsupported = false;
    message = std::move(text);
    return false;
  }
  bool Unsupported(std::string text) {
    unsupported = true;
    message = std::move(text);
    return false;
  }
};

struct Instruction {
  spv::Op opcode = spv::Op::OpNop;
  uint32_t type = 0, result = 0;  // ids; 0 when there is none
  uint32_t first = 0, count = 0;  // operand words behind them, in Module::words
  uint32_t line = 0;              // in Module::lines
};

// Does the instruction end a block?
bool IsBlockEnd(spv::Op opcode);

// A place in source code, by OpLine or the debug info of shaders.
struct SourceLine {
  std::string file;
  uint32_t line = 0, column = 0;  // line 0: not known
};

// A function: instructions [begin, end) of the module, from OpFunction to
// OpFunctionEnd.
struct FunctionRange {
  uint32_t begin = 0, end = 0;
};

struct EntryPoint {
  spv::ExecutionModel model = spv::ExecutionModel::GLCompute;
  uint32_t function = 0;
  std::string name;
};

// Decorations of an id or of a structure's member: the first word behind each, or
// 0 where there is none.
using Decorations = std::map<spv::Decoration, uint32_t>;

class Module {
 public:
  // Reads words in this machine's byte order.
  bool Parse(const std::vector<uint32_t>& module_words, LoadError* error);

  // The instruction that defines an id, or null.
  const Instruction* Definition(uint32_t id) const {
    const auto found = definitions.find(id);
    return found == definitions.end() ? nullptr : &instructions[found->second];
  }
  // Operand word `i` behind the type and result ids; 0 past the end.
  uint32_t Operand(const Instruction& instruction, uint32_t i) const {
    return i < instruction.count ? words[instruction.first + i] : 0;
  }
  const uint32_t* Operands(const Instruction& instruction) const { return words.data() + instruction.first; }
  // The characters from operand word `i` on.
  std::string Text(const Instruction& instruction, uint32_t i) const;
  // How many words these characters take.
  uint32_t TextWords(const Instruction& instruction, uint32_t i) const;

  const Decorations& DecorationsOf(uint32_t id) const;
  const Decorations& MemberDecorationsOf(uint32_t id, uint32_t member) const;
  // "%7", or "%7 'name'" where OpName gives one.
  std::string NameOf(uint32_t id) const;
  // The instruction as text: "%7 'x' = OpIAdd %3 %4", ids by number.
  std::string Describe(const Instruction& instruction) const;
  static std::string OpName(spv::Op opcode);

  std::vector<uint32_t> words;
  std::vector<Instruction> instructions;
  std::unordered_map<uint32_t, uint32_t> definitions;  // by id: index of the instruction
  std::vector<SourceLine> lines;                       // [0] is the unknown place
  std::vector<spv::Capability> capabilities;
  std::vector<EntryPoint> entry_points;
  std::vector<FunctionRange> functions;
  std::unordered_map<uint32_t, uint32_t> function_of;          // by id of OpFunction: index in functions
  std::unordered_map<uint32_t, std::string> names;             // OpName
  std::unordered_map<uint32_t, std::string> instruction_sets;  // OpExtInstImport

 private:
  friend class ModuleReader;
  std::unordered_map<uint32_t, Decorations> decorations_;
  std::map<std::pair<uint32_t, uint32_t>, Decorations> member_decorations_;
};

}  // namespace lacuna::interpreter

#endif  // LACUNA_INTERPRETER_MODULE_H_
