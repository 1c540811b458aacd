// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_D3D_VARIABLELAYOUT_H_
#define LACUNA_REFLECTION_D3D_VARIABLELAYOUT_H_

// What D3D9 and DXBC variables have in common: registers of 16 bytes.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lacuna/Reflection/D3D/Enumerations.h"
#include "lacuna/Reflection/Model.h"
#include "lacuna/Reflection/Result.h"

namespace lacuna::reflection::d3d {

inline constexpr uint64_t kRegisterBytes = 16;

constexpr uint64_t RoundUpToRegister(uint64_t bytes) {
  return (bytes + kRegisterBytes - 1) / kRegisterBytes * kRegisterBytes;
}

// A type record's numbers, which both formats have.
struct TypeNumbers {
  uint64_t offset = 0;  // of the record in the input
  uint32_t variable_class = 0, type = 0, rows = 0, columns = 0;
  uint64_t elements = 0;  // 0 when it is no array
};

// Fills in class, type, shape and majority of the variable, and its array
// dimension, whose stride is that of elements of `element_bytes`. Returns an
// error with that code when the numbers stand for nothing that an effect
// parameter can be; `type_name` is what the format calls the type.
std::optional<Error> DescribeType(const TypeNumbers& numbers, uint64_t element_bytes, std::string_view type_name,
                                  const char* code, Variable* variable);

// Sets `overlaps` of each variable that shares bytes with an earlier one.
void MarkOverlaps(std::vector<Variable>* variables);

// Makes numbers of the words of a default value: floats as they are, others by
// their value. Nothing when a float cannot hold one of them.
std::optional<std::vector<float>> NumbersFromWords(const std::vector<uint32_t>& words, ScalarKind kind);

}  // namespace lacuna::reflection::d3d

#endif  // LACUNA_REFLECTION_D3D_VARIABLELAYOUT_H_
