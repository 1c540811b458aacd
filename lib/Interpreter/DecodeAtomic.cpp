// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Atomics.

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

}  // namespace lacuna::interpreter
