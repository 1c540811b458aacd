// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Calls of GLSL.std.450.

#include <algorithm>

#include "Interpreter/HandlerTemplates.h"
#include "Interpreter/Handlers.h"

namespace lacuna::interpreter {
namespace {

constexpr uint32_t kMostLanes = 16;

// Whether each component of the result depends on those components of the operands
// only; else every component depends on all.
bool IsByComponent(const GlslAccess& access) {
  for (uint32_t i = 0; i < access.operand_count; ++i) {
    if (access.operand_lanes[i] != access.result_lanes) return false;
  }
  return access.by_component;
}

}  // namespace

const Op* GlslCallOp(const Op* op, Context& context) {
  const GlslAccess& access = context.function().glsl[op->x];
  uint64_t result[kMostLanes] = {}, second[kMostLanes] = {};
  GlslCall call;
  call.lanes = access.lanes;
  call.second_bits = access.second_bits;
  uint8_t all = 0;
  for (uint32_t i = 0; i < access.operand_count; ++i) {
    call.operands[i] = context.r + access.operands[i];
    for (uint32_t l = 0; l < access.operand_lanes[i]; ++l) all |= context.p[access.operands[i] + l];
  }
  call.result = result;
  call.second_result = second;
  access.function(call);
  const bool by_component = all && IsByComponent(access);
  for (uint32_t l = 0; l < access.result_lanes; ++l) {
    uint8_t poison = all;
    if (by_component) {
      poison = 0;
      for (uint32_t i = 0; i < access.operand_count; ++i) poison |= context.p[access.operands[i] + l];
    }
    context.r[op->d + l] = result[l];
    context.p[op->d + l] = poison;
  }
  for (uint32_t l = 0; l < access.second_lanes; ++l) {
    context.r[access.second + l] = second[l];
    context.p[access.second + l] = all;
  }
  return op + 1;
}

}  // namespace lacuna::interpreter
