// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/AccessCollector.h"

#include <algorithm>

#include "Analysis/Parameters.h"

namespace lacuna {

namespace {

std::string OpName(spv::Op op) { return std::string("Op") + spvOpcodeString(op); }

bool IsConversion(spv::Op op) {
  return op == spv::Op::OpUConvert || op == spv::Op::OpSConvert || op == spv::Op::OpFConvert;
}

}  // namespace

bool IsAnnotation(const Instruction& inst) {
  return inst.opcode() == spv::Op::OpName || inst.opcode() == spv::Op::OpEntryPoint ||
         spvOpcodeIsDecoration(inst.opcode()) || inst.IsCommonDebugInstr() || inst.IsNonSemanticInstruction();
}

std::vector<std::pair<Instruction*, uint32_t>> UsesOf(IRContext* context, const Instruction& inst) {
  std::vector<std::pair<Instruction*, uint32_t>> uses;
  context->get_def_use_mgr()->ForEachUse(&inst, [&uses](Instruction* user, uint32_t operand) {
    if (!IsAnnotation(*user)) uses.push_back({user, operand - (user->NumOperands() - user->NumInOperands())});
  });
  return uses;
}

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

void AddDeclinedUse(const DeclinedUse& use, std::vector<DeclinedUse>* declined) {
  for (const DeclinedUse& other : *declined) {
    if (other.inst == use.inst && other.descriptor == use.descriptor) return;
  }
  declined->push_back(use);
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
  if (!followed_.insert({descriptor.id(), pointer.result_id()}).second) return;
  if (depth_ >= kMaxPointerSteps) {
    Decline(&pointer, descriptor,
            "the pointer has gone through more than " + std::to_string(kMaxPointerSteps) + " instructions");
    return;
  }
  ++depth_;
  for (const auto& [user, in_operand] : UsesOf(context_, pointer)) Use(descriptor, user, in_operand);
  --depth_;
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
        FollowVariable(descriptor, user);
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
      Escape(descriptor, user, pointer_id, *user);
      return;
    case spv::Op::OpFunctionCall:
      Escape(descriptor, user, pointer_id, *ParameterFor(context_, *user, in_operand));
      return;
    case spv::Op::OpPtrEqual:
    case spv::Op::OpPtrNotEqual:
    case spv::Op::OpPtrDiff:
      // Touches no memory, and a stand-in has an address like any buffer.
      if (opaque_ == Opaque::kIgnored) return;
      break;
    case spv::Op::OpCooperativeMatrixLoadKHR:
    case spv::Op::OpCooperativeMatrixStoreKHR:
    case spv::Op::OpCooperativeMatrixLoadNV:
    case spv::Op::OpCooperativeMatrixStoreNV:
    case spv::Op::OpCooperativeMatrixLoadTensorNV:
    case spv::Op::OpCooperativeMatrixStoreTensorNV:
      // Must not be used on a null descriptor (VUID-RuntimeSpirv-
      // OpCooperativeMatrix-12379), so there is nothing to emulate.
      if (opaque_ == Opaque::kIgnored) return;
      break;
    case spv::Op::OpReturnValue:
      Decline(user, descriptor, "a pointer into the buffer is returned from a function");
      return;
    default:
      if (spvOpcodeIsAtomicOp(user->opcode()) && in_operand == 0) {
        AddSite(descriptor, AccessSite::Kind::kAtomic, user, pointer_id, pointee(pointer_id));
        return;
      }
      break;
  }
  Decline(user, descriptor, "a pointer into the buffer is used by " + OpName(user->opcode()));
}

