// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Moves of lanes within a frame and from and to module-scope variables.

#include <cstring>

#include "Interpreter/HandlerTemplates.h"
#include "Interpreter/Handlers.h"

namespace lacuna::interpreter {
namespace {

template <uint32_t kLanes>
const Op* Copy(const Op* op, Context& context) {
  uint64_t* r = context.r;
  uint8_t* p = context.p;
  const uint32_t n = kLanes ? kLanes : op->n;
  // Source and target do not overlap.
  for (uint32_t i = 0; i < n; ++i) {
    r[op->d + i] = r[op->a + i];
    p[op->d + i] = p[op->a + i];
  }
  return op + 1;
}

template <uint32_t kLanes>
const Op* Gather(const Op* op, Context& context) {
  uint64_t* r = context.r;
  uint8_t* p = context.p;
  const uint32_t from[4] = {op->a, op->b, op->c, op->x};
  for (uint32_t i = 0; i < kLanes; ++i) {
    r[op->d + i] = r[from[i]];
    p[op->d + i] = p[from[i]];
  }
  return op + 1;
}

}  // namespace

Handler CopyHandler(uint32_t lanes) {
  switch (lanes) {
    case 1:
      return Copy<1>;
    case 2:
      return Copy<2>;
    case 3:
      return Copy<3>;
    case 4:
      return Copy<4>;
    default:
      return Copy<0>;
  }
}

Handler GatherHandler(uint32_t lanes) {
  switch (lanes) {
    case 1:
      return Gather<1>;
    case 2:
      return Gather<2>;
    case 3:
      return Gather<3>;
    default:
      return Gather<4>;
  }
}

const Op* LoadGlobal(const Op* op, Context& context) {
  const Invocation& invocation = *context.invocation;
  std::memcpy(context.r + op->d, invocation.lanes.data() + op->a, op->n * sizeof(uint64_t));
  std::memcpy(context.p + op->d, invocation.poison.data() + op->a, op->n);
  return op + 1;
}

const Op* StoreGlobal(const Op* op, Context& context) {
  Invocation& invocation = *context.invocation;
  std::memcpy(invocation.lanes.data() + op->d, context.r + op->a, op->n * sizeof(uint64_t));
  std::memcpy(invocation.poison.data() + op->d, context.p + op->a, op->n);
  return op + 1;
}

const Op* ExtractDynamic(const Op* op, Context& context) {
  const uint64_t index = context.r[op->b];
  const bool inside = index < op->n;
  context.r[op->d] = inside ? context.r[op->a + index] : 0;
  context.p[op->d] = inside && !context.p[op->b] ? context.p[op->a + index] : 1;
  return op + 1;
}

const Op* InsertDynamic(const Op* op, Context& context) {
  const uint64_t index = context.r[op->c];
  const bool good = index < op->n && !context.p[op->c];
  for (uint32_t i = 0; i < op->n; ++i) {
    context.r[op->d + i] = context.r[op->a + i];
    context.p[op->d + i] = good ? context.p[op->a + i] : 1;
  }
  if (good) {
    context.r[op->d + index] = context.r[op->b];
    context.p[op->d + index] = context.p[op->b];
  }
  return op + 1;
}

const Op* SelectLanes(const Op* op, Context& context) {
  uint64_t* r = context.r;
  uint8_t* p = context.p;
  for (uint32_t i = 0; i < op->n; ++i) {
    const uint32_t from = (r[op->a + i] ? op->b : op->c) + i;
    const uint8_t poison = p[op->a + i] | p[from];
    r[op->d + i] = r[from];
    p[op->d + i] = poison;
  }
  return op + 1;
}

const Op* SelectWhole(const Op* op, Context& context) {
  uint64_t* r = context.r;
  uint8_t* p = context.p;
  const uint32_t from = r[op->a] ? op->b : op->c;
  const uint8_t poison = p[op->a];
  for (uint32_t i = 0; i < op->n; ++i) {
    r[op->d + i] = r[from + i];
    p[op->d + i] = p[from + i] | poison;
  }
  return op + 1;
}

}  // namespace lacuna::interpreter
