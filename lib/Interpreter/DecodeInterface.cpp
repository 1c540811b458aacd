// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Inputs and outputs of graphics stages: at which location and component each lane
// of a variable is (Vulkan specification, "Location and Component Assignment"), and
// which lanes are built-ins.

#include <algorithm>
#include <set>

#include "Interpreter/Decoder.h"

namespace lacuna::interpreter {
namespace {

// More than all components that any device has.
constexpr uint64_t kMaxInterfaceLanes = 4096;

bool IsKnownInput(spv::ExecutionModel model, spv::BuiltIn builtin) {
  const bool fragment = model == spv::ExecutionModel::Fragment;
  switch (builtin) {
    case spv::BuiltIn::VertexIndex:
    case spv::BuiltIn::InstanceIndex:
    case spv::BuiltIn::BaseVertex:
    case spv::BuiltIn::BaseInstance:
    case spv::BuiltIn::DrawIndex:
      return !fragment;
    case spv::BuiltIn::FragCoord:
    case spv::BuiltIn::FrontFacing:
    case spv::BuiltIn::PointCoord:
    case spv::BuiltIn::HelperInvocation:
    case spv::BuiltIn::PrimitiveId:
    case spv::BuiltIn::Layer:
    case spv::BuiltIn::ViewportIndex:
      return fragment;
    case spv::BuiltIn::ViewIndex:
      return true;
    default:
      return false;
  }
}

bool IsKnownOutput(spv::ExecutionModel model, spv::BuiltIn builtin) {
  const bool fragment = model == spv::ExecutionModel::Fragment;
  switch (builtin) {
    case spv::BuiltIn::Position:
    case spv::BuiltIn::PointSize:
    case spv::BuiltIn::ClipDistance:  // blocks have them; writing them is refused when it happens
    case spv::BuiltIn::CullDistance:
      return !fragment;
    case spv::BuiltIn::FragDepth:  // there is no depth to test
      return fragment;
    default:
      return false;
  }
}

// Walks a variable's type along its lanes.
class InterfaceWalk {
 public:
  InterfaceWalk(const Module& module, spv::ExecutionModel model, bool input)
      : module_(module), model_(model), input_(input) {}

  std::vector<InterfaceSlot> slots;
  std::vector<BuiltInSlot> builtins;
  std::string refusal;  // why the variable cannot be used; empty: it can

  void Variable(const GlobalVariable& variable, const Type& type) {
    lane_ = variable.lanes_at;
    if (type.lanes > kMaxInterfaceLanes) {
      refusal = "is larger than any device's interface";
      return;
    }
    const Decorations& decorations = module_.DecorationsOf(variable.id);
    Place place;
    Read(decorations, &place);
    Visit(type, place, decorations);
  }

 private:
  struct Place {
    bool located = false, flat = false, no_perspective = false;
    uint32_t location = 0, component = 0;
  };

  void Read(const Decorations& decorations, Place* place) {
    const auto location = decorations.find(spv::Decoration::Location);
    if (location != decorations.end()) {
      place->location = location->second;
      place->located = true;
    }
    const auto component = decorations.find(spv::Decoration::Component);
    if (component != decorations.end()) place->component = component->second;
    place->flat |= decorations.count(spv::Decoration::Flat) != 0;
    place->no_perspective |= decorations.count(spv::Decoration::NoPerspective) != 0;
    const auto index = decorations.find(spv::Decoration::Index);
    if (index != decorations.end() && index->second != 0) refusal = "is a second source of blending";
    if (decorations.count(spv::Decoration::Patch)) refusal = "belongs to a patch";
  }

  // A variable, or a member of a block.
  void Visit(const Type& type, Place place, const Decorations& decorations) {
    const auto builtin = decorations.find(spv::Decoration::BuiltIn);
    if (builtin != decorations.end()) {
      const auto kind = static_cast<spv::BuiltIn>(builtin->second);
      if (!(input_ ? IsKnownInput(model_, kind) : IsKnownOutput(model_, kind)))
        refusal = "is a built-in that the interpreter lacks";
      builtins.push_back({kind, lane_, static_cast<uint32_t>(type.lanes)});
      lane_ += static_cast<uint32_t>(type.lanes);
      return;
    }
    if (type.kind == Type::Kind::kStruct) {
      for (uint32_t m = 0; m < type.members.size(); ++m) {
        const Decorations& member = module_.MemberDecorationsOf(type.id, m);
        Place inner = place;
        Read(member, &inner);
        Visit(*type.members[m], inner, member);
        place.location = location_;
      }
      return;
    }
    Locate(type, place);
  }

