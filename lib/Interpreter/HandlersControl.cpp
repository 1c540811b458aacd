// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Control flow. Instructions are counted where a block ends.

#include <cstring>

#include "Interpreter/HandlerTemplates.h"
#include "Interpreter/Handlers.h"

namespace lacuna::interpreter {
namespace {

// Counts a block's instructions. False when the limit is reached.
bool Count(uint32_t instructions, Context& context) {
  context.steps += instructions;
  if (context.steps <= context.max_steps) return true;
  context.stop = StopReason::kSteps;
  return false;
}

const Op* Stop(Context& context, StopReason reason) {
  context.stop = reason;
  return nullptr;
}

}  // namespace

const Op* Jump(const Op* op, Context& context) {
  if (!Count(op->n, context)) return nullptr;
  return context.function().code.data() + op->x;
}

const Op* Branch(const Op* op, Context& context) {
  if (!Count(op->n, context)) return nullptr;
  if (context.p[op->a] &&
      !context.machine->Report(op, context, FaultKind::kUndefinedBranch, "a branch on an undefined condition")) {
    return nullptr;
  }
  return op - op->d + (context.r[op->a] ? op->b : op->c);
}

const Op* SwitchOp(const Op* op, Context& context) {
  if (!Count(op->n, context)) return nullptr;
  if (context.p[op->a] &&
      !context.machine->Report(op, context, FaultKind::kUndefinedBranch, "a switch on an undefined selector")) {
    return nullptr;
  }
  const Function& function = context.function();
  const SwitchTable& table = function.switches[op->x];
  const auto target = table.targets.find(context.r[op->a]);
  return function.code.data() + (target == table.targets.end() ? table.otherwise : target->second);
}

const Op* Call(const Op* op, Context& context) {
  // A callee without branches counts too, so that recursion ends.
  if (!Count(1, context)) return nullptr;
  const Program& program = context.machine->program();
  const CallSite& site = context.function().calls[op->x];
  const Function& callee = program.functions[site.function];
  const uint32_t base = context.invocation->frames.back().base;
  if (!context.machine->Enter(callee, context, op + 1, op->d)) return nullptr;
  // Entering may have moved the stack.
  const uint64_t* r = context.invocation->lanes.data() + base;
  const uint8_t* p = context.invocation->poison.data() + base;
  for (const CallSite::Argument& argument : site.arguments) {
    std::memcpy(context.r + argument.to, r + argument.from, argument.lanes * sizeof(uint64_t));
    std::memcpy(context.p + argument.to, p + argument.from, argument.lanes);
  }
  return callee.code.data();
}

const Op* Return(const Op* op, Context& context) {
  if (!Count(op->n, context)) return nullptr;
  Invocation& invocation = *context.invocation;
  const Frame frame = invocation.frames.back();
  if (invocation.frames.size() == 1) return Stop(context, StopReason::kFinished);
  invocation.frames.pop_back();
  invocation.objects.resize(frame.objects);
  const uint32_t base = invocation.frames.back().base;
  context.frame_function = invocation.frames.back().function;
  const uint64_t* r = context.r;
  const uint8_t* p = context.p;
  context.r = invocation.lanes.data() + base;
  context.p = invocation.poison.data() + base;
  std::memcpy(context.r + frame.result, r + op->a, op->x * sizeof(uint64_t));
  std::memcpy(context.p + frame.result, p + op->a, op->x);
  return frame.return_to;
}

const Op* Barrier(const Op* op, Context& context) {
  context.invocation->next = op + 1;
  return Stop(context, StopReason::kBarrier);
}

const Op* Terminate(const Op* op, Context& context) {
  context.steps += op->n;
  context.invocation->killed = true;
  return Stop(context, StopReason::kFinished);
}

const Op* Unreachable(const Op* op, Context& context) {
  context.machine->Report(op, context, FaultKind::kUnreachable, "OpUnreachable is reached");
  return Stop(context, StopReason::kFault);
}

}  // namespace lacuna::interpreter
