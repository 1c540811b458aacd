// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/SPIRV/Types.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace lacuna::reflection::spirv {

using spv::Op;
using Kind = Type::Kind;

TypeTable::TypeTable(const ModuleTable& table, Progress* progress) : table_(table) {
  for (const Inst& inst : table.instructions()) {
    if (inst.opcode == Op::OpFunction) break;
    if (!Add(inst, progress)) return;
  }
}

bool TypeTable::Part(const Inst& inst, uint32_t id, Type* whole, Progress* progress) {
  const Type* part = Find(id);
  if (part != nullptr) {
    // A pointer's pointee is no part of what holds the pointer.
    whole->depth = std::max(whole->depth, part->is_pointer() ? 2 : part->depth + 1);
    if (whole->depth <= kMaxTypeDepth) return true;
    return progress->Fail(table_.ByteOffset(inst), "type %" + std::to_string(inst.result_id) + " is nested too deeply",
                          "at most " + std::to_string(kMaxTypeDepth) + " levels");
  }
  if (forward_.count(id) != 0) {
    whole->depth = std::max(whole->depth, 2u);
    return true;
  }
  const std::string name = "%" + std::to_string(id);
  return progress->Fail(table_.ByteOffset(inst),
                        "type %" + std::to_string(inst.result_id) + " is made of " + name + ", which is " +
                            (id == inst.result_id ? "itself" : "no type declared before it"),
                        "a type declared earlier");
}

bool TypeTable::Add(const Inst& inst, Progress* progress) {
  Type type;
  type.id = inst.result_id;
  type.inst = &inst;
  switch (inst.opcode) {
    case Op::OpTypeForwardPointer:
      forward_[table_.Word(inst, 1)] = true;
      return true;
    case Op::OpTypeVoid:
      type.kind = Kind::kVoid;
      break;
    case Op::OpTypeBool:
      type.kind = Kind::kBool;
      break;
    case Op::OpTypeInt:
      type.kind = Kind::kInt;
      type.width = table_.Word(inst, 2);
      type.is_signed = table_.Word(inst, 3) != 0;
      break;
    case Op::OpTypeFloat:
      type.kind = Kind::kFloat;
      type.width = table_.Word(inst, 2);
      type.encoding = inst.length > 3 ? table_.Word(inst, 3) + 1 : 0;
      break;
    case Op::OpTypeVector:
    case Op::OpTypeMatrix:
      type.kind = inst.opcode == Op::OpTypeVector ? Kind::kVector : Kind::kMatrix;
      type.component = table_.Word(inst, 2);
      type.count = table_.Word(inst, 3);
      break;
    case Op::OpTypeImage:
      type.kind = Kind::kImage;
      type.component = table_.Word(inst, 2);
      break;
    case Op::OpTypeSampler:
      type.kind = Kind::kSampler;
      break;
    case Op::OpTypeSampledImage:
      type.kind = Kind::kSampledImage;
      type.component = table_.Word(inst, 2);
      break;
    case Op::OpTypeArray:
      type.kind = Kind::kArray;
      type.component = table_.Word(inst, 2);
      type.length_id = table_.Word(inst, 3);
      break;
    case Op::OpTypeRuntimeArray:
      type.kind = Kind::kRuntimeArray;
      type.component = table_.Word(inst, 2);
      break;
    case Op::OpTypeStruct:
      type.kind = Kind::kStruct;
      for (uint32_t i = 2; i < inst.length; ++i) {
        if (!Part(inst, table_.Word(inst, i), &type, progress)) return false;
      }
      break;
    case Op::OpTypePointer:
      type.kind = Kind::kPointer;
      type.storage = static_cast<spv::StorageClass>(table_.Word(inst, 2));
      type.component = table_.Word(inst, 3);
      break;
    case Op::OpTypeUntypedPointerKHR:
      type.kind = Kind::kUntypedPointer;
      type.storage = static_cast<spv::StorageClass>(table_.Word(inst, 2));
      break;
    case Op::OpTypeAccelerationStructureKHR:
      type.kind = Kind::kAccelerationStructure;
      break;
    default:
      // Of what has a result without a type, types of no use here remain.
      if (inst.result_id == 0 || inst.type_id != 0) return true;
      if (std::string_view(spv::OpToString(inst.opcode)).substr(0, 6) != "OpType") return true;
      type.kind = Kind::kOther;
      break;
  }
  if (type.component != 0 && type.kind != Kind::kPointer && !Part(inst, type.component, &type, progress)) return false;
  // A vector of vectors, a matrix of scalars: their sizes would be nonsense.
  const Type* component = Find(type.component);
  const Kind part = component == nullptr ? Kind::kOther : component->kind;
  if (type.kind == Kind::kVector && part != Kind::kInt && part != Kind::kFloat && part != Kind::kBool &&
      part != Kind::kPointer) {
    return progress->Fail(table_.ByteOffset(inst), "the vector %" + std::to_string(type.id) + " is not made of scalars",
                          "a scalar type");
  }
  if (type.kind == Kind::kMatrix && part != Kind::kVector) {
    return progress->Fail(table_.ByteOffset(inst), "the matrix %" + std::to_string(type.id) + " is not made of vectors",
                          "a vector type");
  }
  if (type.kind == Kind::kSampledImage && part != Kind::kImage) {
    return progress->Fail(table_.ByteOffset(inst), "the sampled image %" + std::to_string(type.id) + " has no image",
                          "an image type");
  }
  if ((type.kind == Kind::kVector || type.kind == Kind::kMatrix) && (type.count == 0 || type.count > 1024)) {
    return progress->Fail(table_.ByteOffset(inst),
                          "type %" + std::to_string(type.id) + " has " + std::to_string(type.count) + " components",
                          "2 to 16");
  }
  if ((type.kind == Kind::kInt || type.kind == Kind::kFloat) && (type.width == 0 || type.width > 64)) {
    return progress->Fail(table_.ByteOffset(inst),
                          "type %" + std::to_string(type.id) + " is " + std::to_string(type.width) + " bits wide",
                          "8, 16, 32 or 64");
  }
  index_[type.id] = static_cast<uint32_t>(types_.size());
  types_.push_back(type);
  return true;
}

const Type* TypeTable::Find(uint32_t id) const {
  auto found = index_.find(id);
  return found == index_.end() ? nullptr : &types_[found->second];
}

const Type* TypeTable::OfValue(uint32_t id) const {
  const Inst* inst = table_.Def(id);
  return inst == nullptr ? nullptr : Find(inst->type_id);
}

const Type* TypeTable::Member(const Type& structure, uint32_t index) const {
  return index < structure.member_count() ? Find(table_.Word(*structure.inst, 2 + index)) : nullptr;
}

const Type* TypeTable::WithoutArrays(const Type* type) const {
  while (type != nullptr && type->is_array()) type = Component(*type);
  return type;
}

}  // namespace lacuna::reflection::spirv
