// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Atomics, and what subgroups of one invocation come to.

#include "Interpreter/Decoder.h"

namespace lacuna::interpreter {
namespace {

struct AtomicForm {
  bool known = false;
  int8_t value = -1, comparator = -1;  // operands
  bool is_float = false;
};

AtomicForm FormOf(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpAtomicLoad:
    case spv::Op::OpAtomicIIncrement:
    case spv::Op::OpAtomicIDecrement:
      return {true};
    case spv::Op::OpAtomicStore:
    case spv::Op::OpAtomicExchange:
    case spv::Op::OpAtomicIAdd:
    case spv::Op::OpAtomicISub:
    case spv::Op::OpAtomicSMin:
    case spv::Op::OpAtomicUMin:
    case spv::Op::OpAtomicSMax:
    case spv::Op::OpAtomicUMax:
    case spv::Op::OpAtomicAnd:
    case spv::Op::OpAtomicOr:
    case spv::Op::OpAtomicXor:
      return {true, 3};
    case spv::Op::OpAtomicCompareExchange:
      return {true, 4, 5};
    case spv::Op::OpAtomicFAddEXT:
    case spv::Op::OpAtomicFMinEXT:
    case spv::Op::OpAtomicFMaxEXT:
      return {true, 3, -1, true};
    default:
      return {};
  }
}

}  // namespace

bool FunctionDecoder::DecodeAtomic(const Instruction& instruction, bool* known) {
  if (instruction.opcode == spv::Op::OpImageTexelPointer) {
    *known = true;
    return DecodeTexelPointer(instruction);
  }
  const AtomicForm form = FormOf(instruction.opcode);
  *known = form.known;
  if (!form.known) return true;
  Value pointer, value, comparator, result;
  const Type* pointee = nullptr;
  if (!UsePointer(instruction, 0, &pointer, &pointee)) return false;
  const bool has_result = instruction.result != 0;
  if (has_result && !Result(instruction, &result)) return false;
  if (form.value >= 0 && !UseOperand(instruction, static_cast<uint32_t>(form.value), &value)) return false;
  if (form.comparator >= 0 && !UseOperand(instruction, static_cast<uint32_t>(form.comparator), &comparator))
    return false;
  const bool any = instruction.opcode == spv::Op::OpAtomicLoad || instruction.opcode == spv::Op::OpAtomicStore ||
                   instruction.opcode == spv::Op::OpAtomicExchange;
  const Type::Kind wanted = form.is_float ? Type::Kind::kFloat : Type::Kind::kInt;
  const bool fits = pointee->IsScalar() && pointee->kind != Type::Kind::kBool && (any || pointee->kind == wanted) &&
                    (!has_result || result.type == pointee) && (form.value < 0 || value.type == pointee) &&
                    (form.comparator < 0 || comparator.type == pointee);
  if (!fits) return Bad(instruction, "its operands do not fit");
  AtomicAccess access;
  access.opcode = instruction.opcode;
  access.storage = pointer.type->storage;
  access.bits = pointee->bits;
  switch (access.storage) {
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::Uniform:
    case spv::StorageClass::Workgroup:
    case spv::StorageClass::Image:
      break;
    default:
      return Unsupported(instruction, "is not supported in this storage class");
  }
  Op& op = Emit(Atomic);
  op.d = result.lane;
  op.a = pointer.lane;
  // Those that it does not have are read too, and must be defined.
  op.b = value.type ? value.lane : pointer.lane;
  op.c = comparator.type ? comparator.lane : pointer.lane;
  op.n = has_result ? 1 : 0;
  op.x = static_cast<uint32_t>(function_.atomics.size());
  function_.atomics.push_back(access);
  return true;
}

bool FunctionDecoder::DecodeSubgroup(const Instruction& instruction, bool* known) {
  using O = spv::Op;
  *known = true;
  Value value, result;
  // Operand 0 of the core instructions is the scope; KHR's have none.
  uint32_t at = 1;
  switch (instruction.opcode) {
    case O::OpGroupNonUniformElect:
    case O::OpSubgroupAllEqualKHR:
    case O::OpGroupNonUniformAllEqual: {
      if (!Result(instruction, &result)) return false;
      if (result.type->kind != Type::Kind::kBool) return Bad(instruction, "its type is no truth value");
      return EmitConstant(result, 1);
    }
    case O::OpSubgroupAllKHR:
    case O::OpSubgroupAnyKHR:
    case O::OpSubgroupFirstInvocationKHR:
    case O::OpSubgroupReadInvocationKHR:
      at = 0;
      break;
    case O::OpGroupNonUniformAll:
    case O::OpGroupNonUniformAny:
    case O::OpGroupNonUniformBroadcast:
    case O::OpGroupNonUniformBroadcastFirst:
    case O::OpGroupNonUniformShuffle:
    case O::OpGroupNonUniformShuffleXor:
    case O::OpGroupNonUniformShuffleUp:
    case O::OpGroupNonUniformShuffleDown:
      break;
    case O::OpGroupNonUniformIAdd:
    case O::OpGroupNonUniformFAdd:
    case O::OpGroupNonUniformIMul:
    case O::OpGroupNonUniformFMul:
    case O::OpGroupNonUniformSMin:
    case O::OpGroupNonUniformUMin:
    case O::OpGroupNonUniformFMin:
    case O::OpGroupNonUniformSMax:
    case O::OpGroupNonUniformUMax:
    case O::OpGroupNonUniformFMax:
    case O::OpGroupNonUniformBitwiseAnd:
    case O::OpGroupNonUniformBitwiseOr:
    case O::OpGroupNonUniformBitwiseXor:
    case O::OpGroupNonUniformLogicalAnd:
    case O::OpGroupNonUniformLogicalOr:
    case O::OpGroupNonUniformLogicalXor:
      // Of one invocation every reduction and inclusive scan is its value.
      if (module_.Operand(instruction, 1) == static_cast<uint32_t>(spv::GroupOperation::ExclusiveScan)) {
        return Unsupported(instruction, "is not supported as an exclusive scan");
      }
      at = 2;
      break;
    case O::OpGroupNonUniformBallot:
    case O::OpSubgroupBallotKHR: {
      if (!Result(instruction, &result) ||
          !UseOperand(instruction, instruction.opcode == O::OpSubgroupBallotKHR ? 0 : 1, &value))
        return false;
      if (value.type->kind != Type::Kind::kBool || result.lanes() != 4)
        return Bad(instruction, "its operand does not fit");
      for (uint32_t i = 1; i < 4; ++i) EmitConstant({result.type->element, result.lane + i}, 0);
      return EmitCopy(value.lane, result.lane, 1);
    }
    default:
      *known = false;
      return true;
  }
  if (!Result(instruction, &result) || !UseOperand(instruction, at, &value)) return false;
  if (value.type != result.type) return Bad(instruction, "its operand does not fit its type");
  return EmitCopy(value.lane, result.lane, result.lanes());
}

namespace {

const Op* SetConstant(const Op* op, Context& context) {
  context.r[op->d] = op->x;
  context.p[op->d] = 0;
  return op + 1;
}

}  // namespace

bool FunctionDecoder::EmitConstant(const Value& value, uint32_t number) {
  Op& op = Emit(SetConstant);
  op.d = value.lane;
  op.x = number;
  return true;
}

}  // namespace lacuna::interpreter
