// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/PointerFlow.h"

#include <algorithm>

#include "Support/ModuleBuilder.h"

namespace lacuna {

namespace {

// Past these a module is no shader that someone wrote.
constexpr size_t kMaxInstances = 4096;
constexpr size_t kMaxShapes = 256;  // of one pointer
// A call under a branch for each is more code than a tag and branches inside from
// here on.
constexpr size_t kMaxBranches = 8;

bool IsDebug(const Instruction& inst) { return inst.IsCommonDebugInstr() || inst.IsNonSemanticInstruction(); }

}  // namespace

PointerFlow::PointerFlow(IRContext* context, PointerShapes* shapes, const KeptParameters* kept, PointerWebs* webs,
                         Seen* seen)
    : context_(context), shapes_(shapes), kept_(kept), webs_(webs), convergent_(context), seen_(seen) {
  for (Function& function : *context->module()) functions_[function.result_id()] = &function;
}

Function* PointerFlow::FunctionOf(uint32_t id) const {
  auto found = functions_.find(id);
  return found == functions_.end() ? nullptr : found->second;
}

bool PointerFlow::ReturnsParts(const Function& function) const {
  return shapes_->IsTracked(function.type_id()) && !webs_->IsMarked(function.result_id()) &&
         function.begin() != function.end();
}

void PointerFlow::Decline(const Instruction* inst, const std::string& reason, std::vector<uint32_t> pointers) {
  if (seen_->insert({inst, reason}).second) declined_.push_back({inst, reason, std::move(pointers)});
}

// What runs: entry points, what other modules may call, and what instructions
// other than calls name.
std::vector<Function*> PointerFlow::Roots() const {
  std::vector<Function*> roots;
  for (Function& function : *context_->module()) {
    if (function.begin() == function.end()) continue;
    bool is_root = false;
    context_->get_def_use_mgr()->ForEachUser(function.result_id(), [&](const Instruction* user) {
      switch (user->opcode()) {
        case spv::Op::OpFunctionCall:
        case spv::Op::OpName:
        case spv::Op::OpExtInst:
          return;
        case spv::Op::OpDecorate:
          if (user->GetSingleWordInOperand(1) == uint32_t(spv::Decoration::LinkageAttributes)) is_root = true;
          return;
        default:
          if (!spvOpcodeIsDecoration(user->opcode())) is_root = true;
          return;
      }
    });
    if (is_root) roots.push_back(&function);
  }
  return roots;
}

bool PointerFlow::HasCycle() const {
  std::map<uint32_t, std::set<uint32_t>> callees;
  for (const auto& entry : functions_) {
    entry.second->ForEachInst([&callees, &entry](const Instruction* inst) {
      if (inst->opcode() == spv::Op::OpFunctionCall) callees[entry.first].insert(inst->GetSingleWordInOperand(0));
    });
  }
  // Functions whose callees are all known to end are taken away; what is left
  // is on a cycle or leads to one.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto it = callees.begin(); it != callees.end();) {
      bool ends = true;
      for (uint32_t callee : it->second) ends &= callees.count(callee) == 0;
      changed |= ends;
      it = ends ? callees.erase(it) : std::next(it);
    }
  }
  return !callees.empty();
}

Instance* PointerFlow::Find(uint32_t function_id, const std::vector<Binding>& bindings) {
  auto found = index_.find({function_id, bindings});
  return found == index_.end() ? nullptr : found->second;
}

Instance* PointerFlow::Get(Function* function, const std::vector<Binding>& bindings) {
  if (Instance* found = Find(function->result_id(), bindings)) return found;
  if (instances_.size() >= kMaxInstances) {
    Decline(&function->DefInst(), "more than " + std::to_string(kMaxInstances) + " specialised functions are needed",
            {});
    failed_ = true;
    return nullptr;
  }
  instances_.emplace_back();
  Instance* instance = &instances_.back();
  instance->function = function;
  instance->bindings = bindings;
  index_[{function->result_id(), bindings}] = instance;
  uint32_t i = 0;
  function->ForEachParam([&](const Instruction* parameter) {
    const Binding& binding = bindings[i++];
    if (!shapes_->IsTracked(parameter->type_id())) return;
    ShapeSet shapes = binding.shapes;
    if (shapes.empty()) shapes[shapes_->Intern(Shape{parameter->result_id(), {}})] = false;
    for (auto& each : shapes) each.second |= shapes_->IsNonUniform(*parameter);
    instance->origins[parameter->result_id()] = shapes;
  });
  return instance;
}

