// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// What only fragments do: derivatives, and going on as a helper.

#include <cmath>

#include "Interpreter/Handlers.h"
#include "Interpreter/Lane.h"
#include "Interpreter/Machine.h"

namespace lacuna::interpreter {
namespace {

float NumberOf(uint64_t lane, uint32_t bits) {
  return bits == 16 ? FloatFromHalfBits(static_cast<uint16_t>(lane)) : FromLane<float>(lane);
}

}  // namespace

const Op* Publish(const Op* op, Context& context) {
  Invocation& invocation = *context.invocation;
  invocation.published.assign(context.r + op->a, context.r + op->a + op->n);
  invocation.published_poison.assign(context.p + op->a, context.p + op->a + op->n);
  invocation.next = op + 1;
  context.stop = StopReason::kBarrier;
  return nullptr;
}

const Op* Derive(const Op* op, Context& context) {
  const Machine& machine = *context.machine;
  const uint32_t self = context.invocation->index, left = self & 2, upper = self & 1;
  // The difference of two of the quad's invocations; false when it is undefined.
  const auto difference = [&](uint32_t lane, uint32_t from, uint32_t to, float* result) {
    if (!machine.quad_is_whole() || machine.quad_poison(from)[lane] || machine.quad_poison(to)[lane]) return false;
    *result = NumberOf(machine.quad_lanes(to)[lane], op->c) - NumberOf(machine.quad_lanes(from)[lane], op->c);
    return true;
  };
  for (uint32_t i = 0; i < op->n; ++i) {
    float x = 0, y = 0;
    bool defined = true;
    if (op->x != kAlongY) defined &= difference(i, left, left + 1, &x);
    if (op->x != kAlongX) defined &= difference(i, upper, upper + 2, &y);
    const float result = op->x == kAlongX ? x : op->x == kAlongY ? y : std::abs(x) + std::abs(y);
    context.r[op->d + i] = op->c == 16 ? HalfBitsFromFloat(result) : ToLane(result);
    context.p[op->d + i] = defined ? 0 : 1;
  }
  return op + 1;
}

const Op* Demote(const Op* op, Context& context) {
  context.invocation->helper = true;
  return op + 1;
}

const Op* IsHelper(const Op* op, Context& context) {
  context.r[op->d] = context.invocation->helper ? 1 : 0;
  context.p[op->d] = 0;
  return op + 1;
}

const Op* Project(const Op* op, Context& context) {
  const uint32_t last = op->a + op->n;
  for (uint32_t i = 0; i < op->n; ++i) {
    context.r[op->d + i] = ToLane(FromLane<float>(context.r[op->a + i]) / FromLane<float>(context.r[last]));
    context.p[op->d + i] = context.p[op->a + i] | context.p[last];
  }
  return op + 1;
}

}  // namespace lacuna::interpreter
