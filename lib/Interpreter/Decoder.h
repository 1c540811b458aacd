// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_DECODER_H_
#define LACUNA_INTERPRETER_DECODER_H_

// From a module to a program. What the handlers take for granted is checked here:
// that operands are defined and have the lanes that an operation reads, that
// pointers point at what is loaded, that branches go to blocks. So damaged modules
// end in an error.

#include <string>
#include <unordered_map>
#include <vector>

#include "Interpreter/Handlers.h"
#include "Interpreter/Interpreter.h"
#include "Interpreter/Machine.h"
#include "Interpreter/Program.h"

namespace lacuna::interpreter {

struct Constant {
  const Type* type = nullptr;
  std::vector<uint64_t> lanes;
  std::vector<uint8_t> poison;
};

// A module-scope variable: where direct accesses go.
struct VariablePlace {
  enum class Kind : uint8_t { kInvocation, kWorkgroup, kResource };
  Kind kind = Kind::kResource;
  uint32_t index = 0;  // in the program's list of that kind
};

// Types, constants and variables of a module, and the functions that an entry
// point calls (DecodeModule.cpp).
class ModuleDecoder {
 public:
  ModuleDecoder(Program* program, const LoadOptions& options, LoadError* error)
      : program_(*program), module_(program->module), types_(*program->types), options_(options), error_(error) {}

  bool Decode();

 private:
  friend class FunctionDecoder;
  bool CheckCapabilities();
  bool FindEntryPoint();
  bool ReadGlobals();
  bool ReadConstant(const Instruction& instruction);
  bool ReadScalar(const Instruction& instruction, Constant* constant);
  bool ReadComposite(const Instruction& instruction, Constant* constant);
  bool Evaluate(const Instruction& instruction, Constant* constant);
  bool ReadVariable(const Instruction& instruction);
  bool AddResource(const Instruction& instruction, const Type& type);
  bool ReadLocalSize();
  bool ReadInterface();  // DecodeInterface.cpp
  bool CollectFunctions();
  // Whether an input variable is a built-in of compute shaders.
  static bool IsKnownBuiltIn(const GlobalVariable& variable);
  bool Bad(const Instruction& instruction, const std::string& why) {
    return error_->Bad(module_.Describe(instruction) + ": " + why);
  }
  bool Unsupported(const Instruction& instruction, const std::string& why = "is not supported") {
    return error_->Unsupported(module_.Describe(instruction) + ": " + why);
  }

  Program& program_;
  Module& module_;
  TypeTable& types_;
  const LoadOptions& options_;
  LoadError* error_;
  const EntryPoint* entry_ = nullptr;
  std::unordered_map<uint32_t, Constant> constants_;  // also pointers to variables
  std::unordered_map<uint32_t, VariablePlace> variables_;
  std::unordered_map<uint32_t, uint32_t> function_indices_;  // by id, in Program::functions
};

// A value of a function: its type, and its first lane in the frame.
struct Value {
  const Type* type = nullptr;
  uint32_t lane = 0;
  uint32_t lanes() const { return static_cast<uint32_t>(type->lanes); }
};

// One function's instructions.
class FunctionDecoder {
 public:
  FunctionDecoder(ModuleDecoder* owner, Function* function)
      : owner_(*owner),
        program_(owner->program_),
        module_(owner->module_),
        types_(owner->types_),
        function_(*function) {}

  // Lanes for a function's frame, then its code.
  bool Declare(const FunctionRange& range);
  bool Decode(const FunctionRange& range);

  // One instruction alone, all of whose operands are constants; its result is
  // `lane` and the following ones of the frame.
  bool DecodeAlone(const Instruction& instruction, uint32_t* lane);

  const std::vector<Value>& parameters() const { return parameters_; }

 private:
  struct Block {
    uint32_t label = 0;
    uint32_t first = 0, end = 0;  // instructions
    uint32_t code = 0;            // first operation
    std::vector<uint32_t> phis;   // instructions
  };
  // An operation's branch to a block, over the moves of that edge's phis.
  struct Edge {
    uint32_t op = 0;
    uint8_t field = 0;     // 0: x, 1: b, 2: c; 3: of a switch
    uint64_t literal = 0;  // of a switch; `otherwise` when is_default
    bool is_default = false;
    uint32_t from = 0, to = 0;  // blocks
    uint32_t origin = 0;
  };

