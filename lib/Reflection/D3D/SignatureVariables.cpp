// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/D3D/SignatureVariables.h"

#include <string>

#include "lacuna/Reflection/D3D/Enumerations.h"

namespace lacuna::reflection::d3d {
namespace {

uint32_t CountBits(uint32_t mask) {
  uint32_t count = 0;
  for (; mask != 0; mask &= mask - 1) ++count;
  return count;
}

ScalarKind KindOfComponent(uint32_t component_type) {
  switch (component_type) {
    case 1:
      return ScalarKind::kUint;
    case 2:
      return ScalarKind::kSint;
    case 3:
      return ScalarKind::kFloat;
    default:
      return ScalarKind::kVoid;
  }
}

}  // namespace

std::vector<InterfaceVariable> VariablesFromSignature(const std::vector<SignatureElement>& elements, SignatureUse use) {
  std::vector<InterfaceVariable> variables;
  for (const SignatureElement& element : elements) {
    InterfaceVariable variable;
    variable.name = element.semantic + std::to_string(element.semantic_index);
    variable.semantic = element.semantic;
    variable.semantic_index = element.semantic_index;
    variable.scalar = KindOfComponent(element.component_type);
    variable.scalar_bits = variable.scalar == ScalarKind::kVoid ? 0 : 32;
    variable.components = CountBits(element.mask & 15);
    variable.register_index = element.register_index;
    variable.mask = element.mask;
    variable.read_write_mask = element.read_write_mask;
    variable.stream = element.stream;
    variable.min_precision = element.min_precision;
    variable.system_value = SystemValueName(element.system_value);
    variable.component_type = ComponentTypeName(element.component_type);
    const uint32_t masked = element.mask & element.read_write_mask;
    variable.used = use == SignatureUse::kInput ? masked != 0 : masked != element.mask || element.mask == 0;
    variables.push_back(std::move(variable));
  }
  return variables;
}

}  // namespace lacuna::reflection::d3d