// The id of the parameter `index` if it may be bound, or 0.
uint32_t PointerFlow::FreeParameter(const Function& callee, uint32_t index) const {
  if (callee.begin() == callee.end()) return 0;  // an imported function
  uint32_t i = 0, id = 0;
  callee.ForEachParam([&](const Instruction* parameter) {
    if (i++ == index && shapes_->IsTracked(parameter->type_id())) id = parameter->result_id();
  });
  return id == 0 || webs_->IsMarked(id) ? 0 : id;
}

bool PointerFlow::IsFromVariable(uint32_t shape) const {
  const uint32_t root = shapes_->Get(shape).root;
  return root == 0 || context_->get_def_use_mgr()->GetDef(root)->opcode() == spv::Op::OpVariable;
}

Binding PointerFlow::Bind(const Function& callee, uint32_t index, uint32_t shape, bool non_uniform) const {
  if (FreeParameter(callee, index) == 0 || !IsFromVariable(shape) || kept_->Keeps(callee, index, shapes_->Get(shape))) {
    return {};
  }
  return {{{shape, non_uniform && shapes_->SlotCount(shape) != 0}}};  // one descriptor is the same for all
}

Binding PointerFlow::BindAny(const Function& callee, uint32_t index, const ShapeSet& shapes) const {
  Binding binding;
  for (const auto& [shape, non_uniform] : shapes) {
    // Where there are others, the pointer is none only where it is not used.
    if (shape == PointerShapes::kNull && shapes.size() > 1) continue;
    if (!IsFromVariable(shape)) return {};
    binding.shapes[shape] = non_uniform && shapes_->SlotCount(shape) != 0;
  }
  if (FreeParameter(callee, index) == 0) return {};
  if (binding.shapes.size() == 1) {
    return Bind(callee, index, binding.shapes.begin()->first, binding.shapes.begin()->second);
  }
  return binding;
}

bool PointerFlow::HandsOnTags(const Function& callee, const std::vector<ShapeSet>& arguments) const {
  size_t branches = 1;
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    const ShapeSet& shapes = arguments[i];
    const size_t choices = shapes.size() - shapes.count(PointerShapes::kNull);
    if (choices < 2) continue;
    if (!BindAny(callee, i, shapes).is_bound()) return false;
    branches = std::min(branches * choices, kMaxBranches + 1);
  }
  return branches > kMaxBranches || (branches > 1 && convergent_.Contains(callee));
}

ShapeSet PointerFlow::ShapesOf(const Instance& instance, uint32_t id) const {
  std::vector<Instruction*> links;
  const Instruction* origin = shapes_->Origin(id, &links);
  ShapeSet shapes;
  for (const auto& [number, flag] : ShapesOfOrigin(instance, *origin, origin->result_id())) {
    bool non_uniform = flag;
    const uint32_t longer = Follow(number, links, &non_uniform);
    shapes[longer] |= non_uniform;
  }
  return shapes;
}

ShapeSet PointerFlow::ShapesOfOrigin(const Instance& instance, const Instruction& origin, uint32_t original_id) const {
  auto found = instance.origins.find(original_id);
  if (found != instance.origins.end()) return found->second;
  if (origin.opcode() == spv::Op::OpConstantNull || origin.opcode() == spv::Op::OpUndef) {
    return {{PointerShapes::kNull, false}};
  }
  if (origin.opcode() == spv::Op::OpVariable || webs_->IsMarked(original_id)) {
    return {{shapes_->Intern(Shape{original_id, {}}), shapes_->IsNonUniform(origin)}};
  }
  return {};
}

uint32_t PointerFlow::Follow(uint32_t number, const std::vector<Instruction*>& links, bool* non_uniform) const {
  if (number == PointerShapes::kNull) return number;
  Shape shape = shapes_->Get(number);
  for (const Instruction* link : links) {
    uint32_t distance = 0;
    std::string why;
    // A link that does not fit was declined, or will be.
    if (!shapes_->Extend(*link, &shape, nullptr, &distance, &why)) break;
    *non_uniform |= shapes_->IsNonUniform(*link);
  }
  return shapes_->Intern(shape);
}

bool PointerFlow::Merge(ShapeSet* into, const ShapeSet& from, bool non_uniform) {
  bool changed = false;
  for (const auto& [shape, flag] : from) {
    auto [entry, is_new] = into->emplace(shape, false);
    const bool next = entry->second || flag || (non_uniform && shape != PointerShapes::kNull);
    changed |= is_new || next != entry->second;
    entry->second = next;
  }
  return changed;
}

ShapeSet* PointerFlow::PlaceOf(Instance* instance, const Instruction& variable) {
  const bool is_local =
      static_cast<spv::StorageClass>(variable.GetSingleWordInOperand(0)) == spv::StorageClass::Function;
  return is_local ? &instance->origins[variable.result_id()] : &privates_[variable.result_id()];
}

