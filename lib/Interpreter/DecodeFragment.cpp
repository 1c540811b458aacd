// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Instructions that only fragment shaders have: derivatives and demotion.

#include "Interpreter/Decoder.h"

namespace lacuna::interpreter {

bool FunctionDecoder::DecodeFragment(const Instruction& instruction, bool* known) {
  using O = spv::Op;
  *known = true;
  // Coarse ones may be as fine as the others (SPIR-V, OpDPdxCoarse).
  DerivativeKind kind = kBothWidths;
  switch (instruction.opcode) {
    case O::OpDPdx:
    case O::OpDPdxFine:
    case O::OpDPdxCoarse:
      kind = kAlongX;
      break;
    case O::OpDPdy:
    case O::OpDPdyFine:
    case O::OpDPdyCoarse:
      kind = kAlongY;
      break;
    case O::OpFwidth:
    case O::OpFwidthFine:
    case O::OpFwidthCoarse:
    case O::OpDemoteToHelperInvocation:
    case O::OpIsHelperInvocationEXT:
      break;
    default:
      *known = false;
      return true;
  }
  if (program_.model != spv::ExecutionModel::Fragment)
    return Unsupported(instruction, "is not supported outside of fragment shaders");
  if (instruction.opcode == O::OpDemoteToHelperInvocation) {
    Emit(Demote);
    return true;
  }
  Value value, result;
  if (!Result(instruction, &result)) return false;
  if (instruction.opcode == O::OpIsHelperInvocationEXT) {
    if (result.type->kind != Type::Kind::kBool) return Bad(instruction, "its result is no truth value");
    Emit(IsHelper).d = result.lane;
    return true;
  }
  if (!UseOperand(instruction, 0, &value)) return false;
  if (value.type != result.type || value.type->scalar != Type::Kind::kFloat ||
      value.type->kind == Type::Kind::kMatrix || value.type->bits == 64) {
    return Bad(instruction, "its operand does not fit");
  }
  program_.needs_quads = true;
  Op& publish = Emit(Publish);
  publish.a = value.lane;
  publish.n = value.lanes();
  Op& derive = Emit(Derive);
  derive.d = result.lane;
  derive.n = value.lanes();
  derive.c = value.type->bits;
  derive.x = kind;
  return true;
}

}  // namespace lacuna::interpreter
