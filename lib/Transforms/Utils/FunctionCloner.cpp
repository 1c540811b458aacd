// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/Utils/FunctionCloner.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lacuna {

ClonedFunction CloneFunction(ModuleBuilder* module, Function* function) {
  IRContext* context = module->context();
  ClonedFunction cloned;
  std::unique_ptr<Function> copy(function->Clone(context));
  copy->ForEachInst(
      [&](Instruction* inst) {
        // Debug lines got their ids when they were cloned.
        if (inst->result_id() == 0 || inst->IsDebugLineInst()) return;
        const uint32_t id = module->TakeId();
        cloned.from_original[inst->result_id()] = id;
        cloned.to_original[id] = inst->result_id();
      },
      true, true);
  if (module->failed()) return {};
  copy->ForEachInst(
      [&](Instruction* inst) {
        if (inst->IsDebugLineInst()) return;
        inst->ForEachId([&](uint32_t* id) {
          auto found = cloned.from_original.find(*id);
          if (found != cloned.from_original.end()) *id = found->second;
        });
      },
      true, true);

  Function* placed = copy.get();
  for (BasicBlock& block : *placed) block.SetParent(placed);
  auto& functions = *context->module();
  for (auto it = functions.begin(); it != functions.end(); ++it) {
    if (&*it != function) continue;
    ++it;
    it.InsertBefore(std::move(copy));
    break;
  }
  placed->ForEachInst([context](Instruction* inst) { context->AnalyzeDefUse(inst); }, true, true);
  for (BasicBlock& block : *placed) {
    context->set_instr_block(block.GetLabelInst(), &block);
    for (Instruction& inst : block) context->set_instr_block(&inst, &block);
  }
  for (const auto& [from, to] : cloned.from_original) {
    if (from == function->result_id()) continue;  // exported, it would be so twice
    module->CopyDecorations(from, to);
  }
  std::vector<std::pair<uint32_t, std::string>> names;
  for (const Instruction& name : context->debugs2()) {
    if (name.opcode() != spv::Op::OpName) continue;
    auto found = cloned.from_original.find(name.GetSingleWordInOperand(0));
    if (found == cloned.from_original.end() || found->first == function->result_id()) continue;
    names.push_back({found->second, name.GetInOperand(1).AsString()});
  }
  for (const auto& [id, name] : names) module->Name(id, name);
  cloned.function = placed;
  return cloned;
}

}  // namespace lacuna