void PointerFlow::Run() {
  std::vector<Function*> roots = Roots();
  for (Function* root : roots) roots_.insert(root->result_id());
  if (HasCycle()) {
    Decline(nullptr, "functions call each other in a cycle", {});
    failed_ = true;
    return;
  }
  for (Function* root : roots) {
    uint32_t count = 0;
    root->ForEachParam([&count](const Instruction*) { ++count; });
    Get(root, std::vector<Binding>(count));
  }
  // A pointer of which nothing is known in the end is none: it is loaded from a
  // variable that nothing is stored to.
  for (const bool unknown_is_null : {false, true}) {
    unknown_is_null_ = unknown_is_null;
    for (bool changed = true; changed && declined_.empty();) {
      changed = false;
      for (size_t i = 0; i < instances_.size() && declined_.empty(); ++i) changed |= Scan(&instances_[i]);
    }
  }
  if (!declined_.empty()) return;
  for (const Instance& instance : instances_) Check(instance);
}

// One round over the function; rounds are made until nothing changes, as loops
// and variables lead backwards.
bool PointerFlow::Scan(Instance* instance) {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  bool changed = false;
  instance->function->ForEachInst([&](const Instruction* inst) {
    const uint32_t id = inst->result_id();
    const bool is_tracked = shapes_->IsTracked(inst->type_id()) && !webs_->IsMarked(id);
    const bool non_uniform = is_tracked && shapes_->IsNonUniform(*inst);
    switch (inst->opcode()) {
      case spv::Op::OpPhi:
      case spv::Op::OpSelect: {
        if (!is_tracked) return;
        const bool is_phi = inst->opcode() == spv::Op::OpPhi;
        for (uint32_t i = is_phi ? 0 : 1; i < inst->NumInOperands(); i += is_phi ? 2 : 1) {
          changed |= Merge(&instance->origins[id], ShapesOf(*instance, inst->GetSingleWordInOperand(i)), non_uniform);
        }
        if (instance->origins[id].size() > kMaxShapes) Decline(inst, "the pointer may be to too many things", {id});
        return;
      }
      case spv::Op::OpLoad: {
        if (!is_tracked || shapes_->IsLink(*inst)) return;
        const Instruction* variable = PointerVariable(context_, inst->GetSingleWordInOperand(0));
        if (variable != nullptr) changed |= Merge(&instance->origins[id], *PlaceOf(instance, *variable), non_uniform);
        return;
      }
      case spv::Op::OpStore: {
        const uint32_t value = inst->GetSingleWordInOperand(1);
        if (!shapes_->IsTracked(defs->GetDef(value)->type_id())) return;
        const Instruction* variable = PointerVariable(context_, inst->GetSingleWordInOperand(0));
        if (variable == nullptr || webs_->IsMarked(variable->result_id())) return;
        changed |= Merge(PlaceOf(instance, *variable), ShapesOf(*instance, value), false);
        return;
      }
      case spv::Op::OpVariable:
        if (inst->NumInOperands() > 1 && shapes_->IsTracked(defs->GetDef(inst->GetSingleWordInOperand(1))->type_id()) &&
            !webs_->IsMarked(id)) {
          changed |= Merge(PlaceOf(instance, *inst), ShapesOf(*instance, inst->GetSingleWordInOperand(1)), false);
        }
        return;
      case spv::Op::OpReturnValue: {
        const uint32_t value = inst->GetSingleWordInOperand(0);
        if (!ReturnsParts(*instance->function)) return;
        changed |= Merge(&instance->returned, ShapesOf(*instance, value), false);
        return;
      }
      case spv::Op::OpFunctionCall:
        changed |= ScanCall(instance, *inst);
        return;
      default:
        return;
    }
  });
  return changed;
}

