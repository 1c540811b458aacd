// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Matrices and dot products.

#include "Interpreter/Decoder.h"

namespace lacuna::interpreter {

bool FunctionDecoder::DecodeMatrix(const Instruction& instruction, bool* known) {
  *known = true;
  Value a, b, result;
  MatrixOp kind = MatrixOp::kDot;
  uint32_t n = 0, x = 0, c = 0;
  switch (instruction.opcode) {
    case spv::Op::OpSDot:
    case spv::Op::OpUDot:
    case spv::Op::OpSUDot:
    case spv::Op::OpSDotAccSat:
    case spv::Op::OpUDotAccSat:
    case spv::Op::OpSUDotAccSat:
      return DecodeIntegerDot(instruction);
    case spv::Op::OpDot:
    case spv::Op::OpVectorTimesScalar:
    case spv::Op::OpMatrixTimesScalar:
    case spv::Op::OpMatrixTimesVector:
    case spv::Op::OpVectorTimesMatrix:
    case spv::Op::OpMatrixTimesMatrix:
    case spv::Op::OpOuterProduct:
      if (!UseOperand(instruction, 1, &b)) return false;
      break;
    case spv::Op::OpTranspose:
      break;
    default:
      *known = false;
      return true;
  }
  if (!Result(instruction, &result) || !UseOperand(instruction, 0, &a)) return false;
  const auto vector = [](const Value& value) { return value.type->kind == Type::Kind::kVector; };
  const auto matrix = [](const Value& value) { return value.type->kind == Type::Kind::kMatrix; };
  const auto rows = [](const Value& value) { return static_cast<uint32_t>(value.type->element->count); };
  const auto columns = [](const Value& value) { return static_cast<uint32_t>(value.type->count); };
  bool fits = a.type->scalar == Type::Kind::kFloat && result.type->scalar == Type::Kind::kFloat &&
              a.type->bits == result.type->bits;
  if (b.type) fits &= b.type->scalar == Type::Kind::kFloat && b.type->bits == a.type->bits;
  switch (instruction.opcode) {
    case spv::Op::OpDot:
      fits &= vector(a) && b.type == a.type && result.lanes() == 1;
      n = a.lanes();
      break;
    case spv::Op::OpVectorTimesScalar:
    case spv::Op::OpMatrixTimesScalar:
      kind = MatrixOp::kVectorTimesScalar;
      fits &= a.type == result.type && b.lanes() == 1;
      n = a.lanes();
      break;
    case spv::Op::OpMatrixTimesVector:
      kind = MatrixOp::kMatrixTimesVector;
      fits = fits && matrix(a) && vector(b) && columns(a) == b.lanes() && rows(a) == result.lanes();
      if (fits) n = rows(a), x = columns(a);
      break;
    case spv::Op::OpVectorTimesMatrix:
      kind = MatrixOp::kVectorTimesMatrix;
      fits = fits && vector(a) && matrix(b) && rows(b) == a.lanes() && columns(b) == result.lanes();
      if (fits) n = rows(b), x = columns(b);
      break;
    case spv::Op::OpMatrixTimesMatrix:
      kind = MatrixOp::kMatrixTimesMatrix;
      fits = fits && matrix(a) && matrix(b) && matrix(result) && columns(a) == rows(b) && rows(a) == rows(result) &&
             columns(b) == columns(result);
      if (fits) n = rows(a), x = columns(a), c = columns(b);
      break;
    case spv::Op::OpOuterProduct:
      kind = MatrixOp::kOuterProduct;
      fits =
          fits && vector(a) && vector(b) && matrix(result) && rows(result) == a.lanes() && columns(result) == b.lanes();
      n = a.lanes();
      x = b.lanes();
      break;
    default:
      kind = MatrixOp::kTranspose;
      fits = fits && matrix(a) && matrix(result) && rows(a) == columns(result) && columns(a) == rows(result);
      if (fits) n = rows(a), x = columns(a);
      break;
  }
  const Handler handler = fits ? MatrixHandler(kind, a.type->bits) : nullptr;
  if (!handler) return Bad(instruction, "its operands do not fit");
  Op& op = Emit(handler);
  op.d = result.lane;
  op.a = a.lane;
  op.b = b.lane;
  op.c = c;
  op.n = n;
  op.x = x;
  return true;
}

bool FunctionDecoder::DecodeIntegerDot(const Instruction& instruction) {
  Value a, b, accumulator, result;
  if (!Result(instruction, &result) || !UseOperand(instruction, 0, &a) || !UseOperand(instruction, 1, &b)) return false;
  const spv::Op opcode = instruction.opcode;
  const bool adds =
      opcode == spv::Op::OpSDotAccSat || opcode == spv::Op::OpUDotAccSat || opcode == spv::Op::OpSUDotAccSat;
  const bool is_unsigned = opcode == spv::Op::OpUDot || opcode == spv::Op::OpUDotAccSat;
  const bool mixed = opcode == spv::Op::OpSUDot || opcode == spv::Op::OpSUDotAccSat;
  if (adds && !UseOperand(instruction, 2, &accumulator)) return false;
  const bool packed = a.type->kind == Type::Kind::kInt;
  const bool fits = a.type->scalar == Type::Kind::kInt && b.type->scalar == Type::Kind::kInt &&
                    a.lanes() == b.lanes() && a.type->bits == b.type->bits && result.type->kind == Type::Kind::kInt &&
                    (!packed || a.type->bits == 32) && (!adds || accumulator.type == result.type);
  if (!fits) return Bad(instruction, "its operands do not fit");
  Op& op = Emit(IntegerDotHandler());
  op.d = result.lane;
  op.a = a.lane;
  op.b = b.lane;
  op.c = accumulator.lane;
  op.n = packed ? 4 | 8u << kDotBitsAt : a.lanes() | a.type->bits << kDotBitsAt;
  op.x = (is_unsigned ? 0 : kDotSignedA) | (is_unsigned || mixed ? 0 : kDotSignedB) | (packed ? kDotPacked : 0) |
         (adds ? kDotAccumulates : 0) | result.type->bits << kDotBitsAt;
  return true;
}

}  // namespace lacuna::interpreter