// The pointer goes on as `target`, which may have other origins, too.
void AccessCollector::Escape(const Descriptor& descriptor, Instruction* user, uint32_t pointer_id,
                             const Instruction& target) {
  AccessPath path;
  std::string why;
  if (!paths_.TraceToRoot(pointer_id, &path, &why)) {
    Decline(user, descriptor, why);
    return;
  }
  if (path.whole_array()) {
    Decline(user, descriptor, "a pointer to an array of descriptors is used by " + OpName(user->opcode()));
    return;
  }
  const Instruction* type = context_->get_def_use_mgr()->GetDef(path.pointee.type);
  if (type->opcode() == spv::Op::OpTypeMatrix || path.pointee.component_stride != 0) {
    Decline(user, descriptor,
            "a pointer to a matrix or a row-major column is used by " + OpName(user->opcode()) +
                ", behind which its layout is not known");
    return;
  }
  std::set<uint32_t> seen;
  if (!OriginsAreKnown(target, &seen, &why)) {
    Decline(user, descriptor, why);
    return;
  }
  known_origins_.insert(seen.begin(), seen.end());
  functions_with_escapes_.insert(context_->get_instr_block(user)->GetParent()->result_id());
  Follow(descriptor, target);
}

// Is everything that may flow into the pointer, whatever its descriptor, of a
// kind that a shadow can be made for?
bool AccessCollector::OriginsAreKnown(const Instruction& pointer, std::set<uint32_t>* seen, std::string* why) {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  if (known_origins_.count(pointer.result_id()) != 0 || !seen->insert(pointer.result_id()).second) return true;
  if (seen->size() > static_cast<size_t>(kMaxPointerSteps)) {
    *why = "more than " + std::to_string(kMaxPointerSteps) + " instructions decide where the pointer points";
    return false;
  }
  auto known = [&](uint32_t id) { return OriginsAreKnown(*defs->GetDef(id), seen, why); };
  switch (pointer.opcode()) {
    case spv::Op::OpVariable:
    case spv::Op::OpConstantNull:
    case spv::Op::OpUndef:
      return true;
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpPtrAccessChain:
    case spv::Op::OpInBoundsPtrAccessChain:
    case spv::Op::OpCopyObject: {
      AccessPath path;
      return paths_.TraceToRoot(pointer.result_id(), &path, why) && known(path.root);
    }
    case spv::Op::OpSelect:
      return known(pointer.GetSingleWordInOperand(1)) && known(pointer.GetSingleWordInOperand(2));
    case spv::Op::OpPhi:
      for (uint32_t i = 0; i < pointer.NumInOperands(); i += 2) {
        if (!known(pointer.GetSingleWordInOperand(i))) return false;
      }
      return true;
    case spv::Op::OpLoad: {
      const Instruction* variable = defs->GetDef(pointer.GetSingleWordInOperand(0));
      if (variable->opcode() != spv::Op::OpVariable) break;
      if (variable->NumInOperands() > 1 && !known(variable->GetSingleWordInOperand(1))) return false;
      return defs->WhileEachUser(variable, [&](Instruction* user) {
        return user->opcode() != spv::Op::OpStore || known(user->GetSingleWordInOperand(1));
      });
    }
    case spv::Op::OpFunctionParameter: {
      if (context_->get_feature_mgr()->HasCapability(spv::Capability::Linkage)) {
        *why = "a pointer is a function's parameter in a module with the Linkage capability: who calls it is not known";
        return false;
      }
      return parameters_.WhileEachArgument(pointer, known);
    }
    default:
      break;
  }
  *why = "a pointer that Op" + std::string(spvOpcodeString(pointer.opcode())) + " gives joins one into the buffer";
  return false;
}