  void Locate(const Type& type, Place place) {
    if (input_ && model_ == spv::ExecutionModel::Vertex) refusal = "is a vertex attribute, and there are no vertices";
    if (!place.located) refusal = "has no location";
    // So large arrays of nothing are not walked through.
    if (type.lanes == 0) refusal = "has a type that is no input or output";
    if (type.lanes == 0) return;
    switch (type.kind) {
      case Type::Kind::kMatrix:
      case Type::Kind::kArray:
        for (uint64_t i = 0; i < type.count; ++i) {
          Locate(*type.element, place);
          place.location = location_;
        }
        return;
      case Type::Kind::kStruct:
        for (const Type* member : type.members) {
          Locate(*member, place);
          place.location = location_;
        }
        return;
      case Type::Kind::kInt:
      case Type::Kind::kFloat:
      case Type::Kind::kVector:
        break;
      default:
        refusal = "has a type that is no input or output";
        return;
    }
    InterfaceSlot slot;
    slot.location = place.location;
    slot.component = place.component;
    slot.bits = type.bits;
    slot.is_float = type.scalar == Type::Kind::kFloat;
    slot.flat = place.flat;
    slot.no_perspective = place.no_perspective;
    const bool fragment = model_ == spv::ExecutionModel::Fragment;
    if (fragment && input_ && !slot.flat && !(slot.is_float && slot.bits == 32)) {
      refusal = "would have to be interpolated and is no 32-bit float";
    }
    if (fragment && !input_ && slot.bits != 32) refusal = "is no output of 32 bits";
    for (uint64_t i = 0; i < type.lanes; ++i) {
      if (slot.component > 3) {
        slot.component = 0;
        ++slot.location;
      }
      slot.lane = lane_++;
      slots.push_back(slot);
      slot.component += slot.bits == 64 ? 2 : 1;
    }
    location_ = slot.location + 1;
  }

  const Module& module_;
  const spv::ExecutionModel model_;
  const bool input_;
  uint32_t lane_ = 0;
  uint32_t location_ = 0;  // the one behind what was last placed
};

}  // namespace

bool ModuleDecoder::ReadInterface() {
  if (program_.model == spv::ExecutionModel::GLCompute) return true;
  // A module may have other entry points, with other variables at the same locations.
  std::set<uint32_t> listed;
  for (const Instruction& instruction : module_.instructions) {
    if (instruction.opcode != spv::Op::OpEntryPoint) continue;
    if (module_.Operand(instruction, 0) != static_cast<uint32_t>(program_.model) ||
        module_.Operand(instruction, 1) != entry_->function || module_.Text(instruction, 2) != entry_->name) {
      continue;
    }
    for (uint32_t i = 2 + module_.TextWords(instruction, 2); i < instruction.count; ++i) {
      listed.insert(module_.Operand(instruction, i));
    }
  }
  for (GlobalVariable& variable : program_.invocation_variables) {
    const Type& pointer = *types_.Find(module_.Definition(variable.id)->type);
    const bool input = pointer.storage == spv::StorageClass::Input;
    if (!input && pointer.storage != spv::StorageClass::Output) continue;
    if (!listed.count(variable.id)) {
      variable.refusal = "is not listed by the entry point";
      continue;
    }
    InterfaceWalk walk(module_, program_.model, input);
    walk.Variable(variable, *types_.Pointee(pointer));
    variable.refusal = walk.refusal;
    if (!walk.refusal.empty()) continue;
    std::vector<InterfaceSlot>& slots = input ? program_.inputs : program_.outputs;
    std::vector<BuiltInSlot>& builtins = input ? program_.input_builtins : program_.output_builtins;
    slots.insert(slots.end(), walk.slots.begin(), walk.slots.end());
    builtins.insert(builtins.end(), walk.builtins.begin(), walk.builtins.end());
  }
  return true;
}

}  // namespace lacuna::interpreter
