// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_SPIRV_CONSTANTS_H_
#define LACUNA_REFLECTION_SPIRV_CONSTANTS_H_

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "Reflection/SPIRV/Decorations.h"
#include "Reflection/SPIRV/Types.h"

namespace lacuna::reflection::spirv {

// A scalar constant's value, by the defaults of specialization constants.
struct Value {
  bool known = false;
  uint64_t bits = 0;   // zero-extended from `width`
  uint32_t width = 0;  // 1 for a boolean
  bool is_signed = false;
  bool is_integer = false;  // or a boolean: not a float

  int64_t Signed() const {
    if (width == 0 || width >= 64) return static_cast<int64_t>(bits);
    const uint64_t sign = uint64_t{1} << (width - 1);
    return static_cast<int64_t>((bits ^ sign) - sign);
  }
};

class ConstantTable {
 public:
  ConstantTable(const ModuleTable& table, const TypeTable& types, const Decorations& decorations);

  // `known` is false for what is no scalar constant or cannot be computed.
  Value Find(uint32_t id) const;

  // The SpecIds, sorted, of the specialization constants that the constant is
  // made from. Fails when that walk takes too long.
  bool SpecIdsOf(uint32_t id, Progress* progress, std::vector<uint32_t>* spec_ids) const;

  bool IsSpecialized(uint32_t id) const;

 private:
  Value Evaluate(const Inst& inst) const;
  Value EvaluateOperation(const Inst& inst, const Type& type) const;

  const ModuleTable& table_;
  const TypeTable& types_;
  const Decorations& decorations_;
  std::unordered_map<uint32_t, Value> values_;
};

}  // namespace lacuna::reflection::spirv

#endif  // LACUNA_REFLECTION_SPIRV_CONSTANTS_H_
