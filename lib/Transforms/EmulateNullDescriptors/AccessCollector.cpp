// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/EmulateNullDescriptors/AccessCollector.h"

#include <algorithm>

namespace lacuna {

namespace {

std::string OpName(spv::Op op) { return std::string("Op") + spvOpcodeString(op); }

bool IsConversion(spv::Op op) {
  return op == spv::Op::OpUConvert || op == spv::Op::OpSConvert || op == spv::Op::OpFConvert;
}

// Names, decorations and debug info say something about a pointer without
// using it.
bool IsAnnotation(const Instruction& inst) {
  return inst.opcode() == spv::Op::OpName || inst.opcode() == spv::Op::OpEntryPoint ||
         spvOpcodeIsDecoration(inst.opcode()) || inst.IsCommonDebugInstr() || inst.IsNonSemanticInstruction();
}

}  // namespace

uint32_t SmallestScalarBytes(IRContext* context, const TypeLayout& layout, uint32_t type) {
  const Instruction* inst = context->get_def_use_mgr()->GetDef(type);
  switch (inst->opcode()) {
    case spv::Op::OpTypeStruct: {
      uint32_t smallest = 4;
      for (uint32_t i = 0; i < inst->NumInOperands(); ++i) {
        smallest = std::min(smallest, SmallestScalarBytes(context, layout, inst->GetSingleWordInOperand(i)));
      }
      return smallest;
    }
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeRuntimeArray:
    case spv::Op::OpTypeMatrix:
    case spv::Op::OpTypeVector:
      return SmallestScalarBytes(context, layout, inst->GetSingleWordInOperand(0));
    default: {
      const uint32_t bytes = layout.ScalarBytes(type);
      return bytes == 0 ? 4 : std::min(bytes, 4u);
    }
  }
}

void AccessCollector::Decline(const Instruction* inst, const Descriptor& descriptor, const std::string& reason) {
  // A pointer may reach one instruction in two operands; one report is enough.
  for (const DeclinedUse& use : declined_) {
    if (use.inst == inst && use.descriptor == &descriptor) return;
  }
  declined_.push_back({inst, &descriptor, reason});
}

void AccessCollector::Collect(const Descriptor& descriptor) {
  if (!descriptor.has_binding) {
    if (context_->get_def_use_mgr()->NumUsers(descriptor.variable) > 0) {
      Decline(descriptor.variable, descriptor, "the variable has no DescriptorSet and Binding decoration");
    }
    return;
  }
  Follow(descriptor, *descriptor.variable);
}

void AccessCollector::Follow(const Descriptor& descriptor, const Instruction& pointer) {
  struct PointerUse {
    Instruction* user;
    uint32_t in_operand;
  };
  std::vector<PointerUse> uses;
  context_->get_def_use_mgr()->ForEachUse(&pointer, [&uses](Instruction* user, uint32_t operand) {
    if (IsAnnotation(*user)) return;
    uses.push_back({user, operand - (user->NumOperands() - user->NumInOperands())});
  });
  for (const PointerUse& use : uses) Use(descriptor, use.user, use.in_operand);
}

void AccessCollector::Use(const Descriptor& descriptor, Instruction* user, uint32_t in_operand) {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const uint32_t pointer_id = user->GetSingleWordInOperand(in_operand);
  auto pointee = [defs](uint32_t id) { return defs->GetDef(defs->GetDef(id)->type_id())->GetSingleWordInOperand(1); };

  switch (user->opcode()) {
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpPtrAccessChain:
    case spv::Op::OpInBoundsPtrAccessChain:
    case spv::Op::OpCopyObject:
      Follow(descriptor, *user);
      return;
    case spv::Op::OpLoad:
      AddSite(descriptor, AccessSite::Kind::kLoad, user, pointer_id, user->type_id());
      return;
    case spv::Op::OpStore:
      if (in_operand != 0) {
        Decline(user, descriptor, "a pointer into the buffer is stored in a variable");
        return;
      }
      AddSite(descriptor, AccessSite::Kind::kStore, user, pointer_id, pointee(pointer_id));
      return;
    case spv::Op::OpArrayLength:
      AddSite(descriptor, AccessSite::Kind::kArrayLength, user, pointer_id, 0);
      return;
    case spv::Op::OpCopyMemory:
      AddSite(descriptor, in_operand == 0 ? AccessSite::Kind::kCopyTo : AccessSite::Kind::kCopyFrom, user, pointer_id,
              pointee(pointer_id));
      return;
    case spv::Op::OpPhi:
    case spv::Op::OpSelect:
      Decline(user, descriptor, "a pointer into the buffer is chosen by " + OpName(user->opcode()));
      return;
    case spv::Op::OpFunctionCall:
      Decline(user, descriptor, "a pointer into the buffer is passed to a function");
      return;
    case spv::Op::OpReturnValue:
      Decline(user, descriptor, "a pointer into the buffer is returned from a function");
      return;
    default:
      if (spvOpcodeIsAtomicOp(user->opcode()) && in_operand == 0) {
        AddSite(descriptor, AccessSite::Kind::kAtomic, user, pointer_id, pointee(pointer_id));
        return;
      }
      Decline(user, descriptor, "a pointer into the buffer is used by " + OpName(user->opcode()));
      return;
  }
}

void AccessCollector::AddSite(const Descriptor& descriptor, AccessSite::Kind kind, Instruction* user,
                              uint32_t pointer_id, uint32_t value_type) {
  AccessSite site;
  site.kind = kind;
  site.inst = user;
  site.value_type = value_type;
  std::string why;
  if (!paths_.Trace(pointer_id, &site.path, &why)) {
    Decline(user, descriptor, why);
    return;
  }
  if (site.path.whole_array()) {
    Decline(user, descriptor, "a whole array of descriptors is accessed at once");
    return;
  }
  if (kind != AccessSite::Kind::kArrayLength && !paths_.layout().Extent(site.path.pointee, &site.extent, &why)) {
    Decline(user, descriptor, why);
    return;
  }
  if (kind == AccessSite::Kind::kArrayLength) {
    // What it measures begins at its member's offset.
    LaidOutType array;
    uint64_t offset = 0, stride = 0;
    if (!paths_.layout().Part(site.path.pointee, user->GetSingleWordInOperand(1), &array, &offset, &stride, &why)) {
      Decline(user, descriptor, why);
      return;
    }
    site.path.offset.constant += offset;
  }
  const bool reads = kind == AccessSite::Kind::kLoad || kind == AccessSite::Kind::kCopyFrom;
  if (reads && HasPointerPart(value_type)) {
    Decline(user, descriptor, "a composite with physical pointers is loaded: it has no null value");
    return;
  }
  if (reads) {
    bool is_float = false, is_composite = false;
    site.storage_only = IsStorageOnly(value_type, &is_float, &is_composite);
    if (site.storage_only && is_composite) {
      Decline(user, descriptor,
              "a composite with 8- or 16-bit parts is loaded without the capability to compute with them");
      return;
    }
    if (site.storage_only && kind == AccessSite::Kind::kCopyFrom && is_float) {
      Decline(user, descriptor, "a 16-bit float is copied without the Float16 capability");
      return;
    }
    if (site.storage_only && kind == AccessSite::Kind::kLoad && !CheckStorageOnlyLoad(site, &why)) {
      Decline(user, descriptor, why);
      return;
    }
  }
  sites_.push_back(std::move(site));
}

bool AccessCollector::HasPointerPart(uint32_t type) const {
  const Instruction* inst = context_->get_def_use_mgr()->GetDef(type);
  const bool is_struct = inst->opcode() == spv::Op::OpTypeStruct;
  if (!is_struct && inst->opcode() != spv::Op::OpTypeArray && inst->opcode() != spv::Op::OpTypeVector) return false;
  const uint32_t parts = is_struct ? inst->NumInOperands() : 1;
  for (uint32_t i = 0; i < parts; ++i) {
    const uint32_t part = inst->GetSingleWordInOperand(i);
    const bool is_pointer = context_->get_def_use_mgr()->GetDef(part)->opcode() == spv::Op::OpTypePointer;
    if (is_pointer || HasPointerPart(part)) return true;
  }
  return false;
}

bool AccessCollector::IsStorageOnly(uint32_t type, bool* is_float, bool* is_composite) const {
  const opt::FeatureManager* features = context_->get_feature_mgr();
  const Instruction* inst = context_->get_def_use_mgr()->GetDef(type);
  switch (inst->opcode()) {
    case spv::Op::OpTypeInt: {
      const uint32_t width = inst->GetSingleWordInOperand(0);
      return (width == 8 && !features->HasCapability(spv::Capability::Int8)) ||
             (width == 16 && !features->HasCapability(spv::Capability::Int16));
    }
    case spv::Op::OpTypeFloat:
      *is_float = true;
      return inst->GetSingleWordInOperand(0) == 16 && !features->HasCapability(spv::Capability::Float16);
    case spv::Op::OpTypeVector:
      return IsStorageOnly(inst->GetSingleWordInOperand(0), is_float, is_composite);
    case spv::Op::OpTypeMatrix:
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeStruct: {
      const uint32_t parts = inst->opcode() == spv::Op::OpTypeStruct ? inst->NumInOperands() : 1;
      for (uint32_t i = 0; i < parts; ++i) {
        if (IsStorageOnly(inst->GetSingleWordInOperand(i), is_float, is_composite)) {
          *is_composite = true;
          return true;
        }
      }
      return false;
    }
    default:
      return false;
  }
}

// Only OpStore, the conversions and OpCopyObject may take such a value
// (SPIR-V specification, capabilities StorageBuffer8BitAccess and
// StorageBuffer16BitAccess).
bool AccessCollector::CheckStorageOnlyLoad(const AccessSite& site, std::string* why) const {
  bool is_float = false, is_composite = false;
  IsStorageOnly(site.value_type, &is_float, &is_composite);
  return context_->get_def_use_mgr()->WhileEachUser(site.inst, [&](Instruction* user) {
    if (IsAnnotation(*user)) return true;
    if (IsConversion(user->opcode())) {
      bool ignored_float = false, ignored_composite = false;
      if (!IsStorageOnly(user->type_id(), &ignored_float, &ignored_composite)) return true;
      *why = "an 8- or 16-bit value is converted to another such type without the capability to compute with them";
      return false;
    }
    if (user->opcode() == spv::Op::OpStore) {
      if (!is_float) return true;
      *why = "a 16-bit float is copied without the Float16 capability";
      return false;
    }
    *why = "an 8- or 16-bit value is used by " + OpName(user->opcode()) + " without the capability to compute with it";
    return false;
  });
}

}  // namespace lacuna
