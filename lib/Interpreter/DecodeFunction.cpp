// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// A function's frame, its blocks and its control flow.

#include <algorithm>

#include "Interpreter/Decoder.h"

namespace lacuna::interpreter {
namespace {

constexpr uint32_t kMaxFrameLanes = 1u << 22;

}  // namespace

bool FunctionDecoder::Declare(const FunctionRange& range) {
  const Instruction& head = module_.instructions[range.begin];
  return_type_ = types_.Find(head.type);
  const Type* type = types_.Find(module_.Operand(head, 1));
  if (!return_type_ || !type || type->kind != Type::Kind::kFunction || type->element != return_type_) {
    return Bad(head, "its type is not a function's");
  }
  if (return_type_->kind != Type::Kind::kVoid && !return_type_->IsSized()) return Bad(head, "its result has no size");
  function_.result_lanes = static_cast<uint32_t>(return_type_->lanes);
  if (!AddConstants(range)) return false;
  uint32_t at = range.begin + 1;
  for (const Type* parameter : type->members) {
    const Instruction& instruction = module_.instructions[at];
    Value value;
    if (at >= range.end || instruction.opcode != spv::Op::OpFunctionParameter ||
        types_.Find(instruction.type) != parameter || !parameter->IsSized()) {
      return Bad(head, "its parameters are not those of its type");
    }
    value.type = parameter;
    if (!Allocate(parameter->lanes, &value.lane, instruction)) return false;
    values_[instruction.result] = value;
    parameters_.push_back(value);
    ++at;
  }
  return AddBlocks({at, range.end}) && AddResults({at, range.end});
}

// Constants and pointers to module-scope variables that the function may use. A
// literal that has the number of one is taken for it, which only costs a lane.
bool FunctionDecoder::AddConstants(const FunctionRange& range) {
  for (uint32_t i = range.begin; i < range.end; ++i) {
    const Instruction& instruction = module_.instructions[i];
    for (uint32_t o = 0; o < instruction.count; ++o) {
      const uint32_t id = module_.Operand(instruction, o);
      const auto constant = owner_.constants_.find(id);
      if (constant != owner_.constants_.end() && !values_.count(id) && !AddConstant(id, constant->second)) return false;
    }
    if (instruction.opcode == spv::Op::OpUndef && instruction.result) {
      Constant undefined;
      undefined.type = types_.Find(instruction.type);
      if (!undefined.type || !undefined.type->IsSized() || undefined.type->lanes > kMaxFrameLanes) {
        return Bad(instruction, "its type has no values");
      }
      undefined.lanes.assign(static_cast<size_t>(undefined.type->lanes), 0);
      undefined.poison.assign(static_cast<size_t>(undefined.type->lanes), 1);
      if (!AddConstant(instruction.result, undefined)) return false;
    }
  }
  // One lane that is always undefined comes last.
  Constant undefined;
  undefined.lanes = {0};
  undefined.poison = {1};
  return AddConstant(0, undefined);
}

bool FunctionDecoder::AddConstant(uint32_t id, const Constant& constant) {
  if (function_.constants.size() + constant.lanes.size() > kMaxFrameLanes) {
    return owner_.error_->Unsupported("a function uses constants that are too large together");
  }
  values_[id] = {constant.type, static_cast<uint32_t>(function_.constants.size())};
  function_.constants.insert(function_.constants.end(), constant.lanes.begin(), constant.lanes.end());
  function_.constant_poison.insert(function_.constant_poison.end(), constant.poison.begin(), constant.poison.end());
  next_lane_ = static_cast<uint32_t>(function_.constants.size());
  return true;
}

bool FunctionDecoder::Allocate(uint64_t lanes, uint32_t* at, const Instruction& instruction) {
  if (lanes > kMaxFrameLanes || next_lane_ + lanes > kMaxFrameLanes) {
    return Unsupported(instruction, "makes the function's values too large together");
  }
  *at = next_lane_;
  next_lane_ += static_cast<uint32_t>(lanes);
  return true;
}

bool FunctionDecoder::AddBlocks(const FunctionRange& range) {
  bool open = false;
  for (uint32_t i = range.begin; i < range.end; ++i) {
    const Instruction& instruction = module_.instructions[i];
    if (instruction.opcode == spv::Op::OpLabel) {
      if (open) return Bad(instruction, "the block before it has no end");
      Block block;
      block.label = instruction.result;
      block.first = i + 1;
      if (!block_of_.emplace(block.label, static_cast<uint32_t>(blocks_.size())).second) {
        return Bad(instruction, "its id is defined twice");
      }
      blocks_.push_back(block);
      open = true;
    } else if (instruction.opcode == spv::Op::OpFunctionEnd) {
      break;
    } else if (!open && instruction.opcode == spv::Op::OpExtInst) {
      continue;  // debug info; one that does something has operands that are not defined yet
    } else if (!open) {
      return Bad(instruction, "it stands outside of a block");
    } else if (instruction.opcode == spv::Op::OpPhi) {
      blocks_.back().phis.push_back(i);
    } else if (IsBlockEnd(instruction.opcode)) {
      blocks_.back().end = i + 1;
      open = false;
    }
  }
  if (blocks_.empty() || open) return owner_.error_->Bad("a function has no body, or its last block no end");
  return true;
}

// Every result gets lanes of its own, or those of what it is a part of.
bool FunctionDecoder::AddResults(const FunctionRange& range) {
  for (uint32_t i = range.begin; i < range.end; ++i) {
    const Instruction& instruction = module_.instructions[i];
    if (!instruction.result || !instruction.type || instruction.opcode == spv::Op::OpUndef) continue;
    if (values_.count(instruction.result)) return Bad(instruction, "its id is defined twice");
    const Type* type = types_.Find(instruction.type);
    if (!type) return Bad(instruction, "its type is none");
    if (type->kind == Type::Kind::kVoid) continue;
    if (!type->IsSized()) return Bad(instruction, "its type has no values");
    bool aliased = false;
    if (!Alias(instruction, &aliased)) return false;
    if (aliased) continue;
    Value value;
    value.type = type;
    if (!Allocate(type->lanes, &value.lane, instruction)) return false;
    values_[instruction.result] = value;
    if (instruction.opcode == spv::Op::OpVariable && !AddVariable(instruction)) return false;
  }
  return true;
}

// Parts of composites and copies of objects are where the whole is.
bool FunctionDecoder::Alias(const Instruction& instruction, bool* aliased) {
  const bool extract = instruction.opcode == spv::Op::OpCompositeExtract;
  if (!extract && instruction.opcode != spv::Op::OpCopyObject && instruction.opcode != spv::Op::OpCopyLogical) {
    return true;
  }
  Value whole;
  if (!UseOperand(instruction, 0, &whole)) return false;
  const Type* type = types_.Find(instruction.type);
  const Type* part = whole.type;
  uint32_t lanes = 0;
  if (extract && !StepInto(instruction, 1, whole.type, &part, &lanes)) return false;
  const bool fits = instruction.opcode == spv::Op::OpCopyLogical ? part->lanes == type->lanes : part == type;
  if (!fits) return Bad(instruction, "its type is not that of what it copies");
  values_[instruction.result] = {type, whole.lane + lanes};
  *aliased = true;
  return true;
}

bool FunctionDecoder::AddVariable(const Instruction& instruction) {
  const Type* pointer = types_.Find(instruction.type);
  const Type* type = pointer->kind == Type::Kind::kPointer ? types_.Pointee(*pointer) : nullptr;
  if (!type || !type->IsSized() || pointer->storage != spv::StorageClass::Function) {
    return Bad(instruction, "it is no variable of a function");
  }
  LocalVariable variable;
  variable.pointer_at = values_[instruction.result].lane;
  variable.layout = types_.NaturalLayout(*type);
  if (!Allocate(type->lanes, &variable.lanes_at, instruction)) return false;
  variable.lanes = static_cast<uint32_t>(type->lanes);
  local_variables_[instruction.result] = static_cast<uint32_t>(function_.variables.size());
  function_.variables.push_back(variable);
  return true;
}

bool FunctionDecoder::Use(const Instruction& instruction, uint32_t id, Value* value) {
  const auto found = values_.find(id);
  if (id == 0 || found == values_.end()) {
    const Instruction* definition = module_.Definition(id);
    if (definition && definition->opcode == spv::Op::OpVariable) {
      return Unsupported(instruction, "uses " + module_.NameOf(id) +
                                          ", a variable without a descriptor set and binding or of a storage class "
                                          "that is not supported");
    }
    return Bad(instruction, module_.NameOf(id) + " is no value here");
  }
  *value = found->second;
  const auto variable = owner_.variables_.find(id);
  if (variable != owner_.variables_.end() && variable->second.kind == VariablePlace::Kind::kResource) {
    program_.resources[variable->second.index].used = true;
  }
  if (variable != owner_.variables_.end() && variable->second.kind == VariablePlace::Kind::kInvocation) {
    const GlobalVariable& global = program_.invocation_variables[variable->second.index];
    if (!global.refusal.empty()) {
      return Unsupported(instruction, "uses " + module_.NameOf(id) + ", which " + global.refusal);
    }
    const bool compute = program_.model == spv::ExecutionModel::GLCompute;
    const bool input = compute && found->second.type->storage == spv::StorageClass::Input;
    if (input && !owner_.IsKnownBuiltIn(global)) {
      return Unsupported(instruction, "reads " + module_.NameOf(id) + ", an input that is not supported");
    }
  }
  return true;
}

bool FunctionDecoder::Result(const Instruction& instruction, Value* value) {
  const auto found = values_.find(instruction.result);
  if (found == values_.end()) return Bad(instruction, "it has no result");
  *value = found->second;
  return true;
}

const Constant* FunctionDecoder::ConstantOf(uint32_t id) const {
  const auto found = owner_.constants_.find(id);
  return found == owner_.constants_.end() ? nullptr : &found->second;
}

Op& FunctionDecoder::Emit(Handler handler) {
  function_.code.emplace_back();
  function_.code.back().handler = handler;
  function_.origins.push_back(current_ ? static_cast<uint32_t>(current_ - module_.instructions.data()) : 0);
  return function_.code.back();
}

bool FunctionDecoder::EmitCopy(uint32_t from, uint32_t to, uint32_t lanes) {
  if (lanes == 0) return true;
  Op& op = Emit(CopyHandler(lanes));
  op.a = from;
  op.d = to;
  op.n = lanes;
  return true;
}

bool FunctionDecoder::Decode(const FunctionRange&) {
  for (uint32_t b = 0; b < blocks_.size(); ++b) {
    blocks_[b].code = static_cast<uint32_t>(function_.code.size());
    for (uint32_t i = blocks_[b].first; i < blocks_[b].end; ++i) {
      const Instruction& instruction = module_.instructions[i];
      current_ = &instruction;
      bool known = false;
      if (!DecodeTerminator(instruction, b, &known)) return false;
      if (!known && !DecodeInstruction(instruction)) return false;
    }
  }
  if (!FinishEdges()) return false;
  function_.frame_lanes = next_lane_;
  return true;
}

bool FunctionDecoder::DecodeAlone(const Instruction& instruction, uint32_t* lane) {
  for (uint32_t o = 0; o < instruction.count; ++o) {
    const uint32_t id = module_.Operand(instruction, o);
    const auto constant = owner_.constants_.find(id);
    if (constant != owner_.constants_.end() && !values_.count(id) && !AddConstant(id, constant->second)) return false;
  }
  Constant undefined;
  undefined.lanes = {0};
  undefined.poison = {1};
  if (!AddConstant(0, undefined)) return false;
  bool aliased = false;
  Value value;
  value.type = types_.Find(instruction.type);
  if (!Alias(instruction, &aliased)) return false;
  if (!aliased) {
    if (!Allocate(value.type->lanes, &value.lane, instruction)) return false;
    values_[instruction.result] = value;
  }
  *lane = values_[instruction.result].lane;
  bool known = aliased;
  const bool good =
      aliased || (DecodeArithmetic(instruction, &known) && (known || DecodeComposite(instruction, &known)));
  function_.frame_lanes = next_lane_;
  return good && (known || Unsupported(instruction, "is not supported as an operation on spec constants"));
}

bool FunctionDecoder::DecodeInstruction(const Instruction& instruction) {
  switch (instruction.opcode) {
    case spv::Op::OpNop:
    case spv::Op::OpPhi:
    case spv::Op::OpUndef:
    case spv::Op::OpCompositeExtract:
    case spv::Op::OpCopyObject:
    case spv::Op::OpCopyLogical:
    case spv::Op::OpSelectionMerge:
    case spv::Op::OpLoopMerge:
    case spv::Op::OpMemoryBarrier:  // memory is always coherent
      return true;
    case spv::Op::OpExtInst:
      return DecodeExtended(instruction);
    case spv::Op::OpFunctionCall:
      return DecodeCall(instruction);
    case spv::Op::OpControlBarrier: {
      const Constant* scope = ConstantOf(module_.Operand(instruction, 0));
      // Subgroups have one invocation.
      if (scope && scope->lanes[0] == static_cast<uint64_t>(spv::Scope::Subgroup)) return true;
      if (program_.model != spv::ExecutionModel::GLCompute) return Unsupported(instruction);
      Emit(Barrier);
      return true;
    }
    default:
      break;
  }
  bool known = false;
  using Part = bool (FunctionDecoder::*)(const Instruction&, bool*);
  for (Part part :
       {&FunctionDecoder::DecodeArithmetic, &FunctionDecoder::DecodeMemory, &FunctionDecoder::DecodeComposite,
        &FunctionDecoder::DecodeMatrix, &FunctionDecoder::DecodeAtomic, &FunctionDecoder::DecodeImage,
        &FunctionDecoder::DecodeSubgroup, &FunctionDecoder::DecodeFragment}) {
    if (!(this->*part)(instruction, &known)) return false;
    if (known) return true;
  }
  return Unsupported(instruction);
}

bool FunctionDecoder::DecodeTerminator(const Instruction& instruction, uint32_t b, bool* known) {
  *known = true;
  const uint32_t instructions = blocks_[b].end - blocks_[b].first;
  Edge edge;
  edge.from = b;
  edge.op = static_cast<uint32_t>(function_.code.size());
  edge.origin = static_cast<uint32_t>(current_ - module_.instructions.data());
  switch (instruction.opcode) {
    case spv::Op::OpBranch:
      Emit(Jump).n = instructions;
      return AddEdge(instruction, module_.Operand(instruction, 0), edge);
    case spv::Op::OpBranchConditional: {
      Value condition;
      if (!UseOperand(instruction, 0, &condition)) return false;
      if (condition.type->kind != Type::Kind::kBool) return Bad(instruction, "its condition is no truth value");
      Op& op = Emit(Branch);
      op.a = condition.lane;
      op.d = edge.op;
      op.n = instructions;
      edge.field = 1;
      if (!AddEdge(instruction, module_.Operand(instruction, 1), edge)) return false;
      edge.field = 2;
      return AddEdge(instruction, module_.Operand(instruction, 2), edge);
    }
    case spv::Op::OpSwitch: {
      Value selector;
      if (!UseOperand(instruction, 0, &selector)) return false;
      if (selector.type->kind != Type::Kind::kInt) return Bad(instruction, "its selector is no integer");
      Op& op = Emit(SwitchOp);
      op.a = selector.lane;
      op.n = instructions;
      op.x = static_cast<uint32_t>(function_.switches.size());
      function_.switches.emplace_back();
      edge.field = 3;
      edge.is_default = true;
      if (!AddEdge(instruction, module_.Operand(instruction, 1), edge)) return false;
      edge.is_default = false;
      const uint32_t words = selector.type->bits == 64 ? 2 : 1;
      const uint64_t mask = ~uint64_t{0} >> (64 - selector.type->bits);
      for (uint32_t i = 2; i + words < instruction.count; i += words + 1) {
        edge.literal = module_.Operand(instruction, i);
        if (words == 2) edge.literal |= uint64_t{module_.Operand(instruction, i + 1)} << 32;
        edge.literal &= mask;
        if (!AddEdge(instruction, module_.Operand(instruction, i + words), edge)) return false;
      }
      return true;
    }
    case spv::Op::OpReturn:
      if (function_.result_lanes) return Bad(instruction, "the function returns a value");
      Emit(Return).n = instructions;
      return true;
    case spv::Op::OpReturnValue: {
      Value value;
      if (!UseOperand(instruction, 0, &value)) return false;
      if (value.type != return_type_) return Bad(instruction, "its value is not of the function's type");
      Op& op = Emit(Return);
      op.a = value.lane;
      op.x = value.lanes();
      op.n = instructions;
      return true;
    }
    case spv::Op::OpKill:
    case spv::Op::OpTerminateInvocation:
      Emit(Terminate).n = instructions;
      return true;
    case spv::Op::OpUnreachable:
      Emit(Unreachable);
      return true;
    default:
      *known = false;
      return true;
  }
}

bool FunctionDecoder::DecodeCall(const Instruction& instruction) {
  const auto callee = owner_.function_indices_.find(module_.Operand(instruction, 0));
  if (callee == owner_.function_indices_.end()) return Bad(instruction, "it calls no function");
  CallSite site;
  site.function = callee->second;
  const Function& target = program_.functions[callee->second];
  if (target.parameters.size() + 1 != instruction.count)
    return Bad(instruction, "it has too few or too many arguments");
  for (uint32_t i = 1; i < instruction.count; ++i) {
    Value argument;
    if (!UseOperand(instruction, i, &argument)) return false;
    const Parameter& parameter = target.parameters[i - 1];
    if (argument.type != parameter.type) return Bad(instruction, "an argument is not of the parameter's type");
    site.arguments.push_back({argument.lane, parameter.lane, argument.lanes()});
  }
  Value result;
  const Type* type = types_.Find(instruction.type);
  const bool is_void = type && type->kind == Type::Kind::kVoid;
  if (!is_void && !Result(instruction, &result)) return false;
  if ((is_void ? 0 : result.lanes()) != target.result_lanes) return Bad(instruction, "its type is not the function's");
  Op& op = Emit(Call);
  op.d = result.lane;
  op.x = static_cast<uint32_t>(function_.calls.size());
  function_.calls.push_back(std::move(site));
  return true;
}

bool FunctionDecoder::AddEdge(const Instruction& instruction, uint32_t label, Edge edge) {
  const auto block = block_of_.find(label);
  if (block == block_of_.end()) return Bad(instruction, module_.NameOf(label) + " is no block of the function");
  edge.to = block->second;
  edges_.push_back(edge);
  return true;
}

// Gives each branch its target: the block, or the moves of its phis and then a
// jump there.
bool FunctionDecoder::FinishEdges() {
  struct Move {
    uint32_t from, to, lanes;
  };
  const uint32_t temporaries = next_lane_;
  for (const Edge& edge : edges_) {
    const Block& target = blocks_[edge.to];
    const uint32_t from_label = blocks_[edge.from].label;
    std::vector<Move> moves;
    uint32_t lanes = 0;
    for (uint32_t phi_index : target.phis) {
      const Instruction& phi = module_.instructions[phi_index];
      Value result, value;
      bool found = false;
      if (!Result(phi, &result)) return false;
      for (uint32_t i = 0; i + 1 < phi.count && !found; i += 2) {
        if (module_.Operand(phi, i + 1) != from_label) continue;
        if (!UseOperand(phi, i, &value)) return false;
        if (value.type != result.type) return Bad(phi, "a value is not of its type");
        found = true;
      }
      if (!found) return Bad(phi, "it has no value for the block " + module_.NameOf(from_label));
      if (value.lane == result.lane) continue;
      moves.push_back({value.lane, result.lane, result.lanes()});
      lanes += result.lanes();
    }
    uint32_t at = target.code;
    if (!moves.empty()) {
      at = static_cast<uint32_t>(function_.code.size());
      current_ = &module_.instructions[edge.origin];
      // All phis of a block change at once: over copies, when one reads another.
      const bool overlap = std::any_of(moves.begin(), moves.end(), [&](const Move& read) {
        return std::any_of(moves.begin(), moves.end(), [&](const Move& written) {
          return read.from < written.to + written.lanes && written.to < read.from + read.lanes;
        });
      });
      if (overlap) {
        if (temporaries + lanes > kMaxFrameLanes) return Unsupported(*current_, "leads to phis that are too large");
        uint32_t copy = temporaries;
        for (const Move& move : moves) {
          EmitCopy(move.from, copy, move.lanes);
          copy += move.lanes;
        }
        next_lane_ = std::max(next_lane_, copy);
        copy = temporaries;
        for (const Move& move : moves) {
          EmitCopy(copy, move.to, move.lanes);
          copy += move.lanes;
        }
      } else {
        for (const Move& move : moves) EmitCopy(move.from, move.to, move.lanes);
      }
      Op& jump = Emit(Jump);
      jump.n = 0;
      jump.x = target.code;
    }
    Op& op = function_.code[edge.op];
    if (edge.field == 0) op.x = at;
    if (edge.field == 1) op.b = at;
    if (edge.field == 2) op.c = at;
    if (edge.field == 3 && edge.is_default) function_.switches[op.x].otherwise = at;
    if (edge.field == 3 && !edge.is_default) function_.switches[op.x].targets[edge.literal] = at;
  }
  return true;
}

}  // namespace lacuna::interpreter
