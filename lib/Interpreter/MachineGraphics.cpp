// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// What a machine does for graphics stages: single invocations, and quads of
// fragments that show each other values to take derivatives.

#include "Interpreter/Machine.h"

namespace lacuna::interpreter {
namespace {

// Where an invocation waits: in each frame the operation that it goes on with.
std::vector<const Op*> PositionOf(const Invocation& invocation) {
  std::vector<const Op*> position;
  for (size_t i = 1; i < invocation.frames.size(); ++i) position.push_back(invocation.frames[i].return_to);
  position.push_back(invocation.next);
  return position;
}

}  // namespace

bool Machine::Start(uint32_t count) {
  if (!CheckMemory(count) || !Bind()) return false;
  invocations_.resize(count);
  return true;
}

bool Machine::RunOnce(InvocationInputs* inputs) {
  inputs_ = inputs;
  return RunGroup({0, 0, 0});
}

RunResult Machine::TakeResult() {
  result_.steps = context_.steps;
  result_.undefined_stores = undefined_stores;
  result_.completed = result_.faults.empty() && result_.error.empty();
  return std::move(result_);
}

// Those that wait at the first place in the code go on; so the others, which are
// behind, meet them there once control flow joins. Derivatives are defined when
// the whole quad waits at one place.
void Machine::ContinueQuad() {
  std::vector<const Op*> first;
  for (const Invocation& invocation : invocations_) {
    if (invocation.stop != StopReason::kBarrier) continue;
    std::vector<const Op*> position = PositionOf(invocation);
    if (first.empty() || position < first) first = std::move(position);
  }
  std::vector<uint32_t> ready;
  for (uint32_t i = 0; i < invocations_.size(); ++i) {
    const Invocation& invocation = invocations_[i];
    if (invocation.stop == StopReason::kBarrier && PositionOf(invocation) == first) ready.push_back(i);
  }
  quad_is_whole_ = ready.size() == kQuadSize;
  for (uint32_t i : ready) {
    quad_lanes_[i] = invocations_[i].published;
    quad_poison_[i] = invocations_[i].published_poison;
  }
  for (uint32_t i : ready) {
    Continue(&invocations_[i]);
    if (context_.stop != StopReason::kNone) return;
  }
}

}  // namespace lacuna::interpreter
