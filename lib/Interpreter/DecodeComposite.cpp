// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Composites: lanes are moved.

#include "Interpreter/Decoder.h"

namespace lacuna::interpreter {

// From a type into a part of it, by the literal indices from operand `i` on.
bool FunctionDecoder::StepInto(const Instruction& instruction, uint32_t i, const Type* type, const Type** part,
                               uint32_t* lanes) {
  uint64_t offset = 0;
  for (; i < instruction.count; ++i) {
    const uint32_t index = module_.Operand(instruction, i);
    if (type->kind == Type::Kind::kStruct && index < type->members.size()) {
      for (uint32_t m = 0; m < index; ++m) offset += type->members[m]->lanes;
      type = type->members[index];
    } else if (type->element && index < type->count &&
               (type->kind == Type::Kind::kVector || type->kind == Type::Kind::kMatrix ||
                type->kind == Type::Kind::kArray)) {
      offset += index * type->element->lanes;
      type = type->element;
    } else {
      return Bad(instruction, "index " + std::to_string(index) + " is past the end of what it indexes");
    }
  }
  *part = type;
  *lanes = static_cast<uint32_t>(offset);
  return true;
}

bool FunctionDecoder::DecodeComposite(const Instruction& instruction, bool* known) {
  *known = true;
  switch (instruction.opcode) {
    case spv::Op::OpCompositeConstruct:
      return DecodeConstruct(instruction);
    case spv::Op::OpCompositeInsert:
      return DecodeInsert(instruction);
    case spv::Op::OpVectorShuffle:
      return DecodeShuffle(instruction);
    case spv::Op::OpVectorExtractDynamic: {
      Value vector, index, result;
      if (!Result(instruction, &result) || !UseOperand(instruction, 0, &vector) || !UseOperand(instruction, 1, &index))
        return false;
      if (vector.type->kind != Type::Kind::kVector || result.type != vector.type->element ||
          index.type->kind != Type::Kind::kInt) {
        return Bad(instruction, "its operands do not fit");
      }
      Op& op = Emit(ExtractDynamic);
      op.d = result.lane;
      op.a = vector.lane;
      op.b = index.lane;
      op.n = vector.lanes();
      return true;
    }
    case spv::Op::OpVectorInsertDynamic: {
      Value vector, component, index, result;
      if (!Result(instruction, &result) || !UseOperand(instruction, 0, &vector) ||
          !UseOperand(instruction, 1, &component) || !UseOperand(instruction, 2, &index)) {
        return false;
      }
      if (vector.type->kind != Type::Kind::kVector || result.type != vector.type ||
          component.type != vector.type->element || index.type->kind != Type::Kind::kInt) {
        return Bad(instruction, "its operands do not fit");
      }
      Op& op = Emit(InsertDynamic);
      op.d = result.lane;
      op.a = vector.lane;
      op.b = component.lane;
      op.c = index.lane;
      op.n = vector.lanes();
      return true;
    }
    default:
      *known = false;
      return true;
  }
}

bool FunctionDecoder::DecodeConstruct(const Instruction& instruction) {
  Value result;
  if (!Result(instruction, &result)) return false;
  std::vector<Value> parts(instruction.count);
  uint64_t lanes = 0;
  for (uint32_t i = 0; i < instruction.count; ++i) {
    if (!UseOperand(instruction, i, &parts[i])) return false;
    lanes += parts[i].lanes();
  }
  if (lanes != result.lanes()) return Bad(instruction, "its constituents do not fit its type");
  if (lanes <= 4 && parts.size() > 1) {
    uint32_t from[4] = {0, 0, 0, 0}, count = 0;
    for (const Value& part : parts) {
      for (uint32_t i = 0; i < part.lanes(); ++i) from[count++] = part.lane + i;
    }
    Op& op = Emit(GatherHandler(count));
    op.d = result.lane;
    op.a = from[0];
    op.b = from[1];
    op.c = from[2];
    op.x = from[3];
    op.n = count;
    return true;
  }
  uint32_t to = result.lane;
  for (const Value& part : parts) {
    EmitCopy(part.lane, to, part.lanes());
    to += part.lanes();
  }
  return true;
}

bool FunctionDecoder::DecodeInsert(const Instruction& instruction) {
  Value object, composite, result;
  if (!Result(instruction, &result) || !UseOperand(instruction, 0, &object) || !UseOperand(instruction, 1, &composite))
    return false;
  const Type* part = nullptr;
  uint32_t lanes = 0;
  if (!StepInto(instruction, 2, composite.type, &part, &lanes)) return false;
  if (part != object.type || composite.type != result.type) return Bad(instruction, "its object does not fit");
  EmitCopy(composite.lane, result.lane, result.lanes());
  return EmitCopy(object.lane, result.lane + lanes, object.lanes());
}

bool FunctionDecoder::DecodeShuffle(const Instruction& instruction) {
  Value a, b, result;
  if (!Result(instruction, &result) || !UseOperand(instruction, 0, &a) || !UseOperand(instruction, 1, &b)) return false;
  if (a.type->kind != Type::Kind::kVector || b.type->kind != Type::Kind::kVector ||
      result.type->kind != Type::Kind::kVector || result.lanes() + 2 != instruction.count ||
      a.type->element != b.type->element || a.type->element != result.type->element) {
    return Bad(instruction, "its operands do not fit");
  }
  uint32_t from[4] = {0, 0, 0, 0};
  for (uint32_t i = 0; i < result.lanes(); ++i) {
    const uint32_t index = module_.Operand(instruction, i + 2);
    if (index == UINT32_MAX) {
      from[i] = values_[0].lane;
    } else if (index < a.lanes()) {
      from[i] = a.lane + index;
    } else if (index - a.lanes() < b.lanes()) {
      from[i] = b.lane + index - a.lanes();
    } else {
      return Bad(instruction, "component " + std::to_string(index) + " does not exist");
    }
  }
  Op& op = Emit(GatherHandler(result.lanes()));
  op.d = result.lane;
  op.a = from[0];
  op.b = from[1];
  op.c = from[2];
  op.x = from[3];
  op.n = result.lanes();
  return true;
}

}  // namespace lacuna::interpreter
