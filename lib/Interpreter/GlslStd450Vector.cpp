// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The operations that mix the components of vectors and matrices. Sums are added
// in the order of the components, each step rounded.

#include <array>

#include "Interpreter/GlslStd450Detail.h"
#include "spirv/unified1/GLSL.std.450.h"

namespace lacuna::glsl {
namespace {

// Lanes that a call may have: those of a 4x4 matrix.
constexpr uint32_t kMostLanes = 16;

template <typename T>
using Values = std::array<T, kMostLanes>;

template <typename T>
Values<T> Load(const GlslCall& call, uint32_t operand) {
  Values<T> values = {};
  for (uint32_t i = 0; i < call.lanes && i < kMostLanes; ++i) values[i] = FromLane<T>(call.operands[operand][i]);
  return values;
}

template <typename T>
void Store(const GlslCall& call, const Values<T>& values) {
  for (uint32_t i = 0; i < call.lanes && i < kMostLanes; ++i) call.result[i] = ToLane(values[i]);
}

template <typename T>
T Dot(const Values<T>& a, const Values<T>& b, uint32_t lanes) {
  T sum = a[0] * b[0];
  for (uint32_t i = 1; i < lanes; ++i) sum = sum + a[i] * b[i];
  return sum;
}

// Of a scalar this is its absolute value, which the square could not give for
// very large and very small numbers.
template <typename T>
T LengthOf(const Values<T>& x, uint32_t lanes) {
  if (lanes == 1) return x[0] < T(0.0f) ? -x[0] : x[0];
  return SquareRoot(Dot(x, x, lanes));
}

template <typename T>
void Length(const GlslCall& call) {
  call.result[0] = ToLane(LengthOf(Load<T>(call, 0), call.lanes));
}

template <typename T>
void Distance(const GlslCall& call) {
  Values<T> difference = Load<T>(call, 0);
  const Values<T> subtrahend = Load<T>(call, 1);
  for (uint32_t i = 0; i < call.lanes; ++i) difference[i] = difference[i] - subtrahend[i];
  call.result[0] = ToLane(LengthOf(difference, call.lanes));
}

template <typename T>
void Cross(const GlslCall& call) {
  const Values<T> a = Load<T>(call, 0), b = Load<T>(call, 1);
  Values<T> result = {};
  for (uint32_t i = 0; i < 3; ++i) {
    const uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
    result[i] = a[j] * b[k] - b[j] * a[k];
  }
  Store(call, result);
}

// A vector of length 0, which has no direction, gives NaN as the formula does.
template <typename T>
void Normalize(const GlslCall& call) {
  Values<T> x = Load<T>(call, 0);
  const T length = LengthOf(x, call.lanes);
  for (uint32_t i = 0; i < call.lanes; ++i) x[i] = x[i] / length;
  Store(call, x);
}

template <typename T>
void FaceForward(const GlslCall& call) {
  Values<T> normal = Load<T>(call, 0);
  const T dot = Dot(Load<T>(call, 2), Load<T>(call, 1), call.lanes);
  if (!(dot < T(0.0f))) {
    for (uint32_t i = 0; i < call.lanes; ++i) normal[i] = -normal[i];
  }
  Store(call, normal);
}

// I - 2 * dot(N, I) * N
template <typename T>
void Reflect(const GlslCall& call) {
  Values<T> incident = Load<T>(call, 0);
  const Values<T> normal = Load<T>(call, 1);
  const T twice = T(2.0f) * Dot(normal, incident, call.lanes);
  for (uint32_t i = 0; i < call.lanes; ++i) incident[i] = incident[i] - twice * normal[i];
  Store(call, incident);
}

template <typename T>
T LoadEta(const GlslCall& call) {
  const uint64_t lane = call.operands[2][0];
  if (call.second_bits == 16) return Narrow<T>(DoubleFromHalfBits(static_cast<uint16_t>(lane)));
  if (call.second_bits == 32) return Narrow<T>(static_cast<double>(FromLane<float>(lane)));
  return Narrow<T>(FromLane<double>(lane));
}

// k = 1 - eta^2 * (1 - dot(N, I)^2); 0 if that is negative, else
// eta * I - (eta * dot(N, I) + sqrt(k)) * N
template <typename T>
void Refract(const GlslCall& call) {
  const Values<T> incident = Load<T>(call, 0), normal = Load<T>(call, 1);
  const T eta = LoadEta<T>(call), one(1.0f);
  const T dot = Dot(normal, incident, call.lanes);
  const T k = one - eta * eta * (one - dot * dot);
  Values<T> result = {};
  if (!(k < T(0.0f))) {
    const T factor = eta * dot + SquareRoot(k);
    for (uint32_t i = 0; i < call.lanes; ++i) result[i] = eta * incident[i] - factor * normal[i];
  }
  Store(call, result);
}

// Columns of a square matrix of that many lanes.
uint32_t SizeOf(uint32_t lanes) { return lanes == 4 ? 2 : lanes == 9 ? 3 : lanes == 16 ? 4 : 1; }

// The determinant of a matrix of `size` columns, 1 to 4, expanded along its first
// column.
template <typename T>
T DeterminantOf(const Values<T>& m, uint32_t size) {
  if (size == 1) return m[0];
  if (size == 2) return m[0] * m[3] - m[2] * m[1];
  T sum(0.0f);
  for (uint32_t row = 0; row < size; ++row) {
    Values<T> minor = {};
    uint32_t next = 0;
    for (uint32_t column = 1; column < size; ++column) {
      for (uint32_t r = 0; r < size; ++r) {
        if (r != row) minor[next++] = m[column * size + r];
      }
    }
    const T term = m[row] * DeterminantOf(minor, size - 1);
    sum = row == 0 ? term : row % 2 == 0 ? sum + term : sum - term;
  }
  return sum;
}

template <typename T>
void Determinant(const GlslCall& call) {
  call.result[0] = ToLane(DeterminantOf(Load<T>(call, 0), SizeOf(call.lanes)));
}

// The adjugate divided by the determinant. A singular matrix, whose inverse is
// undefined, gives infinities and NaNs.
template <typename T>
void MatrixInverse(const GlslCall& call) {
  const uint32_t size = SizeOf(call.lanes);
  const Values<T> m = Load<T>(call, 0);
  const T determinant = DeterminantOf(m, size);
  Values<T> inverse = {};
  for (uint32_t column = 0; column < size; ++column) {
    for (uint32_t row = 0; row < size; ++row) {
      Values<T> minor = {};
      uint32_t next = 0;
      for (uint32_t c = 0; c < size; ++c) {
        for (uint32_t r = 0; r < size; ++r) {
          if (c != column && r != row) minor[next++] = m[c * size + r];
        }
      }
      const T cofactor = DeterminantOf(minor, size - 1);
      // Transposed: the cofactor of (row, column) stands at (column, row).
      inverse[row * size + column] = ((column + row) % 2 == 0 ? cofactor : -cofactor) / determinant;
    }
  }
  Store(call, inverse);
}

}  // namespace

GlslFunction FindVector(uint32_t instruction, uint32_t bits) {
  switch (instruction) {
    case GLSLstd450Length:
      return LACUNA_GLSL_BY_WIDTH(bits, Length);
    case GLSLstd450Distance:
      return LACUNA_GLSL_BY_WIDTH(bits, Distance);
    case GLSLstd450Cross:
      return LACUNA_GLSL_BY_WIDTH(bits, Cross);
    case GLSLstd450Normalize:
      return LACUNA_GLSL_BY_WIDTH(bits, Normalize);
    case GLSLstd450FaceForward:
      return LACUNA_GLSL_BY_WIDTH(bits, FaceForward);
    case GLSLstd450Reflect:
      return LACUNA_GLSL_BY_WIDTH(bits, Reflect);
    case GLSLstd450Refract:
      return LACUNA_GLSL_BY_WIDTH(bits, Refract);
    case GLSLstd450Determinant:
      return LACUNA_GLSL_BY_WIDTH(bits, Determinant);
    case GLSLstd450MatrixInverse:
      return LACUNA_GLSL_BY_WIDTH(bits, MatrixInverse);
    default:
      return nullptr;
  }
}

}  // namespace lacuna::glsl
