// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_GLSLSTD450DETAIL_H_
#define LACUNA_INTERPRETER_GLSLSTD450DETAIL_H_

// What the parts of GlslStd450 share; nobody else includes it.

#include <cmath>
#include <cstdint>

#include "Interpreter/GlslStd450.h"
#include "Interpreter/Lane.h"

namespace lacuna::glsl {

// The parts of FindGlslStd450: null for an instruction of another part.
GlslFunction FindScalar(uint32_t instruction, uint32_t bits);
GlslFunction FindVector(uint32_t instruction, uint32_t bits);
GlslFunction FindPack(uint32_t instruction, uint32_t bits);

// Rounds a double to T: to nearest even, as the host does by default.
template <typename T>
T Narrow(double value) {
  return static_cast<T>(value);
}

template <typename T>
T SquareRoot(T value) {
  // A double has more than twice the bits of a float or half, so rounding twice
  // gives what rounding once does.
  return Narrow<T>(std::sqrt(static_cast<double>(value)));
}

template <typename T>
bool IsNan(T value) {
  return value != value;
}

// The other one if one operand is NaN, for FMin and FMax as for NMin and NMax: the
// former leave the choice open. Of zeros with different signs, the second.
template <typename T>
T Minimum(T a, T b) {
  if (IsNan(a)) return b;
  if (IsNan(b)) return a;
  return a < b ? a : b;
}

template <typename T>
T Maximum(T a, T b) {
  if (IsNan(a)) return b;
  if (IsNan(b)) return a;
  return a > b ? a : b;
}

// What chooses between the instantiations of a function for float widths.
#define LACUNA_GLSL_BY_WIDTH(bits, Function) \
  ((bits) == 16 ? &Function<Half> : (bits) == 32 ? &Function<float> : (bits) == 64 ? &Function<double> : nullptr)

}  // namespace lacuna::glsl

#endif  // LACUNA_INTERPRETER_GLSLSTD450DETAIL_H_