  // Places in the frame.
  bool AddConstants(const FunctionRange& range);
  bool AddConstant(uint32_t id, const Constant& constant);
  bool AddBlocks(const FunctionRange& range);
  bool AddResults(const FunctionRange& range);
  bool AddVariable(const Instruction& instruction);
  bool Allocate(uint64_t lanes, uint32_t* at, const Instruction& instruction);
  bool Alias(const Instruction& instruction, bool* aliased);

  // Operands. They say what is wrong and return false.
  bool Use(const Instruction& instruction, uint32_t id, Value* value);
  bool UseOperand(const Instruction& instruction, uint32_t i, Value* value) {
    return i < instruction.count ? Use(instruction, module_.Operand(instruction, i), value)
                                 : Bad(instruction, "an operand is missing");
  }
  bool Result(const Instruction& instruction, Value* value);
  bool Bad(const Instruction& instruction, const std::string& why) { return owner_.Bad(instruction, why); }
  bool Unsupported(const Instruction& instruction, const std::string& why = "is not supported") {
    return owner_.Unsupported(instruction, why);
  }
  const Constant* ConstantOf(uint32_t id) const;

  Op& Emit(Handler handler);
  bool EmitConstant(const Value& value, uint64_t number);  // one lane
  bool EmitCopy(uint32_t from, uint32_t to, uint32_t lanes);

  // Instructions by what they are about. Each sets *known when it knows the
  // instruction (DecodeArithmetic.cpp and so on).
  bool DecodeInstruction(const Instruction& instruction);
  bool DecodeArithmetic(const Instruction& instruction, bool* known);
  bool DecodeMatrix(const Instruction& instruction, bool* known);
  bool DecodeIntegerDot(const Instruction& instruction);
  bool DecodeComposite(const Instruction& instruction, bool* known);
  bool DecodeMemory(const Instruction& instruction, bool* known);
  bool DecodeAtomic(const Instruction& instruction, bool* known);
  bool DecodeTexelPointer(const Instruction& instruction);
  bool DecodeImage(const Instruction& instruction, bool* known);
  bool DecodeSubgroup(const Instruction& instruction, bool* known);
  bool DecodeFragment(const Instruction& instruction, bool* known);
  bool DecodeExtended(const Instruction& instruction);

  bool DecodeConversion(const Instruction& instruction, bool* known);
  bool DecodeBitcast(const Instruction& instruction);
  bool DecodeSelect(const Instruction& instruction);
  bool DecodeConstruct(const Instruction& instruction);
  bool DecodeInsert(const Instruction& instruction);
  bool DecodeShuffle(const Instruction& instruction);
  bool StepInto(const Instruction& instruction, uint32_t first_index, const Type* type, const Type** part,
                uint32_t* lanes);

  bool UsePointer(const Instruction& instruction, uint32_t i, Value* pointer, const Type** pointee);
  bool DecodeAccessChain(const Instruction& instruction);
  bool EmitLoad(const Instruction& instruction, uint32_t pointer_id, const Value& pointer, const Type& pointee,
                uint32_t to);
  bool EmitStore(const Instruction& instruction, uint32_t pointer_id, const Value& pointer, const Type& pointee,
                 uint32_t from);

  bool ReadImageOperands(const Instruction& instruction, uint32_t mask_at, ImageAccess* access);
  bool ReadImageType(const Instruction& instruction, const Type* type, ImageAccess* access);
  bool DivideByLast(const Instruction& instruction, ImageAccess* access, uint32_t* lane);
  bool AddGradients(const Instruction& instruction, ImageAccess* access, uint32_t coordinate);
  bool ReadCoordinate(const Instruction& instruction, uint32_t i, ImageAccess* access, uint32_t* lane);

  bool DecodeTerminator(const Instruction& instruction, uint32_t block, bool* known);
  bool DecodeCall(const Instruction& instruction);
  bool AddEdge(const Instruction& instruction, uint32_t label, Edge edge);
  bool FinishEdges();

  ModuleDecoder& owner_;
  Program& program_;
  const Module& module_;
  TypeTable& types_;
  Function& function_;
  const Instruction* current_ = nullptr;
  std::unordered_map<uint32_t, Value> values_;
  std::unordered_map<uint32_t, uint32_t> local_variables_;  // by id: index in Function::variables
  std::vector<Value> parameters_;
  const Type* return_type_ = nullptr;
  std::vector<Block> blocks_;
  std::unordered_map<uint32_t, uint32_t> block_of_;  // by label
  std::vector<Edge> edges_;
  uint32_t next_lane_ = 0;
};

}  // namespace lacuna::interpreter

#endif  // LACUNA_INTERPRETER_DECODER_H_
