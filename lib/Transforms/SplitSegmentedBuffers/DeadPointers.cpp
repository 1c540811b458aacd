// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/SplitSegmentedBuffers/DeadPointers.h"

#include <set>
#include <vector>

#include "Analysis/AccessCollector.h"

namespace lacuna {

namespace {

// Removes what is computed from a pointer, if nothing else uses it; from the
// last user backwards, without recursion.
void RemoveUsers(IRContext* context, Instruction* root) {
  std::vector<Instruction*> stack{root};
  std::vector<Instruction*> order;
  std::set<Instruction*> seen;
  while (!stack.empty()) {
    Instruction* inst = stack.back();
    stack.pop_back();
    if (inst != root) order.push_back(inst);
    context->get_def_use_mgr()->ForEachUser(inst, [&](Instruction* user) {
      if (!IsAnnotation(*user) && user->result_id() != 0 && seen.insert(user).second) stack.push_back(user);
    });
  }
  // Users mostly come behind what they use; where not, another round finds them.
  for (bool again = true; again;) {
    again = false;
    for (size_t i = order.size(); i-- > 0;) {
      bool is_used = false;
      context->get_def_use_mgr()->ForEachUser(order[i],
                                              [&](const Instruction* user) { is_used |= !IsAnnotation(*user); });
      if (is_used) continue;
      context->KillInst(order[i]);
      order.erase(order.begin() + static_cast<ptrdiff_t>(i));
      again = true;
    }
  }
}

}  // namespace

void RemoveVariable(ModuleBuilder* module, Instruction* variable, uint32_t replacement) {
  IRContext* context = module->context();
  RemoveUsers(context, variable);
  const uint32_t id = variable->result_id();
  std::vector<Instruction*> debug_infos;
  context->get_def_use_mgr()->ForEachUser(variable, [&](Instruction* user) {
    if (user->IsCommonDebugInstr() && replacement != 0) debug_infos.push_back(user);
  });
  for (Instruction* info : debug_infos) {
    context->ForgetUses(info);
    info->ForEachInId([id, replacement](uint32_t* operand) {
      if (*operand == id) *operand = replacement;
    });
    context->AnalyzeUses(info);
  }
  for (Instruction& entry_point : context->module()->entry_points()) {
    for (uint32_t i = 3; i < entry_point.NumInOperands();) {
      if (entry_point.GetSingleWordInOperand(i) != id) {
        ++i;
        continue;
      }
      context->ForgetUses(&entry_point);
      entry_point.RemoveInOperand(i);
      context->AnalyzeUses(&entry_point);
    }
  }
  context->KillInst(variable);
}

}  // namespace lacuna
