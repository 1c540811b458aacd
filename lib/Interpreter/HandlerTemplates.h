// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_HANDLERTEMPLATES_H_
#define LACUNA_INTERPRETER_HANDLERTEMPLATES_H_

// Operations on lanes made of functions on scalars. Each comes in a form for one
// lane, which most code is made of, and in one for any number.

#include "Interpreter/Lane.h"
#include "Interpreter/Machine.h"

namespace lacuna::interpreter {

// F::Do takes and returns lanes.
template <class F, bool kOne>
const Op* UnaryOp(const Op* op, Context& context) {
  uint64_t* r = context.r;
  uint8_t* p = context.p;
  const uint32_t n = kOne ? 1 : op->n;
  for (uint32_t i = 0; i < n; ++i) {
    r[op->d + i] = F::Do(r[op->a + i]);
    p[op->d + i] = p[op->a + i];
  }
  return op + 1;
}

template <class F, bool kOne>
const Op* BinaryOp(const Op* op, Context& context) {
  uint64_t* r = context.r;
  uint8_t* p = context.p;
  const uint32_t n = kOne ? 1 : op->n;
  for (uint32_t i = 0; i < n; ++i) {
    r[op->d + i] = F::Do(r[op->a + i], r[op->b + i]);
    p[op->d + i] = p[op->a + i] | p[op->b + i];
  }
  return op + 1;
}

// F::Do also gets the poison of its result, which it may set.
template <class F, bool kOne>
const Op* CheckedUnaryOp(const Op* op, Context& context) {
  uint64_t* r = context.r;
  uint8_t* p = context.p;
  const uint32_t n = kOne ? 1 : op->n;
  for (uint32_t i = 0; i < n; ++i) {
    uint8_t poison = p[op->a + i];
    r[op->d + i] = F::Do(r[op->a + i], &poison);
    p[op->d + i] = poison;
  }
  return op + 1;
}

template <class F, bool kOne>
const Op* CheckedBinaryOp(const Op* op, Context& context) {
  uint64_t* r = context.r;
  uint8_t* p = context.p;
  const uint32_t n = kOne ? 1 : op->n;
  for (uint32_t i = 0; i < n; ++i) {
    uint8_t poison = p[op->a + i] | p[op->b + i];
    r[op->d + i] = F::Do(r[op->a + i], r[op->b + i], &poison);
    p[op->d + i] = poison;
  }
  return op + 1;
}

// F::Do returns two results, which stand n lanes apart.
template <class F>
const Op* DoubleResultOp(const Op* op, Context& context) {
  uint64_t* r = context.r;
  uint8_t* p = context.p;
  for (uint32_t i = 0; i < op->n; ++i) {
    const uint8_t poison = p[op->a + i] | p[op->b + i];
    F::Do(r[op->a + i], r[op->b + i], &r[op->d + i], &r[op->d + op->n + i]);
    p[op->d + i] = p[op->d + op->n + i] = poison;
  }
  return op + 1;
}

template <class F>
Handler Unary(uint32_t lanes) {
  return lanes == 1 ? UnaryOp<F, true> : UnaryOp<F, false>;
}
template <class F>
Handler Binary(uint32_t lanes) {
  return lanes == 1 ? BinaryOp<F, true> : BinaryOp<F, false>;
}
template <class F>
Handler CheckedUnary(uint32_t lanes) {
  return lanes == 1 ? CheckedUnaryOp<F, true> : CheckedUnaryOp<F, false>;
}
template <class F>
Handler CheckedBinary(uint32_t lanes) {
  return lanes == 1 ? CheckedBinaryOp<F, true> : CheckedBinaryOp<F, false>;
}

}  // namespace lacuna::interpreter

#endif  // LACUNA_INTERPRETER_HANDLERTEMPLATES_H_