// Every combination of shapes that the arguments may have is an instance, or the
// one in which the parameters have tags.
bool PointerFlow::ScanCall(Instance* instance, const Instruction& call) {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  Function* callee = FunctionOf(call.GetSingleWordInOperand(0));
  if (callee == nullptr || callee->begin() == callee->end()) return false;
  std::vector<ShapeSet> arguments;
  for (uint32_t i = 1; i < call.NumInOperands(); ++i) {
    const uint32_t argument = call.GetSingleWordInOperand(i);
    arguments.emplace_back();
    if (!shapes_->IsTracked(defs->GetDef(argument)->type_id())) continue;
    arguments.back() = ShapesOf(*instance, argument);
    if (!arguments.back().empty()) continue;
    if (!unknown_is_null_) return false;
    arguments.back()[PointerShapes::kNull] = false;
  }
  std::vector<std::vector<Binding>> combinations{{}};
  const bool with_tags = HandsOnTags(*callee, arguments);
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    const bool is_choice = arguments[i].size() - arguments[i].count(PointerShapes::kNull) > 1;
    if (is_choice && !with_tags && convergent_.Contains(*callee)) {
      Decline(&call,
              "the function has a barrier, group operation or derivative, and what the pointer is to is chosen among "
              "pointers that are not known",
              {call.GetSingleWordInOperand(i + 1)});
      return false;
    }
    std::set<Binding> choices;
    if (with_tags || arguments[i].empty()) {
      choices.insert(arguments[i].empty() ? Binding() : BindAny(*callee, i, arguments[i]));
    } else {
      for (const auto& [shape, non_uniform] : arguments[i]) {
        if (shape == PointerShapes::kNull && arguments[i].size() > 1) continue;
        choices.insert(Bind(*callee, i, shape, non_uniform));
      }
    }
    std::vector<std::vector<Binding>> longer;
    for (const auto& combination : combinations) {
      for (const Binding& choice : choices) {
        longer.push_back(combination);
        longer.back().push_back(choice);
      }
    }
    combinations = std::move(longer);
    if (combinations.size() <= kMaxBranches) continue;
    Decline(&call, "the arguments may be to too many different things", {call.GetSingleWordInOperand(i + 1)});
    return false;
  }
  bool changed = false;
  for (const auto& combination : combinations) {
    const size_t before = instances_.size();
    Instance* target = Get(callee, combination);
    if (target == nullptr) return changed;
    changed |= instances_.size() != before;
    if (ReturnsParts(*callee)) {
      changed |= Merge(&instance->origins[call.result_id()], target->returned, shapes_->IsNonUniform(call));
    }
  }
  return changed;
}

bool PointerFlow::HasWork(const Instance& instance) const {
  if (instance.is_bound() || ReturnsParts(*instance.function)) return true;
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  bool found = false;
  instance.function->ForEachInst([&](const Instruction* inst) {
    const bool is_result = shapes_->IsTracked(inst->type_id()) && !webs_->IsMarked(inst->result_id());
    switch (inst->opcode()) {
      case spv::Op::OpPhi:
      case spv::Op::OpSelect:
        found |= is_result;
        return;
      case spv::Op::OpLoad:
        found |= is_result && !shapes_->IsLink(*inst);
        break;
      case spv::Op::OpStore:
        if (shapes_->IsTracked(defs->GetDef(inst->GetSingleWordInOperand(1))->type_id())) {
          const Instruction* variable = PointerVariable(context_, inst->GetSingleWordInOperand(0));
          found |= variable != nullptr && !webs_->IsMarked(variable->result_id());
        }
        break;
      case spv::Op::OpPtrAccessChain:
      case spv::Op::OpInBoundsPtrAccessChain:
        found |= is_result && !webs_->IsMarked(shapes_->Origin(inst->result_id())->result_id());
        return;
      case spv::Op::OpPtrEqual:
      case spv::Op::OpPtrNotEqual:
      case spv::Op::OpPtrDiff:
        found |= shapes_->IsTracked(defs->GetDef(inst->GetSingleWordInOperand(0))->type_id()) &&
                 !shapes_->IsLeftAlone(inst->result_id());
        return;
      case spv::Op::OpVariable:
        found |= shapes_->Contains(defs->GetDef(inst->type_id())->GetSingleWordInOperand(1)) &&
                 !webs_->IsMarked(inst->result_id());
        return;
      case spv::Op::OpFunctionCall: {
        const Function* callee = FunctionOf(inst->GetSingleWordInOperand(0));
        found |= callee != nullptr && ReturnsParts(*callee);
        for (uint32_t i = 1; i < inst->NumInOperands() && callee != nullptr; ++i) {
          const uint32_t argument = inst->GetSingleWordInOperand(i);
          if (!shapes_->IsTracked(defs->GetDef(argument)->type_id())) continue;
          std::vector<Instruction*> links;
          shapes_->Origin(argument, &links);
          for (const Instruction* link : links) found |= link->opcode() == spv::Op::OpCopyObject;
          for (const auto& [shape, flag] : ShapesOf(instance, argument)) {
            found |= Bind(*callee, i - 1, shape, flag).is_bound();
          }
        }
        return;
      }
      default:
        break;
    }
    if (IsDebug(*inst)) return;
    inst->ForEachInId([&](const uint32_t* id) {
      const Instruction* def = defs->GetDef(*id);
      if (!shapes_->IsTracked(def->type_id())) return;
      const spv::Op op = shapes_->Origin(*id)->opcode();
      found |= op == spv::Op::OpConstantNull || op == spv::Op::OpUndef;
    });
  });
  return found;
}

}  // namespace lacuna
