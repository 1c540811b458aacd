// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Matrices (their columns one after the other) and dot products. Sums begin with
// the last product, as Mesa's drivers have it, so that results are equal bit by
// bit; any order is right.

#include "Interpreter/HandlerTemplates.h"
#include "Interpreter/Handlers.h"

namespace lacuna::interpreter {
namespace {

uint8_t AnyPoison(const Context& context, uint32_t at, uint32_t count, uint32_t step = 1) {
  uint8_t poison = 0;
  for (uint32_t i = 0; i < count; ++i) poison |= context.p[at + i * step];
  return poison;
}

// The sum of count products of lanes that stand a_step and b_step apart.
template <class T>
uint64_t DotOf(const uint64_t* a, uint32_t a_step, const uint64_t* b, uint32_t b_step, uint32_t count) {
  T sum = FromLane<T>(a[(count - 1) * a_step]) * FromLane<T>(b[(count - 1) * b_step]);
  for (uint32_t i = count - 1; i-- > 0;) sum = FromLane<T>(a[i * a_step]) * FromLane<T>(b[i * b_step]) + sum;
  return ToLane<T>(sum);
}

template <class T>
const Op* Dot(const Op* op, Context& context) {
  context.r[op->d] = DotOf<T>(context.r + op->a, 1, context.r + op->b, 1, op->n);
  context.p[op->d] = AnyPoison(context, op->a, op->n) | AnyPoison(context, op->b, op->n);
  return op + 1;
}

template <class T>
const Op* VectorTimesScalar(const Op* op, Context& context) {
  for (uint32_t i = 0; i < op->n; ++i) {
    context.r[op->d + i] = ToLane<T>(FromLane<T>(context.r[op->a + i]) * FromLane<T>(context.r[op->b]));
    context.p[op->d + i] = context.p[op->a + i] | context.p[op->b];
  }
  return op + 1;
}

template <class T>
const Op* MatrixTimesVector(const Op* op, Context& context) {
  const uint32_t rows = op->n, columns = op->x;
  for (uint32_t row = 0; row < rows; ++row) {
    context.r[op->d + row] = DotOf<T>(context.r + op->a + row, rows, context.r + op->b, 1, columns);
    context.p[op->d + row] = AnyPoison(context, op->a + row, columns, rows) | AnyPoison(context, op->b, columns);
  }
  return op + 1;
}

template <class T>
const Op* VectorTimesMatrix(const Op* op, Context& context) {
  const uint32_t rows = op->n, columns = op->x;
  for (uint32_t column = 0; column < columns; ++column) {
    const uint32_t at = op->b + column * rows;
    context.r[op->d + column] = DotOf<T>(context.r + op->a, 1, context.r + at, 1, rows);
    context.p[op->d + column] = AnyPoison(context, op->a, rows) | AnyPoison(context, at, rows);
  }
  return op + 1;
}

template <class T>
const Op* MatrixTimesMatrix(const Op* op, Context& context) {
  const uint32_t rows = op->n, inner = op->x, columns = op->c;
  for (uint32_t column = 0; column < columns; ++column) {
    for (uint32_t row = 0; row < rows; ++row) {
      const uint32_t at = op->b + column * inner, to = op->d + column * rows + row;
      context.r[to] = DotOf<T>(context.r + op->a + row, rows, context.r + at, 1, inner);
      context.p[to] = AnyPoison(context, op->a + row, inner, rows) | AnyPoison(context, at, inner);
    }
  }
  return op + 1;
}

template <class T>
const Op* OuterProduct(const Op* op, Context& context) {
  for (uint32_t column = 0; column < op->x; ++column) {
    for (uint32_t row = 0; row < op->n; ++row) {
      const uint32_t to = op->d + column * op->n + row;
      context.r[to] = ToLane<T>(FromLane<T>(context.r[op->a + row]) * FromLane<T>(context.r[op->b + column]));
      context.p[to] = context.p[op->a + row] | context.p[op->b + column];
    }
  }
  return op + 1;
}

const Op* Transpose(const Op* op, Context& context) {
  for (uint32_t column = 0; column < op->x; ++column) {
    for (uint32_t row = 0; row < op->n; ++row) {
      context.r[op->d + row * op->x + column] = context.r[op->a + column * op->n + row];
      context.p[op->d + row * op->x + column] = context.p[op->a + column * op->n + row];
    }
  }
  return op + 1;
}

template <class T>
Handler Find(MatrixOp op) {
  switch (op) {
    case MatrixOp::kDot:
      return Dot<T>;
    case MatrixOp::kVectorTimesScalar:
      return VectorTimesScalar<T>;
    case MatrixOp::kMatrixTimesVector:
      return MatrixTimesVector<T>;
    case MatrixOp::kVectorTimesMatrix:
      return VectorTimesMatrix<T>;
    case MatrixOp::kMatrixTimesMatrix:
      return MatrixTimesMatrix<T>;
    case MatrixOp::kOuterProduct:
      return OuterProduct<T>;
    case MatrixOp::kTranspose:
      return Transpose;
  }
  return nullptr;
}

int64_t Component(uint64_t lane, bool is_signed, uint32_t bits) {
  return is_signed ? SignedLane(lane, bits) : static_cast<int64_t>(lane & LaneMask(bits));
}

const Op* IntegerDot(const Op* op, Context& context) {
  const bool packed = op->x & kDotPacked, accumulate = op->x & kDotAccumulates;
  const bool a_signed = op->x & kDotSignedA, b_signed = op->x & kDotSignedB;
  const uint32_t result_bits = op->x >> kDotBitsAt, bits = op->n >> kDotBitsAt, count = op->n & 0xff;
  __extension__ using Wide = __int128;
  Wide sum = 0;
  uint8_t poison = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t a = packed ? context.r[op->a] >> 8 * i : context.r[op->a + i];
    const uint64_t b = packed ? context.r[op->b] >> 8 * i : context.r[op->b + i];
    sum += static_cast<Wide>(Component(a, a_signed, bits)) * Component(b, b_signed, bits);
    poison |= context.p[packed ? op->a : op->a + i] | context.p[packed ? op->b : op->b + i];
  }
  if (accumulate) {
    poison |= context.p[op->c];
    sum += Component(context.r[op->c], a_signed, result_bits);
    const Wide one = 1;
    const Wide high = a_signed ? (one << (result_bits - 1)) - 1 : (one << result_bits) - 1;
    const Wide low = a_signed ? -(one << (result_bits - 1)) : 0;
    sum = sum > high ? high : sum < low ? low : sum;
  }
  context.r[op->d] = static_cast<uint64_t>(sum) & LaneMask(result_bits);
  context.p[op->d] = poison;
  return op + 1;
}

}  // namespace

Handler MatrixHandler(MatrixOp op, uint32_t bits) {
  switch (bits) {
    case 16:
      return Find<Half>(op);
    case 32:
      return Find<float>(op);
    case 64:
      return Find<double>(op);
    default:
      return nullptr;
  }
}

Handler IntegerDotHandler() { return IntegerDot; }

}  // namespace lacuna::interpreter
