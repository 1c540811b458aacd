// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Extended instruction sets: GLSL.std.450, and those that do nothing.

#include "Interpreter/Decoder.h"
#include "spirv/unified1/GLSL.std.450.h"

namespace lacuna::interpreter {
namespace {

bool IsIgnored(const std::string& set) {
  return set.rfind("NonSemantic.", 0) == 0 || set == "OpenCL.DebugInfo.100" || set == "DebugInfo";
}

bool IsByComponent(uint32_t number) {
  switch (number) {
    case GLSLstd450Normalize:
    case GLSLstd450Length:
    case GLSLstd450Distance:
    case GLSLstd450Cross:
    case GLSLstd450FaceForward:
    case GLSLstd450Reflect:
    case GLSLstd450Refract:
    case GLSLstd450MatrixInverse:
      return false;
    default:
      return true;
  }
}

// The lanes that an operation writes.
uint32_t ResultLanes(uint32_t number, uint32_t lanes) {
  switch (number) {
    case GLSLstd450Length:
    case GLSLstd450Distance:
    case GLSLstd450Determinant:
    case GLSLstd450PackSnorm4x8:
    case GLSLstd450PackUnorm4x8:
    case GLSLstd450PackSnorm2x16:
    case GLSLstd450PackUnorm2x16:
    case GLSLstd450PackHalf2x16:
    case GLSLstd450PackDouble2x32:
      return 1;
    case GLSLstd450UnpackSnorm2x16:
    case GLSLstd450UnpackUnorm2x16:
    case GLSLstd450UnpackHalf2x16:
    case GLSLstd450UnpackDouble2x32:
      return 2;
    case GLSLstd450UnpackSnorm4x8:
    case GLSLstd450UnpackUnorm4x8:
      return 4;
    default:
      return lanes;
  }
}

uint32_t PackedLanes(uint32_t number) {
  switch (number) {
    case GLSLstd450PackSnorm4x8:
    case GLSLstd450PackUnorm4x8:
      return 4;
    case GLSLstd450PackSnorm2x16:
    case GLSLstd450PackUnorm2x16:
    case GLSLstd450PackHalf2x16:
    case GLSLstd450PackDouble2x32:
      return 2;
    case GLSLstd450UnpackSnorm2x16:
    case GLSLstd450UnpackUnorm2x16:
    case GLSLstd450UnpackHalf2x16:
    case GLSLstd450UnpackDouble2x32:
    case GLSLstd450UnpackSnorm4x8:
    case GLSLstd450UnpackUnorm4x8:
      return 1;
    case GLSLstd450Cross:
      return 3;
    default:
      return 0;  // any
  }
}

bool IsSquare(const Type& type) { return type.kind != Type::Kind::kMatrix || type.count == type.element->count; }

}  // namespace

bool FunctionDecoder::DecodeExtended(const Instruction& instruction) {
  const auto set = module_.instruction_sets.find(module_.Operand(instruction, 0));
  const std::string name = set == module_.instruction_sets.end() ? "" : set->second;
  if (IsIgnored(name)) return true;
  const uint32_t number = module_.Operand(instruction, 1);
  if (name != "GLSL.std.450") return Unsupported(instruction, "of the set '" + name + "' is not supported");
  const std::string which = "instruction " + std::to_string(number) + " of GLSL.std.450";
  GlslAccess access;
  access.operand_count = GlslStd450OperandCount(number);
  Value result, operands[3];
  if (!Result(instruction, &result)) return false;
  if (access.operand_count == 0 || access.operand_count > 3)
    return Unsupported(instruction, which + " is not supported");
  for (uint32_t i = 0; i < access.operand_count; ++i) {
    if (!UseOperand(instruction, i + 2, &operands[i])) return false;
    const bool eta = number == GLSLstd450Refract && i == 2;
    const bool fits = operands[i].type->IsNumeric() && operands[i].lanes() == (eta ? 1 : operands[0].lanes()) &&
                      IsSquare(*operands[i].type);
    if (!fits) return Bad(instruction, "its operands do not fit " + which);
    access.operands[i] = operands[i].lane;
    access.operand_lanes[i] = operands[i].lanes();
  }
  access.lanes = operands[0].lanes();
  access.by_component = IsByComponent(number);
  access.function = FindGlslStd450(number, operands[0].type->bits);
  if (!access.function) {
    return Unsupported(instruction, which + " on " + std::to_string(operands[0].type->bits) + " bits is not supported");
  }
  const uint32_t packed = PackedLanes(number);
  const bool matrix = number == GLSLstd450Determinant || number == GLSLstd450MatrixInverse;
  if ((packed && access.lanes != packed) || matrix != (operands[0].type->kind == Type::Kind::kMatrix)) {
    return Bad(instruction, "its operands do not fit " + which);
  }
  const uint32_t lanes = ResultLanes(number, access.lanes);
  access.result_lanes = lanes;
  const bool structure = number == GLSLstd450ModfStruct || number == GLSLstd450FrexpStruct;
  const bool pointer = number == GLSLstd450Modf || number == GLSLstd450Frexp;
  if (number == GLSLstd450Ldexp) access.second_bits = operands[1].type->bits;
  if (number == GLSLstd450Refract) access.second_bits = operands[2].type->bits;
  Value target;
  const Type* pointee = nullptr;
  if (structure) {
    const bool two = result.type->kind == Type::Kind::kStruct && result.type->members.size() == 2 &&
                     result.type->members[0]->lanes == lanes && result.type->members[1]->lanes == lanes;
    if (!two) return Bad(instruction, "its type does not fit " + which);
    access.second_bits = result.type->members[1]->bits;
    access.second = result.lane + lanes;
    access.second_lanes = lanes;
  } else if (pointer) {
    if (!UsePointer(instruction, 3, &target, &pointee)) return false;
    if (pointee->lanes != lanes || !pointee->IsNumeric()) return Bad(instruction, "its pointer does not fit " + which);
    access.second_bits = pointee->bits;
    access.second_lanes = lanes;
    if (!Allocate(lanes, &access.second, instruction)) return false;
  }
  if (!structure && result.lanes() != lanes) return Bad(instruction, "its type does not fit " + which);
  Op& op = Emit(GlslCallOp);
  op.d = result.lane;
  op.x = static_cast<uint32_t>(function_.glsl.size());
  function_.glsl.push_back(access);
  return !pointer || EmitStore(instruction, module_.Operand(instruction, 3), target, *pointee, access.second);
}

}  // namespace lacuna::interpreter
