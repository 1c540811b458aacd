// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/Utils/DirectPointers.h"

#include "Transforms/Utils/Cleanup.h"

namespace lacuna {

bool DirectPointers::Find(bool keep, std::set<uint32_t>* left_alone,
                          const std::function<void(const PointerFlow&)>& report) {
  bool declined = false;
  std::set<uint32_t> marks;
  PointerFlow::Seen seen;
  for (uint32_t id : *left_alone) shapes_.LeaveAlone(id);
  for (bool again = true; again;) {
    webs_ = std::make_unique<PointerWebs>(context_, shapes_);
    for (uint32_t id : marks) webs_->Mark(id);
    flow_ = std::make_unique<PointerFlow>(context_, &shapes_, &kept_, webs_.get(), &seen);
    flow_->Run();
    report(*flow_);
    again = false;
    for (const PointerFlow::Declined& each : flow_->declined()) {
      declined = true;
      for (uint32_t pointer : each.pointers) again |= marks.insert(pointer).second;
      const uint32_t id = each.inst == nullptr ? 0 : each.inst->result_id();
      if (id == 0 || !left_alone->insert(id).second) continue;
      // What comes from it, and what that is handed on to, stays too.
      again = true;
      shapes_.LeaveAlone(id);
      if (shapes_.IsTracked(each.inst->type_id())) marks.insert(id);
    }
    if (!keep || flow_->failed()) break;
  }
  return !declined;
}

bool DirectPointers::HasWork() const {
  for (const Instance& instance : flow_->instances()) {
    if (flow_->HasWork(instance)) return true;
  }
  return false;
}

std::string DirectPointers::OpNameOf(uint32_t id) const {
  for (const auto& entry : context_->GetNames(id)) {
    if (entry.second->opcode() == spv::Op::OpName) return entry.second->GetInOperand(1).AsString();
  }
  return {};
}

// The callee's name with those of the variables that its pointers are into.
std::string DirectPointers::NameOf(const Instance& instance, std::set<std::string>* taken) const {
  std::string name = OpNameOf(instance.function->result_id());
  if (name.empty()) return {};
  for (const Binding& binding : instance.bindings) {
    std::set<std::string> variables;  // several where there is a tag
    for (const auto& each : binding.shapes) {
      const uint32_t root = flow_->shapes().Get(each.first).root;
      const std::string variable = root == 0 ? std::string() : OpNameOf(root);
      if (!variable.empty() && variables.insert(variable).second) name += "_" + variable;
    }
  }
  std::string unique = name;
  for (uint32_t i = 1; !taken->insert(unique).second; ++i) unique = name + "_" + std::to_string(i);
  return unique;
}

bool DirectPointers::MakeCopies(ModuleBuilder* module, PointerRewriter::Shared* shared) {
  std::set<std::string> taken;
  for (const Instruction& name : context_->debugs2()) {
    if (name.opcode() == spv::Op::OpName) taken.insert(name.GetInOperand(1).AsString());
  }
  for (Instance& instance : flow_->instances()) {
    if (!instance.is_bound()) {
      shared->functions[&instance] = instance.function;
      continue;
    }
    copies_.push_back({&instance, CloneFunction(module, instance.function)});
    const ClonedFunction& copy = copies_.back().function;
    if (copy.function == nullptr) return false;
    shared->functions[&instance] = copy.function;
    for (const auto& [id, original] : copy.to_original) {
      if (shapes_.IsLeftAlone(original)) shapes_.LeaveAlone(id);
    }
    const std::string name = NameOf(instance, &taken);
    if (!name.empty()) module->Name(copy.function->result_id(), name);
  }
  return !module->failed();
}

bool DirectPointers::Rewrite(ModuleBuilder* module, const Observer& on_function, const Observer& on_access) {
  for (const Instance& instance : flow_->instances()) {
    for (const Binding& binding : instance.bindings) {
      for (const auto& each : binding.shapes) {
        const uint32_t root = shapes_.Get(each.first).root;
        if (on_function && root != 0) on_function(instance.function->DefInst(), root);
      }
    }
  }
  PointerRewriter::Shared shared;
  shared.module = module;
  shared.flow = flow_.get();
  shared.on_access = on_access;
  if (!MakeCopies(module, &shared)) return false;
  const ClonedFunction itself;
  for (Instance& instance : flow_->instances()) {
    if (instance.is_bound()) continue;
    if (flow_->HasWork(instance)) {
      PointerRewriter(&shared, &instance, itself.to_original, itself.from_original).Rewrite();
    }
  }
  for (Copy& copy : copies_) {
    PointerRewriter(&shared, copy.instance, copy.function.to_original, copy.function.from_original).Rewrite();
  }
  rewritten_ = shared.rewritten;
  if (module->failed() || shared.lost) return false;

  std::set<uint32_t> originals;
  for (const Copy& copy : copies_) {
    originals.insert(copy.instance->function->result_id());
    // A copy for what a pointer was thought to be before all was known of it.
    originals.insert(copy.function.function->result_id());
  }
  RemoveUnusedFunctions(context_, originals);
  std::set<uint32_t> privates;
  for (const auto& [variable, cells] : shared.privates) privates.insert(variable);
  RemoveUnusedVariables(context_, privates);
  FoldConstantParameters(module, shared.slot_parameters);
  return !module->failed();
}

}  // namespace lacuna
