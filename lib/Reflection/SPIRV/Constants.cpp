// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/SPIRV/Constants.h"

#include <algorithm>
#include <unordered_set>

namespace lacuna::reflection::spirv {

using spv::Op;
using Kind = Type::Kind;

namespace {

bool IsConstant(Op opcode) {
  switch (opcode) {
    case Op::OpConstantTrue:
    case Op::OpConstantFalse:
    case Op::OpConstant:
    case Op::OpConstantNull:
    case Op::OpSpecConstantTrue:
    case Op::OpSpecConstantFalse:
    case Op::OpSpecConstant:
    case Op::OpSpecConstantOp:
      return true;
    default:
      return false;
  }
}

uint64_t Mask(uint32_t width) { return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }

}  // namespace

ConstantTable::ConstantTable(const ModuleTable& table, const TypeTable& types, const Decorations& decorations)
    : table_(table), types_(types), decorations_(decorations) {
  // In the order of the module, so operands are there before what uses them.
  for (const Inst& inst : table.instructions()) {
    if (inst.opcode == Op::OpFunction) break;
    if (!IsConstant(inst.opcode)) continue;
    const Value value = Evaluate(inst);
    if (value.known) values_[inst.result_id] = value;
  }
}

Value ConstantTable::Find(uint32_t id) const {
  auto found = values_.find(id);
  return found == values_.end() ? Value() : found->second;
}

Value ConstantTable::Evaluate(const Inst& inst) const {
  const Type* type = types_.Find(inst.type_id);
  if (type == nullptr || (type->kind != Kind::kInt && type->kind != Kind::kFloat && type->kind != Kind::kBool)) {
    return {};
  }
  Value value;
  value.known = true;
  value.width = type->kind == Kind::kBool ? 1 : type->width;
  value.is_signed = type->is_signed;
  value.is_integer = type->kind != Kind::kFloat;
  switch (inst.opcode) {
    case Op::OpConstant:
    case Op::OpSpecConstant:
      value.bits = table_.Word(inst, 3) | uint64_t{table_.Word(inst, 4)} << 32;
      value.bits &= Mask(value.width);
      return value;
    case Op::OpConstantTrue:
    case Op::OpSpecConstantTrue:
      value.bits = 1;
      return value;
    case Op::OpConstantFalse:
    case Op::OpSpecConstantFalse:
    case Op::OpConstantNull:
      return value;
    case Op::OpSpecConstantOp:
      return EvaluateOperation(inst, *type);
    default:
      return {};
  }
}

Value ConstantTable::EvaluateOperation(const Inst& inst, const Type& type) const {
  const auto operation = static_cast<Op>(table_.Word(inst, 3));
  const uint32_t count = inst.length > 4 ? inst.length - 4u : 0;
  if (type.kind == Kind::kFloat) return {};
  Value result;
  result.width = type.kind == Kind::kBool ? 1 : type.width;
  result.is_signed = type.is_signed;
  result.is_integer = true;

  if (operation == Op::OpCompositeExtract && count == 2) {
    const Inst* composite = table_.Def(table_.Word(inst, 4));
    const uint32_t index = table_.Word(inst, 5);
    if (composite == nullptr ||
        (composite->opcode != Op::OpConstantComposite && composite->opcode != Op::OpSpecConstantComposite)) {
      return {};
    }
    return index < composite->length - 3u ? Find(table_.Word(*composite, 3 + index)) : Value();
  }

  Value operands[3];
  if (count == 0 || count > 3) return {};
  for (uint32_t i = 0; i < count; ++i) {
    operands[i] = Find(table_.Word(inst, 4 + i));
    if (!operands[i].known || !operands[i].is_integer) return {};
  }
  const Value &a = operands[0], &b = operands[1];
  const uint64_t x = a.bits, y = b.bits;
  const int64_t sx = a.Signed(), sy = b.Signed();
  // Division of the lowest number by -1 has no result; neither has one by 0.
  const bool unsigned_division = y != 0;
  const bool signed_division = sy != 0 && !(sy == -1 && sx == INT64_MIN);
  const bool binary = count == 2;
  const bool shift = binary && y < a.width;
  bool known = true;
  uint64_t bits = 0;
  auto take = [&](bool defined, uint64_t value) {
    known = defined;
    bits = defined ? value : 0;
  };
  switch (operation) {
    case Op::OpUConvert:
      take(count == 1, x);
      break;
    case Op::OpSConvert:
      take(count == 1, static_cast<uint64_t>(sx));
      break;
    case Op::OpSNegate:
      take(count == 1, uint64_t{0} - x);
      break;
    case Op::OpNot:
      take(count == 1, ~x);
      break;
    case Op::OpLogicalNot:
      take(count == 1, x == 0 ? 1 : 0);
      break;
    case Op::OpIAdd:
      take(binary, x + y);
      break;
    case Op::OpISub:
      take(binary, x - y);
      break;
    case Op::OpIMul:
      take(binary, x * y);
      break;
    case Op::OpUDiv:
      take(binary && unsigned_division, y == 0 ? 0 : x / y);
      break;
    case Op::OpUMod:
      take(binary && unsigned_division, y == 0 ? 0 : x % y);
      break;
    case Op::OpSDiv:
      take(binary && signed_division, signed_division ? static_cast<uint64_t>(sx / sy) : 0);
      break;
    case Op::OpSRem:
      take(binary && signed_division, signed_division ? static_cast<uint64_t>(sx % sy) : 0);
      break;
    case Op::OpSMod: {
      int64_t remainder = signed_division ? sx % sy : 0;
      if (remainder != 0 && (remainder < 0) != (sy < 0)) remainder += sy;
      take(binary && signed_division, static_cast<uint64_t>(remainder));
      break;
    }
    case Op::OpShiftLeftLogical:
      take(shift, shift ? x << y : 0);
      break;
    case Op::OpShiftRightLogical:
      take(shift, shift ? x >> y : 0);
      break;
    case Op::OpShiftRightArithmetic:
      take(shift, shift ? static_cast<uint64_t>(sx >> y) : 0);
      break;
    case Op::OpBitwiseOr:
    case Op::OpLogicalOr:
      take(binary, x | y);
      break;
    case Op::OpBitwiseAnd:
    case Op::OpLogicalAnd:
      take(binary, x & y);
      break;
    case Op::OpBitwiseXor:
    case Op::OpLogicalNotEqual:
    case Op::OpINotEqual:
      take(binary, operation == Op::OpBitwiseXor ? x ^ y : (x != y ? 1 : 0));
      break;
    case Op::OpIEqual:
    case Op::OpLogicalEqual:
      take(binary, x == y ? 1 : 0);
      break;
    case Op::OpULessThan:
      take(binary, x < y ? 1 : 0);
      break;
    case Op::OpULessThanEqual:
      take(binary, x <= y ? 1 : 0);
      break;
    case Op::OpUGreaterThan:
      take(binary, x > y ? 1 : 0);
      break;
    case Op::OpUGreaterThanEqual:
      take(binary, x >= y ? 1 : 0);
      break;
    case Op::OpSLessThan:
      take(binary, sx < sy ? 1 : 0);
      break;
    case Op::OpSLessThanEqual:
      take(binary, sx <= sy ? 1 : 0);
      break;
    case Op::OpSGreaterThan:
      take(binary, sx > sy ? 1 : 0);
      break;
    case Op::OpSGreaterThanEqual:
      take(binary, sx >= sy ? 1 : 0);
      break;
    case Op::OpSelect:
      take(count == 3, x != 0 ? y : operands[2].bits);
      break;
    default:
      return {};
  }
  if (!known) return {};
  result.known = true;
  result.bits = bits & Mask(result.width);
  return result;
}

bool ConstantTable::IsSpecialized(uint32_t id) const {
  const Inst* inst = table_.Def(id);
  if (inst == nullptr) return false;
  switch (inst->opcode) {
    case Op::OpSpecConstantTrue:
    case Op::OpSpecConstantFalse:
    case Op::OpSpecConstant:
    case Op::OpSpecConstantOp:
    case Op::OpSpecConstantComposite:
      return true;
    default:
      return false;
  }
}

bool ConstantTable::SpecIdsOf(uint32_t id, Progress* progress, std::vector<uint32_t>* spec_ids) const {
  if (!IsSpecialized(id)) return true;
  std::vector<uint32_t> pending = {id};
  std::unordered_set<uint32_t> seen = {id};
  while (!pending.empty()) {
    const uint32_t current = pending.back();
    pending.pop_back();
    if (!progress->TakeSteps(1)) return false;
    if (auto spec_id = decorations_.Value(current, spv::Decoration::SpecId)) spec_ids->push_back(*spec_id);
    const Inst* inst = table_.Def(current);
    if (inst == nullptr || !IsSpecialized(current)) continue;
    for (uint32_t i = 0; i < inst->id_count; ++i) {
      const uint32_t operand = table_.IdOperand(*inst, i);
      if (seen.insert(operand).second) pending.push_back(operand);
    }
  }
  std::sort(spec_ids->begin(), spec_ids->end());
  spec_ids->erase(std::unique(spec_ids->begin(), spec_ids->end()), spec_ids->end());
  return true;
}

}  // namespace lacuna::reflection::spirv
