// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The part of PointerFlow that finds what PointerRewriter could not rewrite.

#include <functional>

#include "Analysis/PointerFlow.h"

namespace lacuna {

namespace {

bool IsDebug(const Instruction& inst) { return inst.IsCommonDebugInstr() || inst.IsNonSemanticInstruction(); }

}  // namespace

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
    auto is_coherent = [this](uint32_t id) {
      return context_->get_decoration_mgr()->HasDecoration(id, spv::Decoration::Coherent);
    };
    if (!is_coherent(parameter->result_id())) return;
    for (const auto& each : binding.shapes) {
      const uint32_t root = shapes_->Get(each.first).root;
      if (root == 0 || is_coherent(root)) continue;
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
