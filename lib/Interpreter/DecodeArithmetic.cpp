// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Arithmetic, comparisons, logic, conversions and selects: component by component.

#include "Interpreter/Decoder.h"

namespace lacuna::interpreter {
namespace {

// What the components of an instruction's first operand are.
enum class Class : uint8_t { kNone, kInteger, kFloat, kLogic };

struct Form {
  Class operands = Class::kNone;
  uint8_t count = 2;      // operands
  bool compares = false;  // the result is truth values
  bool shift = false;     // the second operand may have another width
  bool pair = false;      // the result is a structure of two
};

Form FormOf(spv::Op opcode) {
  using O = spv::Op;
  switch (opcode) {
    case O::OpSNegate:
    case O::OpNot:
    case O::OpBitReverse:
    case O::OpBitCount:
      return {Class::kInteger, 1};
    case O::OpIAdd:
    case O::OpISub:
    case O::OpIMul:
    case O::OpUDiv:
    case O::OpSDiv:
    case O::OpUMod:
    case O::OpSRem:
    case O::OpSMod:
    case O::OpBitwiseAnd:
    case O::OpBitwiseOr:
    case O::OpBitwiseXor:
      return {Class::kInteger, 2};
    case O::OpShiftLeftLogical:
    case O::OpShiftRightLogical:
    case O::OpShiftRightArithmetic:
      return {Class::kInteger, 2, false, true};
    case O::OpIEqual:
    case O::OpINotEqual:
    case O::OpULessThan:
    case O::OpULessThanEqual:
    case O::OpUGreaterThan:
    case O::OpUGreaterThanEqual:
    case O::OpSLessThan:
    case O::OpSLessThanEqual:
    case O::OpSGreaterThan:
    case O::OpSGreaterThanEqual:
      return {Class::kInteger, 2, true};
    case O::OpIAddCarry:
    case O::OpISubBorrow:
    case O::OpUMulExtended:
    case O::OpSMulExtended:
      return {Class::kInteger, 2, false, false, true};
    case O::OpFNegate:
    case O::OpQuantizeToF16:
      return {Class::kFloat, 1};
    case O::OpFAdd:
    case O::OpFSub:
    case O::OpFMul:
    case O::OpFDiv:
    case O::OpFRem:
    case O::OpFMod:
      return {Class::kFloat, 2};
    case O::OpIsNan:
    case O::OpIsInf:
      return {Class::kFloat, 1, true};
    case O::OpOrdered:
    case O::OpUnordered:
    case O::OpLessOrGreater:
    case O::OpFOrdEqual:
    case O::OpFUnordEqual:
    case O::OpFOrdNotEqual:
    case O::OpFUnordNotEqual:
    case O::OpFOrdLessThan:
    case O::OpFUnordLessThan:
    case O::OpFOrdGreaterThan:
    case O::OpFUnordGreaterThan:
    case O::OpFOrdLessThanEqual:
    case O::OpFUnordLessThanEqual:
    case O::OpFOrdGreaterThanEqual:
    case O::OpFUnordGreaterThanEqual:
      return {Class::kFloat, 2, true};
    case O::OpLogicalEqual:
    case O::OpLogicalNotEqual:
    case O::OpLogicalAnd:
    case O::OpLogicalOr:
      return {Class::kLogic, 2};
    case O::OpLogicalNot:
      return {Class::kLogic, 1};
    default:
      return {};
  }
}

Type::Kind ScalarOf(Class operands) {
  return operands == Class::kInteger ? Type::Kind::kInt
         : operands == Class::kFloat ? Type::Kind::kFloat
                                     : Type::Kind::kBool;
}

}  // namespace

bool FunctionDecoder::DecodeArithmetic(const Instruction& instruction, bool* known) {
  const Form form = FormOf(instruction.opcode);
  Value operands[2], result;
  if (form.operands == Class::kNone) return DecodeConversion(instruction, known);
  *known = true;
  if (!Result(instruction, &result)) return false;
  for (uint32_t i = 0; i < form.count; ++i) {
    if (!UseOperand(instruction, i, &operands[i])) return false;
    const Type& type = *operands[i].type;
    const bool same_width = form.shift || type.bits == operands[0].type->bits;
    if (type.scalar != ScalarOf(form.operands) || type.kind == Type::Kind::kMatrix || !same_width ||
        type.lanes != operands[0].type->lanes) {
      return Bad(instruction, "its operands do not fit");
    }
  }
  const uint32_t lanes = operands[0].lanes(), bits = operands[0].type->bits;
  bool fits = result.lanes() == lanes * (form.pair ? 2 : 1);
  if (form.compares) fits &= result.type->scalar == Type::Kind::kBool;
  if (form.pair) {
    fits &= result.type->kind == Type::Kind::kStruct && result.type->members.size() == 2 &&
            result.type->members[0] == result.type->members[1];
  }
  if (!form.compares && !form.pair) fits &= result.type->scalar == ScalarOf(form.operands);
  if (!form.compares && !form.pair && instruction.opcode != spv::Op::OpBitCount) fits &= result.type->bits == bits;
  if (!fits) return Bad(instruction, "its type does not fit its operands");
  const Handler handler = form.operands == Class::kInteger ? IntegerHandler(instruction.opcode, bits, lanes)
                          : form.operands == Class::kFloat ? FloatHandler(instruction.opcode, bits, lanes)
                                                           : LogicHandler(instruction.opcode, lanes);
  if (!handler) return Unsupported(instruction, "is not supported for " + std::to_string(bits) + " bits");
  Op& op = Emit(handler);
  op.d = result.lane;
  op.a = operands[0].lane;
  op.b = operands[1].lane;
  op.n = lanes;
  return true;
}

bool FunctionDecoder::DecodeConversion(const Instruction& instruction, bool* known) {
  Value operand, result;
  Type::Kind from = Type::Kind::kInt, to = Type::Kind::kInt;
  *known = true;
  switch (instruction.opcode) {
    case spv::Op::OpConvertFToU:
    case spv::Op::OpConvertFToS:
      from = Type::Kind::kFloat;
      break;
    case spv::Op::OpConvertUToF:
    case spv::Op::OpConvertSToF:
      to = Type::Kind::kFloat;
      break;
    case spv::Op::OpUConvert:
    case spv::Op::OpSConvert:
      break;
    case spv::Op::OpFConvert:
      from = to = Type::Kind::kFloat;
      break;
    case spv::Op::OpBitcast:
      return DecodeBitcast(instruction);
    case spv::Op::OpSelect:
      return DecodeSelect(instruction);
    case spv::Op::OpAny:
    case spv::Op::OpAll: {
      if (!Result(instruction, &result) || !UseOperand(instruction, 0, &operand)) return false;
      if (operand.type->scalar != Type::Kind::kBool || result.type->kind != Type::Kind::kBool) {
        return Bad(instruction, "it works on truth values");
      }
      Op& op = Emit(LogicHandler(instruction.opcode, operand.lanes()));
      op.d = result.lane;
      op.a = operand.lane;
      op.n = operand.lanes();
      return true;
    }
    case spv::Op::OpBitFieldInsert:
    case spv::Op::OpBitFieldSExtract:
    case spv::Op::OpBitFieldUExtract: {
      const bool insert = instruction.opcode == spv::Op::OpBitFieldInsert;
      Value values[4];
      if (!Result(instruction, &result)) return false;
      for (uint32_t i = 0; i < (insert ? 4 : 3); ++i) {
        if (!UseOperand(instruction, i, &values[i])) return false;
        const bool scalar = i + 2 >= (insert ? 4u : 3u);
        if (values[i].type->scalar != Type::Kind::kInt ||
            (scalar ? values[i].lanes() != 1 : values[i].type != result.type)) {
          return Bad(instruction, "its operands do not fit");
        }
      }
      Op& op = Emit(IntegerHandler(instruction.opcode, result.type->bits, result.lanes()));
      op.d = result.lane;
      op.a = values[0].lane;
      op.b = values[1].lane;
      op.c = values[2].lane;
      op.x = values[3].lane;
      op.n = result.lanes();
      return true;
    }
    default:
      *known = false;
      return true;
  }
  if (!Result(instruction, &result) || !UseOperand(instruction, 0, &operand)) return false;
  if (operand.type->scalar != from || result.type->scalar != to || operand.lanes() != result.lanes() ||
      operand.type->kind == Type::Kind::kMatrix) {
    return Bad(instruction, "its operand does not fit its type");
  }
  Handler handler = ConvertHandler(instruction.opcode, operand.type->bits, result.type->bits);
  const Decorations& decorations = module_.DecorationsOf(instruction.result);
  const auto rounding = decorations.find(spv::Decoration::FPRoundingMode);
  if (rounding != decorations.end() && rounding->second != static_cast<uint32_t>(spv::FPRoundingMode::RTE)) {
    handler = rounding->second == static_cast<uint32_t>(spv::FPRoundingMode::RTZ) && result.type->bits == 16
                  ? ConvertHalfTowardZero(operand.type->bits)
                  : nullptr;
  }
  if (!handler) return Unsupported(instruction, "is not supported for these widths and this rounding");
  Op& op = Emit(handler);
  op.d = result.lane;
  op.a = operand.lane;
  op.n = result.lanes();
  return true;
}

namespace {

// The bits of all lanes of a in order, cut into lanes of another width. b: bits of
// a source lane, c: of a target one; x: source lanes.
const Op* Recut(const Op* op, Context& context) {
  uint64_t target[8] = {};
  uint8_t poison[8] = {};
  for (uint32_t bit = 0; bit < op->x * op->b; bit += 8) {
    const uint64_t byte = context.r[op->a + bit / op->b] >> bit % op->b & 0xff;
    target[bit / op->c % 8] |= byte << bit % op->c;
    poison[bit / op->c % 8] |= context.p[op->a + bit / op->b];
  }
  for (uint32_t i = 0; i < op->n; ++i) {
    context.r[op->d + i] = target[i % 8];
    context.p[op->d + i] = poison[i % 8];
  }
  return op + 1;
}

}  // namespace

bool FunctionDecoder::DecodeBitcast(const Instruction& instruction) {
  Value operand, result;
  if (!Result(instruction, &result) || !UseOperand(instruction, 0, &operand)) return false;
  if (operand.type == result.type) return EmitCopy(operand.lane, result.lane, result.lanes());
  const bool numbers = operand.type->IsNumeric() && result.type->IsNumeric() &&
                       operand.type->kind != Type::Kind::kMatrix && result.type->kind != Type::Kind::kMatrix;
  if (!numbers) return Unsupported(instruction, "is not supported but between numbers");
  const uint32_t bits = operand.lanes() * operand.type->bits;
  if (bits != result.lanes() * result.type->bits || result.lanes() > 8) {
    return Bad(instruction, "its operand has not as many bits as its type");
  }
  if (operand.lanes() == result.lanes()) return EmitCopy(operand.lane, result.lane, result.lanes());
  Op& op = Emit(Recut);
  op.d = result.lane;
  op.a = operand.lane;
  op.b = operand.type->bits;
  op.c = result.type->bits;
  op.x = operand.lanes();
  op.n = result.lanes();
  return true;
}

bool FunctionDecoder::DecodeSelect(const Instruction& instruction) {
  Value condition, a, b, result;
  if (!Result(instruction, &result) || !UseOperand(instruction, 0, &condition) || !UseOperand(instruction, 1, &a) ||
      !UseOperand(instruction, 2, &b)) {
    return false;
  }
  if (condition.type->scalar != Type::Kind::kBool || a.type != result.type || b.type != result.type ||
      (condition.lanes() != 1 && condition.lanes() != result.lanes())) {
    return Bad(instruction, "its operands do not fit");
  }
  Op& op = Emit(condition.lanes() == 1 ? SelectWhole : SelectLanes);
  op.d = result.lane;
  op.a = condition.lane;
  op.b = a.lane;
  op.c = b.lane;
  op.n = result.lanes();
  return true;
}

}  // namespace lacuna::interpreter
