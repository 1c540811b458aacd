// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Subgroups have one invocation, so every operation is its value or a constant.

#include <limits>

#include "Interpreter/Decoder.h"
#include "Interpreter/Lane.h"

namespace lacuna::interpreter {
namespace {

// d gets the bits b (low) and c (high).
const Op* SetConstant(const Op* op, Context& context) {
  context.r[op->d] = op->b | uint64_t{op->c} << 32;
  context.p[op->d] = 0;
  return op + 1;
}

// Bit b (or 0, when x is 0) of the ballot at a.
const Op* BallotBit(const Op* op, Context& context) {
  const uint64_t index = op->x ? context.r[op->b] : 0;
  const uint32_t word = index < 128 ? static_cast<uint32_t>(index / 32) : 0;
  context.r[op->d] = index < 128 ? context.r[op->a + word] >> index % 32 & 1 : 0;
  context.p[op->d] = context.p[op->a + word] | (op->x ? context.p[op->b] : 0);
  return op + 1;
}

template <typename T>
uint64_t FloatIdentity(spv::Op opcode) {
  const double infinity = std::numeric_limits<double>::infinity();
  switch (opcode) {
    case spv::Op::OpGroupNonUniformFMul:
      return ToLane<T>(T(1.0f));
    case spv::Op::OpGroupNonUniformFMin:
      return ToLane<T>(T(infinity));
    case spv::Op::OpGroupNonUniformFMax:
      return ToLane<T>(T(-infinity));
    default:
      return ToLane<T>(T(0.0f));
  }
}

// What an exclusive scan begins with.
uint64_t Identity(spv::Op opcode, const Type& type) {
  const uint64_t mask = LaneMask(type.bits);
  if (type.scalar == Type::Kind::kFloat) {
    return type.bits == 16   ? FloatIdentity<Half>(opcode)
           : type.bits == 32 ? FloatIdentity<float>(opcode)
                             : FloatIdentity<double>(opcode);
  }
  switch (opcode) {
    case spv::Op::OpGroupNonUniformIMul:
    case spv::Op::OpGroupNonUniformLogicalAnd:
      return 1;
    case spv::Op::OpGroupNonUniformUMin:
    case spv::Op::OpGroupNonUniformBitwiseAnd:
      return mask;
    case spv::Op::OpGroupNonUniformSMin:
      return mask >> 1;
    case spv::Op::OpGroupNonUniformSMax:
      return (mask >> 1) + 1;
    default:
      return 0;
  }
}

}  // namespace

bool FunctionDecoder::EmitConstant(const Value& value, uint64_t number) {
  Op& op = Emit(SetConstant);
  op.d = value.lane;
  op.b = static_cast<uint32_t>(number);
  op.c = static_cast<uint32_t>(number >> 32);
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
    case O::OpGroupNonUniformAllEqual:
      if (!Result(instruction, &result)) return false;
      if (result.type->kind != Type::Kind::kBool) return Bad(instruction, "its type is no truth value");
      return EmitConstant(result, 1);
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
      at = 2;
      // Of one invocation every reduction and inclusive scan is its value.
      if (module_.Operand(instruction, 1) != static_cast<uint32_t>(spv::GroupOperation::ExclusiveScan)) break;
      if (!Result(instruction, &result)) return false;
      if (result.type->kind == Type::Kind::kMatrix || result.lanes() > 4)
        return Bad(instruction, "its type does not fit");
      for (uint32_t i = 0; i < result.lanes(); ++i) {
        EmitConstant({result.type, result.lane + i}, Identity(instruction.opcode, *result.type));
      }
      return true;
    case O::OpGroupNonUniformBallot:
    case O::OpSubgroupBallotKHR:
      at = instruction.opcode == O::OpSubgroupBallotKHR ? 0 : 1;
      if (!Result(instruction, &result) || !UseOperand(instruction, at, &value)) return false;
      if (value.type->kind != Type::Kind::kBool || result.lanes() != 4)
        return Bad(instruction, "its operand does not fit");
      for (uint32_t i = 1; i < 4; ++i) EmitConstant({result.type, result.lane + i}, 0);
      return EmitCopy(value.lane, result.lane, 1);
    case O::OpGroupNonUniformBallotFindLSB:
    case O::OpGroupNonUniformBallotFindMSB:
      return Result(instruction, &result) && (result.lanes() == 1 || Bad(instruction, "its type does not fit")) &&
             EmitConstant(result, 0);
    case O::OpGroupNonUniformInverseBallot:
    case O::OpGroupNonUniformBallotBitExtract:
    case O::OpGroupNonUniformBallotBitCount: {
      const bool counts = instruction.opcode == O::OpGroupNonUniformBallotBitCount;
      const bool extracts = instruction.opcode == O::OpGroupNonUniformBallotBitExtract;
      const bool exclusive =
          counts && module_.Operand(instruction, 1) == static_cast<uint32_t>(spv::GroupOperation::ExclusiveScan);
      Value index;
      if (!Result(instruction, &result) || !UseOperand(instruction, counts ? 2 : 1, &value)) return false;
      if (extracts && !UseOperand(instruction, 2, &index)) return false;
      if (value.lanes() != 4 || result.lanes() != 1 || (extracts && index.type->kind != Type::Kind::kInt)) {
        return Bad(instruction, "its operands do not fit");
      }
      if (exclusive) return EmitConstant(result, 0);
      Op& op = Emit(BallotBit);
      op.d = result.lane;
      op.a = value.lane;
      op.b = index.lane;
      op.x = extracts;
      return true;
    }
    default:
      *known = false;
      return true;
  }
  if (!Result(instruction, &result) || !UseOperand(instruction, at, &value)) return false;
  if (value.type != result.type) return Bad(instruction, "its operand does not fit its type");
  return EmitCopy(value.lane, result.lane, result.lanes());
}

}  // namespace lacuna::interpreter
