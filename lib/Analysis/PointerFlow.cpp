// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/PointerFlow.h"

#include <functional>

#include "Support/ModuleBuilder.h"

namespace lacuna {

namespace {

// Past these a module is no shader that someone wrote.
constexpr size_t kMaxInstances = 4096;
constexpr size_t kMaxShapes = 256;        // of one pointer
constexpr size_t kMaxCombinations = 256;  // of one call

bool IsDebug(const Instruction& inst) { return inst.IsCommonDebugInstr() || inst.IsNonSemanticInstruction(); }

}  // namespace

PointerFlow::PointerFlow(IRContext* context, PointerShapes* shapes, const KeptParameters* kept, PointerWebs* webs,
                         Seen* seen)
    : context_(context), shapes_(shapes), kept_(kept), webs_(webs), seen_(seen) {
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
    const bool non_uniform = binding.non_uniform || shapes_->IsNonUniform(*parameter);
    const uint32_t shape = binding.is_bound() ? binding.shape : shapes_->Intern(Shape{parameter->result_id(), {}});
    instance->origins[parameter->result_id()] = ShapeSet{{shape, non_uniform}};
  });
  return instance;
}

Binding PointerFlow::Bind(const Function& callee, uint32_t index, uint32_t shape, bool non_uniform) const {
  Binding binding;
  if (callee.begin() == callee.end()) return binding;  // an imported function
  uint32_t i = 0, id = 0;
  callee.ForEachParam([&](const Instruction* parameter) {
    if (i++ == index && shapes_->IsTracked(parameter->type_id())) id = parameter->result_id();
  });
  if (id == 0 || webs_->IsMarked(id)) return binding;
  const Shape& bound = shapes_->Get(shape);
  const bool from_variable =
      bound.root == 0 || context_->get_def_use_mgr()->GetDef(bound.root)->opcode() == spv::Op::OpVariable;
  if (!from_variable || kept_->Keeps(callee, index, bound)) return binding;
  binding.shape = shape;
  binding.non_uniform = non_uniform && shapes_->SlotCount(shape) != 0;  // one descriptor is the same for all
  return binding;
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
  for (bool changed = true; changed && declined_.empty();) {
    changed = false;
    for (size_t i = 0; i < instances_.size() && declined_.empty(); ++i) changed |= Scan(&instances_[i]);
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

// Every combination of shapes that the arguments may have is an instance.
bool PointerFlow::ScanCall(Instance* instance, const Instruction& call) {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  Function* callee = FunctionOf(call.GetSingleWordInOperand(0));
  if (callee == nullptr || callee->begin() == callee->end()) return false;
  std::vector<std::vector<Binding>> combinations{{}};
  for (uint32_t i = 1; i < call.NumInOperands(); ++i) {
    const uint32_t argument = call.GetSingleWordInOperand(i);
    std::set<Binding> choices;
    if (!shapes_->IsTracked(defs->GetDef(argument)->type_id())) {
      choices.insert(Binding());
    } else {
      const ShapeSet shapes = ShapesOf(*instance, argument);
      for (const auto& [shape, non_uniform] : shapes) {
        // Where there are others, the pointer is none only where it is not used.
        if (shape == PointerShapes::kNull && shapes.size() > 1) continue;
        choices.insert(Bind(*callee, i - 1, shape, non_uniform));
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
    if (combinations.size() > kMaxCombinations) {
      Decline(&call, "the arguments may be to too many different things", {argument});
      return false;
    }
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

void PointerFlow::Check(const Instance& instance) {
  const Function& function = *instance.function;
  if (shapes_->IsTracked(function.type_id()) && roots_.count(function.result_id()) != 0) {
    Decline(&const_cast<Function&>(function).DefInst(), "a function that other modules may call returns a pointer",
            {function.result_id()});
  }
  for (const auto& [shape, flag] : instance.returned) {
    const Shape& returned = shapes_->Get(shape);
    if (returned.root == 0) continue;
    const Instruction* root = context_->get_def_use_mgr()->GetDef(returned.root);
    if (root->opcode() == spv::Op::OpVariable) continue;
    Decline(&const_cast<Function&>(function).DefInst(),
            "the function returns a pointer that it was given by a caller that is not known", {function.result_id()});
  }
  uint32_t index = 0;
  function.ForEachParam([&](const Instruction* parameter) {
    const Binding& binding = instance.bindings[index++];
    if (!binding.is_bound() || binding.shape == PointerShapes::kNull) return;
    auto is_coherent = [this](uint32_t id) {
      return context_->get_decoration_mgr()->HasDecoration(id, spv::Decoration::Coherent);
    };
    if (is_coherent(parameter->result_id()) && !is_coherent(shapes_->Get(binding.shape).root)) {
      Decline(parameter, "the parameter is Coherent, and a variable that it is given is not", {parameter->result_id()});
    }
  });
  function.ForEachInst([this, &instance](const Instruction* inst) {
    if (!IsDebug(*inst)) CheckUse(instance, *inst);
  });
}

// Whether the rewriter knows what to do with the instruction.
void PointerFlow::CheckUse(const Instance& instance, const Instruction& inst) {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const spv::Op op = inst.opcode();
  if (shapes_->IsLeftAlone(inst.result_id())) return;
  if (inst.type_id() != 0 && !shapes_->IsTracked(inst.type_id()) && shapes_->Contains(inst.type_id())) {
    std::vector<uint32_t> pointers;
    inst.ForEachInId([&](const uint32_t* id) {
      if (shapes_->IsTracked(defs->GetDef(*id)->type_id())) pointers.push_back(*id);
    });
    if (op == spv::Op::OpLoad) {
      if (const Instruction* variable = PointerVariable(context_, inst.GetSingleWordInOperand(0))) {
        pointers.push_back(variable->result_id());
      }
    }
    Decline(&inst, "a value with pointers inside is handled as a whole", pointers);
    return;
  }
  if (shapes_->IsLink(inst)) {
    const uint32_t base = inst.GetSingleWordInOperand(0);
    for (const auto& each : ShapesOf(instance, base)) {
      Shape shape = shapes_->Get(each.first);
      uint32_t distance = 0;
      std::string why;
      if (!shapes_->Extend(inst, &shape, nullptr, &distance, &why)) Decline(&inst, why, {base});
    }
    return;
  }
  switch (op) {
    case spv::Op::OpPhi:
    case spv::Op::OpSelect:
    case spv::Op::OpFunctionParameter:
    case spv::Op::OpFunction:
    case spv::Op::OpUndef:
    case spv::Op::OpFunctionCall:
      if (shapes_->IsTracked(inst.type_id()) && !webs_->IsMarked(inst.result_id()) && op != spv::Op::OpFunction) {
        const ShapeSet shapes = ShapesOf(instance, inst.result_id());
        for (const auto& each : shapes) {
          if (each.first == PointerShapes::kNull || shapes.size() == 1) continue;
          const auto types = shapes_->SlotTypes(each.first);
          for (uint32_t type : types) {
            if (type != 0) Decline(&inst, "the texel pointer may be to several images", {inst.result_id()});
          }
        }
      }
      return;
    case spv::Op::OpLoad:
      if (shapes_->IsTracked(inst.type_id()) && PointerVariable(context_, inst.GetSingleWordInOperand(0)) == nullptr) {
        Decline(&inst, "the pointer is loaded through another pointer that is a parameter or chosen at run time",
                {inst.result_id()});
      }
      return;
    case spv::Op::OpStore:
      if (shapes_->IsTracked(defs->GetDef(inst.GetSingleWordInOperand(1))->type_id()) &&
          PointerVariable(context_, inst.GetSingleWordInOperand(0)) == nullptr) {
        Decline(&inst, "the pointer is stored through another pointer that is a parameter or chosen at run time",
                {inst.GetSingleWordInOperand(1)});
      }
      return;
    case spv::Op::OpVariable: {
      const uint32_t holds = defs->GetDef(inst.type_id())->GetSingleWordInOperand(1);
      if (!shapes_->Contains(holds)) return;
      const Instruction* type = defs->GetDef(holds);
      while (type->opcode() == spv::Op::OpTypeArray) type = defs->GetDef(type->GetSingleWordInOperand(0));
      if (!shapes_->IsTracked(type->result_id())) {
        Decline(&inst, "a struct in the variable holds a pointer", {inst.result_id()});
        return;
      }
      bool is_simple = true;
      std::function<void(const Instruction&)> check = [&](const Instruction& pointer) {
        defs->ForEachUser(&pointer, [&](const Instruction* user) {
          switch (user->opcode()) {
            case spv::Op::OpAccessChain:
            case spv::Op::OpInBoundsAccessChain:
            case spv::Op::OpCopyObject:
              check(*user);
              return;
            case spv::Op::OpLoad:
            case spv::Op::OpName:
            case spv::Op::OpDecorate:
              return;
            case spv::Op::OpStore:
              is_simple &= user->GetSingleWordInOperand(0) == pointer.result_id();
              return;
            default:
              is_simple &= IsDebug(*user);
              return;
          }
        });
      };
      check(inst);
      if (!is_simple)
        Decline(&inst, "a variable with pointers is more than loaded from and stored to", {inst.result_id()});
      return;
    }
    case spv::Op::OpPtrEqual:
    case spv::Op::OpPtrNotEqual:
    case spv::Op::OpPtrDiff:
      CheckComparison(instance, inst);
      return;
    case spv::Op::OpReturnValue:
      return;
    default:
      break;
  }
  // What uses a pointer and gives another, in a way that is not known.
  if (!shapes_->IsTracked(inst.type_id())) return;
  std::vector<uint32_t> pointers;
  inst.ForEachInId([&](const uint32_t* id) {
    if (shapes_->IsTracked(defs->GetDef(*id)->type_id())) pointers.push_back(*id);
  });
  Decline(&inst, std::string("the pointer comes from Op") + spvOpcodeString(op), pointers);
}

void PointerFlow::CheckComparison(const Instance& instance, const Instruction& inst) {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const uint32_t a = inst.GetSingleWordInOperand(0), b = inst.GetSingleWordInOperand(1);
  if (!shapes_->IsTracked(defs->GetDef(a)->type_id()) || shapes_->IsLeftAlone(inst.result_id())) return;
  const ShapeSet of_a = ShapesOf(instance, a), of_b = ShapesOf(instance, b);
  if (inst.opcode() == spv::Op::OpPtrDiff) {
    const bool same = of_a.size() == 1 && of_b.size() == 1 && of_a.begin()->first == of_b.begin()->first;
    const auto& steps = shapes_->Get(of_a.empty() ? PointerShapes::kNull : of_a.begin()->first).steps;
    if (!same || steps.empty() || steps.back().kind != ShapeStep::Kind::kSlot) {
      Decline(&inst, "the pointers are not known to be into one array", {a, b});
    }
    return;
  }
  auto place = [&](uint32_t root, spv::Decoration decoration) {
    uint32_t value = ~uint32_t{0};
    context_->get_decoration_mgr()->ForEachDecoration(
        root, uint32_t(decoration), [&value](const Instruction& found) { value = found.GetSingleWordInOperand(2); });
    return value;
  };
  for (const auto& [shape_a, flag_a] : of_a) {
    for (const auto& [shape_b, flag_b] : of_b) {
      const uint32_t root_a = shapes_->Get(shape_a).root, root_b = shapes_->Get(shape_b).root;
      if (root_a == 0 || root_b == 0 || root_a == root_b) continue;
      const bool variables = defs->GetDef(root_a)->opcode() == spv::Op::OpVariable &&
                             defs->GetDef(root_b)->opcode() == spv::Op::OpVariable;
      if (!variables ||
          (place(root_a, spv::Decoration::DescriptorSet) == place(root_b, spv::Decoration::DescriptorSet) &&
           place(root_a, spv::Decoration::Binding) == place(root_b, spv::Decoration::Binding))) {
        Decline(&inst, "the pointers may be into two variables of one descriptor", {a, b});
      }
    }
  }
}

}  // namespace lacuna