// A pointer that is stored in a variable of its own comes back with any load of
// that variable.
void AccessCollector::FollowVariable(const Descriptor& descriptor, Instruction* store) {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const Instruction* variable = defs->GetDef(store->GetSingleWordInOperand(0));
  if (variable->opcode() != spv::Op::OpVariable) {
    Decline(store, descriptor, "a pointer into the buffer is stored in a part of a variable");
    return;
  }
  if (variable->NumInOperands() > 1 &&
      defs->GetDef(variable->GetSingleWordInOperand(1))->opcode() != spv::Op::OpConstantNull) {
    Decline(store, descriptor,
            "a pointer into the buffer is stored in a variable that is initialized with another pointer");
    return;
  }
  std::vector<Instruction*> loads;
  bool known = true;
  defs->ForEachUse(variable, [&](Instruction* user, uint32_t operand) {
    if (IsAnnotation(*user)) return;
    if (user->opcode() == spv::Op::OpLoad) {
      loads.push_back(user);
    } else if (user->opcode() != spv::Op::OpStore || operand != 0) {
      known = false;
    }
  });
  if (!known) {
    Decline(store, descriptor, "a pointer into the buffer is stored in a variable that is not only loaded and stored");
    return;
  }
  // Escape looks at the pointer stored; the loads are its targets.
  if (loads.empty()) return;
  for (const Instruction* load : loads) Escape(descriptor, store, store->GetSingleWordInOperand(1), *load);
}

void AccessCollector::AddSite(const Descriptor& descriptor, AccessSite::Kind kind, Instruction* user,
                              uint32_t pointer_id, uint32_t value_type) {
  auto [known, is_new] = site_index_.emplace(std::pair(user, kind), sites_.size());
  if (!is_new) {
    // Another descriptor behind the same pointer, or one that was declined.
    if (known->second == SIZE_MAX) return;
    auto& roots = sites_[known->second].roots;
    if (std::find(roots.begin(), roots.end(), &descriptor) == roots.end()) roots.push_back(&descriptor);
    return;
  }
  AccessSite site;
  site.kind = kind;
  site.inst = user;
  site.value_type = value_type;
  site.roots = {&descriptor};
  std::string why;
  if (!paths_.TraceToRoot(pointer_id, &site.path, &why) || !CheckValue(site, &why)) {
    known->second = SIZE_MAX;
    Decline(user, descriptor, why);
    return;
  }
  if (kind == AccessSite::Kind::kArrayLength) {
    // What it measures begins at its member's offset.
    LaidOutType array;
    uint64_t offset = 0, stride = 0;
    if (!paths_.layout().Part(site.path.pointee, user->GetSingleWordInOperand(1), &array, &offset, &stride, &why)) {
      known->second = SIZE_MAX;
      Decline(user, descriptor, why);
      return;
    }
    site.path.offset.constant += offset;
    site.value_type = context_->get_def_use_mgr()->GetDef(array.type)->GetSingleWordInOperand(0);
  } else if (!paths_.layout().Extent(site.path.pointee, &site.extent, &why) ||
             (site.path.is_signed && !site.extent.terms.empty())) {
    if (why.empty()) why = "an array sized by a specialization constant is accessed whole through a moved pointer";
    known->second = SIZE_MAX;
    Decline(user, descriptor, why);
    return;
  }
  bool is_float = false, is_composite = false;
  const bool reads = kind == AccessSite::Kind::kLoad || kind == AccessSite::Kind::kCopyFrom;
  site.storage_only = reads && IsStorageOnly(value_type, &is_float, &is_composite);
  sites_.push_back(std::move(site));
}

// Can the value be moved under a branch and replaced by zero?
bool AccessCollector::CheckValue(const AccessSite& site, std::string* why) const {
  if (site.path.whole_array()) {
    *why = "a whole array of descriptors is accessed at once";
    return false;
  }
  if (site.kind != AccessSite::Kind::kLoad && site.kind != AccessSite::Kind::kCopyFrom) return true;
  if (HasPointerPart(site.value_type)) {
    *why = "a composite with physical pointers is loaded: it has no null value";
    return false;
  }
  bool is_float = false, is_composite = false;
  if (!IsStorageOnly(site.value_type, &is_float, &is_composite)) return true;
  if (is_composite) {
    *why = "a composite with 8- or 16-bit parts is loaded without the capability to compute with them";
    return false;
  }
  if (site.kind == AccessSite::Kind::kLoad) return CheckStorageOnlyLoad(site, why);
  if (is_float) *why = "a 16-bit float is copied without the Float16 capability";
  return !is_float;
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
