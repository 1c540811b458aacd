// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_GLSLSTD450_H_
#define LACUNA_INTERPRETER_GLSLSTD450_H_

// The operations of GLSL.std.450 that need no derivatives, on plain values.
//
// A *lane* is one scalar: its bits in the low bits of a uint64_t, the bits above
// the scalar's width zero. A vector is its lanes in order, a matrix its columns
// one after the other.
//
// Precision. Rounding, min, max, abs, sign, sqrt, fma, frexp, modf, ldexp and the
// pack and unpack operations are exact or correctly rounded to nearest even. What
// the Vulkan specification ("Precision of GLSL.std.450 Instructions") defines by a
// formula is that formula, each step rounded to the operation's width. The
// remaining ones, such as Sin and Exp2, are computed in double and rounded, which
// is well inside of every bound that the specification gives. Subnormal numbers
// are kept.

#include <cstdint>

namespace lacuna {

struct GlslCall {
  // Components of the first operand: 1 to 4, of a matrix its columns squared.
  uint32_t lanes = 1;
  // Bits of Ldexp's exponents, of Frexp's exponent results and of Refract's eta.
  uint32_t second_bits = 32;
  // As many as the operation has, each of `lanes` lanes (Refract's eta: 1). The
  // pointers of Modf and Frexp are no operands here.
  const uint64_t* operands[3] = {nullptr, nullptr, nullptr};
  // Room for the result's lanes. It may be one of the operands only if the
  // operation works component by component.
  uint64_t* result = nullptr;
  // Modf and ModfStruct: the whole part; Frexp and FrexpStruct: the exponent.
  uint64_t* second_result = nullptr;
};

using GlslFunction = void (*)(const GlslCall& call);

// What executes the instruction of GLSL.std.450 with that number (enum
// GLSLstd450) on components of `bits` bits in its first operand: 16, 32 or 64 for
// floats, 8 to 64 for integers. Null for an unknown number, for the
// interpolations, which need neighbouring fragments, and for a width that the
// instruction does not have.
GlslFunction FindGlslStd450(uint32_t instruction, uint32_t bits);

// How many operands the instruction has, pointers not counted; 0 for one that
// FindGlslStd450 does not know.
uint32_t GlslStd450OperandCount(uint32_t instruction);

// a * b + c rounded once, to nearest even.
uint16_t HalfFma(uint16_t a, uint16_t b, uint16_t c);

}  // namespace lacuna

#endif  // LACUNA_INTERPRETER_GLSLSTD450_H_
