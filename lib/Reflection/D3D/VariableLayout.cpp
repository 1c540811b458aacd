// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/D3D/VariableLayout.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "lacuna/Reflection/Effect.h"

namespace lacuna::reflection::d3d {

std::optional<Error> DescribeType(const TypeNumbers& numbers, uint64_t element_bytes, std::string_view type_name,
                                  const char* code, Variable* variable) {
  const std::optional<ParameterClass> parameter_class = ParameterClassFromD3d(numbers.variable_class);
  if (!parameter_class) {
    return Error{code, numbers.offset, "'" + variable->name + "' is of class " + std::to_string(numbers.variable_class),
                 "0 (scalar) to 5 (struct)", ""};
  }
  const std::optional<ParameterType> parameter_type = ParameterTypeFromD3d(numbers.type);
  if (!parameter_type) {
    return Error{code, numbers.offset + 2,
                 "'" + variable->name + "' is of type " + std::to_string(numbers.type) + " (" + std::string(type_name) +
                     "), which no effect parameter has",
                 "void, bool, int, uint, float, string or a texture", ""};
  }
  variable->parameter_class = *parameter_class;
  variable->parameter_type = *parameter_type;
  variable->rows = numbers.rows;
  variable->columns = numbers.columns;
  variable->elements = numbers.elements;
  if (numbers.elements > 0) {
    ArrayDimension dimension;
    dimension.length = numbers.elements;
    dimension.stride = RoundUpToRegister(element_bytes);
    variable->dimensions.push_back(dimension);
  }
  if (*parameter_class == ParameterClass::kStruct) {
    variable->scalar = ScalarKind::kStruct;
  } else if (*parameter_class == ParameterClass::kObject) {
    variable->scalar = *parameter_type == ParameterType::kString ? ScalarKind::kString : ScalarKind::kOpaque;
  } else if (const std::optional<ScalarType> scalar = ScalarFromD3d(numbers.type)) {
    variable->scalar = scalar->kind;
    variable->scalar_bits = scalar->bits;
  }
  if (*parameter_class == ParameterClass::kMatrix) {
    variable->majority = numbers.variable_class == 2 ? MatrixMajority::kRow : MatrixMajority::kColumn;
    variable->matrix_stride = kRegisterBytes;
  }
  return std::nullopt;
}

void MarkOverlaps(std::vector<Variable>* variables) {
  // The bytes taken so far, as disjoint stretches: start to end.
  std::map<uint64_t, uint64_t> taken;
  for (Variable& variable : *variables) {
    if (variable.size == 0) continue;
    uint64_t start = variable.offset, end = variable.offset + variable.size;
    auto next = taken.upper_bound(start);
    if (next != taken.begin() && std::prev(next)->second > start) --next;
    // All stretches that this one touches become one with it.
    while (next != taken.end() && next->first < end) {
      variable.overlaps = true;
      start = std::min(start, next->first);
      end = std::max(end, next->second);
      next = taken.erase(next);
    }
    taken[start] = end;
  }
}

std::optional<std::vector<float>> NumbersFromWords(const std::vector<uint32_t>& words, ScalarKind kind) {
  // Whole numbers up to this are floats without loss.
  constexpr int64_t kExact = 1 << 24;
  std::vector<float> numbers;
  numbers.reserve(words.size());
  for (uint32_t word : words) {
    if (kind == ScalarKind::kFloat) {
      float number = 0;
      std::memcpy(&number, &word, sizeof(number));
      numbers.push_back(number);
      continue;
    }
    const int64_t value = kind == ScalarKind::kSint ? int64_t{static_cast<int32_t>(word)} : int64_t{word};
    if (value > kExact || value < -kExact) return std::nullopt;
    numbers.push_back(static_cast<float>(value));
  }
  return numbers;
}

}  // namespace lacuna::reflection::d3d
