// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_PROGRAM_H_
#define LACUNA_INTERPRETER_PROGRAM_H_

// A module made ready to run: each function of the entry point's call graph is a
// flat array of operations on the lanes of its frame.
//
// A frame is constants, then the function's variables, then the values of its
// instructions. So loads and stores of whole variables move lanes, and operands
// are offsets that are known beforehand. Beside each lane stands a byte that is
// not 0 when the lane is undefined ("poison").

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "Interpreter/GlslStd450.h"
#include "Interpreter/ImageShape.h"
#include "Interpreter/Module.h"
#include "Interpreter/Types.h"
#include "lacuna/Descriptor.h"

namespace lacuna::interpreter {

struct Op;
struct Context;
// Executes an operation and returns the next one; null stops the invocation, and
// Context::stop says why.
using Handler = const Op* (*)(const Op* op, Context& context);

struct Op {
  Handler handler = nullptr;
  uint32_t d = 0, a = 0, b = 0, c = 0;  // offsets of lanes in the frame
  uint32_t n = 0;                       // how many lanes, or what the handler says
  uint32_t x = 0;                       // an index into a table, or what the handler says
};

// One step of an access chain.
struct ChainIndex {
  bool constant = false;
  uint32_t lane = 0;   // of an index that is not constant
  uint32_t bits = 32;  // its width
  int64_t value = 0;   // of one that is
};

struct Chain {
  std::vector<ChainIndex> indices;
  bool has_element = false;     // OpPtrAccessChain: the first index counts pointees
  uint64_t element_stride = 0;  // of the first index in bytes; 0: what the pointee takes
};

struct CallSite {
  struct Argument {
    uint32_t from, to, lanes;
  };
  uint32_t function = 0;  // in Program::functions
  std::vector<Argument> arguments;
};

struct SwitchTable {
  std::unordered_map<uint64_t, uint32_t> targets;  // value, operation
  uint32_t otherwise = 0;
};

// What an image instruction has besides its first operands.
struct ImageAccess {
  ImageType type;                 // as the module declares it
  uint32_t coordinate_lanes = 0;  // 0: none
  uint32_t coordinate_bits = 32;
  bool integer_coordinate = false;
  uint32_t result_bits = 32;  // of a component
  bool result_float = false;
  uint32_t result_lanes = 4;
  bool sparse = false;
  bool projected = false;
  bool gather = false;
  bool implicit_lod = false;  // the gradients are of the quad, and may be undefined
  bool has_bias = false;
  uint32_t bias = 0, bias_bits = 32;
  bool has_dref = false, has_lod = false, has_offset = false, has_sample = false, has_component = false;
  bool has_grad = false;
  uint32_t grad_x = 0, grad_y = 0, grad_lanes = 0;                    // floats of 32 bits
  bool has_offsets = false;                                           // ConstOffsets
  uint32_t dref = 0, lod = 0, offset = 0, sample = 0, component = 0;  // lanes
  uint32_t lod_bits = 32, offset_lanes = 0, offset_bits = 32;
  bool lod_float = false;
  std::array<std::array<int32_t, 2>, 4> offsets = {};
};

struct LocalVariable {
  uint32_t lanes_at = 0, lanes = 0;  // in the frame
  uint32_t pointer_at = 0;           // where the pointer to it goes
  uint32_t layout = 0;
};

struct AtomicAccess {
  spv::Op opcode = spv::Op::OpAtomicLoad;
  spv::StorageClass storage = spv::StorageClass::StorageBuffer;
  uint32_t bits = 32;
};

// A call of GLSL.std.450. Its result goes to lane d of the operation, the second
// one of a structure behind it, or to `second`, which is then stored.
struct GlslAccess {
  void (*function)(const GlslCall& call) = nullptr;
  uint32_t operand_count = 0;
  uint32_t operands[3] = {0, 0, 0};  // lanes
  uint32_t operand_lanes[3] = {0, 0, 0};
  uint32_t lanes = 1, second_bits = 32;
  uint32_t result_lanes = 1, second = 0, second_lanes = 0;
  bool by_component = true;  // each lane of the result depends on those lanes only
};

struct Parameter {
  const Type* type = nullptr;
  uint32_t lane = 0;
};

struct Function {
  uint32_t id = 0;
  std::vector<Parameter> parameters;
  std::string name;
  std::vector<uint64_t> constants;  // the frame's first lanes
  std::vector<uint8_t> constant_poison;
  std::vector<LocalVariable> variables;
  uint32_t frame_lanes = 0;
  uint32_t result_lanes = 0;
  std::vector<Op> code;
  std::vector<uint32_t> origins;  // of each operation: the instruction in the module
  std::vector<Chain> chains;
  std::vector<CallSite> calls;
  std::vector<SwitchTable> switches;
  std::vector<ImageAccess> images;
  std::vector<AtomicAccess> atomics;
  std::vector<GlslAccess> glsl;
};

// One lane of an input or output of a graphics stage.
struct InterfaceSlot {
  uint32_t location = 0, component = 0;
  uint32_t lane = 0;  // among the lanes of an invocation's variables
  uint32_t bits = 32;
  bool is_float = false;
  bool flat = false, no_perspective = false;  // of a fragment's input
};

// A built-in variable of a graphics stage, or one that is a member of a block.
struct BuiltInSlot {
  spv::BuiltIn builtin = spv::BuiltIn::Position;
  uint32_t lane = 0, lanes = 0;
};

// A module-scope variable in lanes: Private, Input and Output ones of each
// invocation, or Workgroup ones.
struct GlobalVariable {
  uint32_t id = 0;
  uint32_t lanes_at = 0, lanes = 0;
  uint32_t layout = 0;
  std::vector<uint64_t> initial;  // empty: undefined
  std::vector<uint8_t> initial_poison;
  int32_t builtin = -1;  // spv::BuiltIn
  std::string refusal;   // of a graphics stage: why nothing may use it; empty: it may
};

// A descriptor binding that the entry point uses.
struct ResourceVariable {
  uint32_t id = 0;
  uint32_t set = 0, binding = 0;
  DescriptorKind kind = DescriptorKind::kStorageBuffer;
  uint32_t layout = 0;
  bool runtime_sized = false;
  uint64_t count = 1;  // elements that the module declares
  bool used = false;   // by the entry point's functions
};

struct Program {
  Module module;
  std::unique_ptr<TypeTable> types;
  std::vector<Layout> layouts;
  std::vector<Function> functions;                             // [0] is the entry point
  spv::ExecutionModel model = spv::ExecutionModel::GLCompute;  // of the entry point
  std::string entry_point;
  std::vector<GlobalVariable> invocation_variables;  // object i + 1
  uint32_t invocation_lanes = 0;
  // Of graphics stages.
  std::vector<InterfaceSlot> inputs, outputs;
  std::vector<BuiltInSlot> input_builtins, output_builtins;
  bool needs_quads = false;                         // something takes derivatives
  std::vector<GlobalVariable> workgroup_variables;  // object i + 1
  uint32_t workgroup_lanes = 0;
  std::vector<ResourceVariable> resources;        // pointers to them have object i + 1 until they run
  std::vector<uint32_t> push_constant_variables;  // ids; their object comes after the resources
  std::array<uint32_t, 3> local_size = {1, 1, 1};
};

}  // namespace lacuna::interpreter

#endif  // LACUNA_INTERPRETER_PROGRAM_H_
