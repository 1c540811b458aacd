// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_SPIRV_TYPES_H_
#define LACUNA_REFLECTION_SPIRV_TYPES_H_

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "Reflection/SPIRV/Limits.h"
#include "Reflection/SPIRV/ModuleTable.h"

namespace lacuna::reflection::spirv {

// A type declaration whose parts are known to be declared before it. Cycles
// only lead through pointers, whose pointees are not part of the type.
struct Type {
  enum class Kind {
    kVoid,
    kBool,
    kInt,
    kFloat,
    kVector,
    kMatrix,
    kImage,
    kSampler,
    kSampledImage,
    kArray,
    kRuntimeArray,
    kStruct,
    kPointer,
    kUntypedPointer,
    kAccelerationStructure,
    kOther,
  };
  Kind kind = Kind::kOther;
  uint32_t id = 0;
  const Inst* inst = nullptr;
  uint32_t depth = 1;                                  // levels of types in it
  uint32_t width = 0;                                  // bits of a number
  bool is_signed = false;                              // of an integer
  uint32_t encoding = 0;                               // of a float: 0 is IEEE 754, else spv::FPEncoding + 1
  uint32_t component = 0;                              // element, component, pointee or image type
  uint32_t count = 0;                                  // components or vectors
  uint32_t length_id = 0;                              // of an array
  spv::StorageClass storage = spv::StorageClass::Max;  // of a pointer

  bool is_array() const { return kind == Kind::kArray || kind == Kind::kRuntimeArray; }
  bool is_pointer() const { return kind == Kind::kPointer || kind == Kind::kUntypedPointer; }
  // Structures: member i's type is word 2 + i of the instruction.
  uint32_t member_count() const { return kind == Kind::kStruct ? inst->length - 2u : 0; }
};

class TypeTable {
 public:
  // Fails on a type that is used before it is declared, and on nesting deeper
  // than kMaxTypeDepth.
  TypeTable(const ModuleTable& table, Progress* progress);

  // Null when the id is no type.
  const Type* Find(uint32_t id) const;
  // The type of a value or variable.
  const Type* OfValue(uint32_t id) const;
  // The member's type, or null.
  const Type* Member(const Type& structure, uint32_t index) const;
  const Type* Component(const Type& type) const { return Find(type.component); }
  // Through all arrays.
  const Type* WithoutArrays(const Type* type) const;

 private:
  bool Add(const Inst& inst, Progress* progress);
  // A part of a type: fails unless it is declared already (or is a pointer that
  // was declared forward).
  bool Part(const Inst& inst, uint32_t id, Type* whole, Progress* progress);

  const ModuleTable& table_;
  std::vector<Type> types_;
  std::unordered_map<uint32_t, uint32_t> index_;
  std::unordered_map<uint32_t, bool> forward_;
};

}  // namespace lacuna::reflection::spirv

#endif  // LACUNA_REFLECTION_SPIRV_TYPES_H_
