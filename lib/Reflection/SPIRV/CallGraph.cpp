// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/SPIRV/CallGraph.h"

#include <algorithm>

namespace lacuna::reflection::spirv {

using spv::Op;

bool CallGraph::Build(Context* context) {
  const ModuleTable& table = context->table;
  callees_.resize(table.functions().size());
  for (size_t f = 0; f < table.functions().size(); ++f) {
    const FunctionRange& function = table.functions()[f];
    for (uint32_t i = function.begin; i < function.end; ++i) {
      const Inst& inst = table.instructions()[i];
      if (inst.opcode != Op::OpFunctionCall) continue;
      const uint32_t callee_id = table.Word(inst, 3);
      const int64_t callee = table.FunctionIndex(callee_id);
      if (callee < 0) {
        return context->Fail(inst, "%" + std::to_string(callee_id) + " is called, but it is no function",
                             "the id of an OpFunction");
      }
      const size_t parameters = table.functions()[static_cast<size_t>(callee)].parameters.size();
      if (parameters != inst.length - size_t{4}) {
        return context->Fail(inst,
                             "function %" + std::to_string(callee_id) + " is called with " +
                                 std::to_string(inst.length - 4) + " arguments",
                             std::to_string(parameters));
      }
      callees_[f].push_back(static_cast<uint32_t>(callee));
    }
    std::sort(callees_[f].begin(), callees_[f].end());
    callees_[f].erase(std::unique(callees_[f].begin(), callees_[f].end()), callees_[f].end());
  }
  NoteRecursion(context);
  return true;
}

void CallGraph::NoteRecursion(Context* context) const {
  enum class State : uint8_t { kNew, kOpen, kDone };
  struct Frame {
    uint32_t function;
    size_t next = 0;
  };
  std::vector<State> states(callees_.size(), State::kNew);
  for (uint32_t root = 0; root < callees_.size(); ++root) {
    if (states[root] != State::kNew) continue;
    std::vector<Frame> stack = {{root}};
    states[root] = State::kOpen;
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.next == callees_[frame.function].size()) {
        states[frame.function] = State::kDone;
        stack.pop_back();
        continue;
      }
      const uint32_t callee = callees_[frame.function][frame.next++];
      if (states[callee] == State::kOpen) {
        const FunctionRange& range = context->table.functions()[callee];
        context->AddNote(context->table.instructions()[range.begin],
                         "function %" + std::to_string(range.id) + " calls itself, directly or through others");
      } else if (states[callee] == State::kNew) {
        states[callee] = State::kOpen;
        stack.push_back({callee});
      }
    }
  }
}

bool CallGraph::Reachable(uint32_t function, Progress* progress, std::vector<uint32_t>* reachable) const {
  std::vector<bool> seen(callees_.size(), false);
  std::vector<uint32_t> pending = {function};
  seen[function] = true;
  if (!progress->TakeSteps(callees_.size() / 64 + 1)) return false;
  while (!pending.empty()) {
    const uint32_t current = pending.back();
    pending.pop_back();
    reachable->push_back(current);
    if (!progress->TakeSteps(callees_[current].size() + 1)) return false;
    for (uint32_t callee : callees_[current]) {
      if (seen[callee]) continue;
      seen[callee] = true;
      pending.push_back(callee);
    }
  }
  std::sort(reachable->begin(), reachable->end());
  return true;
}

}  // namespace lacuna::reflection::spirv
