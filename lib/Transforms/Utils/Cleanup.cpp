// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/Utils/Cleanup.h"

#include <memory>
#include <string>

namespace lacuna {

namespace {

Function* FindFunction(IRContext* context, uint32_t id) {
  for (Function& function : *context->module()) {
    if (function.result_id() == id) return &function;
  }
  return nullptr;
}

bool IsUsed(IRContext* context, uint32_t function) {
  bool used = false;
  context->get_def_use_mgr()->ForEachUser(function, [&used](const Instruction* user) {
    switch (user->opcode()) {
      case spv::Op::OpName:
      case spv::Op::OpExtInst:
        return;
      case spv::Op::OpDecorate:
        used |= user->GetSingleWordInOperand(1) == uint32_t(spv::Decoration::LinkageAttributes);
        return;
      default:
        used |= !spvOpcodeIsDecoration(user->opcode());
        return;
    }
  });
  return used;
}

// Does the instruction need variable pointers? (SPIR-V specification, "Universal
// Validation Rules" for logical addressing.)
bool NeedsVariablePointers(opt::analysis::DefUseManager* defs, const Instruction& inst) {
  auto class_of = [defs](uint32_t type_id) {
    const Instruction* type = type_id == 0 ? nullptr : defs->GetDef(type_id);
    if (type == nullptr || type->opcode() != spv::Op::OpTypePointer) return spv::StorageClass::Max;
    return static_cast<spv::StorageClass>(type->GetSingleWordInOperand(0));
  };
  auto is_variable = [](spv::StorageClass storage_class) {
    return storage_class == spv::StorageClass::StorageBuffer || storage_class == spv::StorageClass::Workgroup;
  };
  switch (inst.opcode()) {
    case spv::Op::OpPhi:
    case spv::Op::OpSelect:
    case spv::Op::OpFunctionCall:
    case spv::Op::OpLoad:
    case spv::Op::OpConstantNull:
    case spv::Op::OpUndef:
    case spv::Op::OpPtrAccessChain:
    case spv::Op::OpInBoundsPtrAccessChain:
      if (is_variable(class_of(inst.type_id()))) return true;
      break;
    case spv::Op::OpFunctionParameter:
      return class_of(inst.type_id()) == spv::StorageClass::StorageBuffer;
    case spv::Op::OpPtrEqual:
    case spv::Op::OpPtrNotEqual:
    case spv::Op::OpPtrDiff:
      return true;
    case spv::Op::OpVariable: {
      const Instruction* type = defs->GetDef(inst.type_id());
      return is_variable(class_of(type->GetSingleWordInOperand(1)));
    }
    default:
      break;
  }
  if (inst.opcode() != spv::Op::OpFunctionCall) return false;
  // Workgroup memory may be passed on as a whole without the capability.
  for (uint32_t i = 1; i < inst.NumInOperands(); ++i) {
    const Instruction* argument = defs->GetDef(inst.GetSingleWordInOperand(i));
    const spv::StorageClass storage_class = class_of(argument->type_id());
    if (storage_class == spv::StorageClass::StorageBuffer) return true;
    if (storage_class == spv::StorageClass::Workgroup && argument->opcode() != spv::Op::OpVariable &&
        argument->opcode() != spv::Op::OpFunctionParameter) {
      return true;
    }
  }
  return false;
}

void DropVariablePointers(IRContext* context) {
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  bool needed = false;
  for (const Instruction& inst : context->types_values()) {
    // A type of pointers inside others may be of values that are pointers.
    needed |= NeedsVariablePointers(defs, inst);
  }
  for (Function& function : *context->module()) {
    function.ForEachInst([&](const Instruction* inst) { needed |= NeedsVariablePointers(defs, *inst); });
    function.ForEachParam([&](const Instruction* inst) { needed |= NeedsVariablePointers(defs, *inst); });
  }
  if (needed) return;
  context->RemoveCapability(spv::Capability::VariablePointers);
  context->RemoveCapability(spv::Capability::VariablePointersStorageBuffer);
  context->RemoveExtension(spvtools::Extension::kSPV_KHR_variable_pointers);
}

// What FoldConstantParameters does to one function.
class ParameterFolder {
 public:
  explicit ParameterFolder(ModuleBuilder* module)
      : module_(module), context_(module->context()), defs_(module->context()->get_def_use_mgr()) {}

  bool Fold(Function* function, uint32_t parameter) {
    uint32_t index = 0, at = 0;
    function->ForEachParam([&](const Instruction* inst) {
      ++index;
      if (inst->result_id() == parameter) at = index;
    });
    if (at == 0) return false;
    std::vector<Instruction*> calls;
    uint32_t value = 0;
    bool same = true;
    defs_->ForEachUser(function->result_id(), [&](Instruction* user) {
      if (user->opcode() != spv::Op::OpFunctionCall) return;
      calls.push_back(user);
      const uint32_t argument = user->GetSingleWordInOperand(at);
      same &= value == 0 || value == argument;
      value = argument;
    });
    const bool is_constant = !calls.empty() && same && defs_->GetDef(value)->opcode() == spv::Op::OpConstant;
    if (!is_constant && IsRead(parameter)) return false;
    std::vector<uint32_t> types;
    function->ForEachParam([&](const Instruction* inst) {
      if (inst->result_id() != parameter) types.push_back(inst->type_id());
    });
    Instruction& def = function->DefInst();
    const uint32_t type = module_->FunctionType(def.type_id(), types);
    if (module_->failed()) return false;
    context_->KillNamesAndDecorates(parameter);
    if (is_constant) context_->ReplaceAllUsesWith(parameter, value);
    defs_->ClearInst(defs_->GetDef(parameter));
    function->RemoveParameter(parameter);
    for (Instruction* call : calls) {
      context_->ForgetUses(call);
      call->RemoveInOperand(at);
      context_->AnalyzeUses(call);
    }
    context_->ForgetUses(&def);
    def.SetInOperand(1, {type});
    context_->AnalyzeUses(&def);
    return true;
  }

 private:
  bool IsRead(uint32_t parameter) const {
    return !defs_->WhileEachUser(parameter, [](const Instruction* user) {
      return user->opcode() == spv::Op::OpName || spvOpcodeIsDecoration(user->opcode());
    });
  }

  ModuleBuilder* module_;
  IRContext* context_;
  opt::analysis::DefUseManager* defs_;
};

}  // namespace

void RemoveUnusedFunctions(IRContext* context, const std::set<uint32_t>& functions) {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto it = context->module()->begin(); it != context->module()->end();) {
      if (functions.count(it->result_id()) == 0 || IsUsed(context, it->result_id())) {
        ++it;
        continue;
      }
      it = opt::eliminatedeadfunctionsutil::EliminateFunction(context, &it);
      changed = true;
    }
  }
}

void RemoveUnusedVariables(IRContext* context, const std::set<uint32_t>& variables) {
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  for (uint32_t id : variables) {
    bool used = false;
    std::vector<Instruction*> entry_points, debug;
    defs->ForEachUser(id, [&](Instruction* user) {
      if (user->opcode() == spv::Op::OpEntryPoint) {
        entry_points.push_back(user);
      } else if (user->IsCommonDebugInstr() || user->IsNonSemanticInstruction()) {
        debug.push_back(user);
      } else {
        used |= user->opcode() != spv::Op::OpName && !spvOpcodeIsDecoration(user->opcode());
      }
    });
    if (used) continue;
    for (Instruction* entry_point : entry_points) {
      context->ForgetUses(entry_point);
      // In operands: execution model, function, name, interface ids.
      for (uint32_t i = entry_point->NumInOperands(); i-- > 3;) {
        if (entry_point->GetSingleWordInOperand(i) == id) entry_point->RemoveInOperand(i);
      }
      context->AnalyzeUses(entry_point);
    }
    for (Instruction* user : debug) context->KillInst(user);
    context->KillInst(defs->GetDef(id));
  }
}

void FoldConstantParameters(ModuleBuilder* module, const std::map<uint32_t, std::vector<uint32_t>>& parameters) {
  ParameterFolder folder(module);
  // What goes may have been the last use of something that goes on.
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [id, candidates] : parameters) {
      Function* function = FindFunction(module->context(), id);
      if (function == nullptr) continue;
      for (uint32_t parameter : candidates) changed |= folder.Fold(function, parameter);
    }
  }
}

std::vector<const Descriptor*> FindRestrictedArrays(IRContext* context, const DescriptorTable& descriptors,
                                                    const CallGraph& calls) {
  std::set<uint32_t> entries;
  for (const Instruction* entry_point : calls.entry_points()) entries.insert(entry_point->GetSingleWordInOperand(1));
  std::vector<const Descriptor*> found;
  for (const Descriptor& descriptor : descriptors.descriptors()) {
    const bool is_buffer =
        descriptor.kind == DescriptorKind::kStorageBuffer || descriptor.kind == DescriptorKind::kUniformBuffer;
    if (!is_buffer || descriptor.dimensions.empty() ||
        !context->get_decoration_mgr()->HasDecoration(descriptor.id(), spv::Decoration::Restrict)) {
      continue;
    }
    bool in_function = false;
    context->get_def_use_mgr()->ForEachUser(descriptor.id(), [&](Instruction* user) {
      const BasicBlock* block = context->get_instr_block(user);
      if (block == nullptr) return;
      const uint32_t function = block->GetParent()->result_id();
      in_function |= entries.count(function) == 0 && !calls.EntryPointsReaching(function).empty();
    });
    if (in_function) found.push_back(&descriptor);
  }
  return found;
}

void DropRestrict(IRContext* context, const std::vector<const Descriptor*>& arrays) {
  for (const Descriptor* descriptor : arrays) {
    context->get_decoration_mgr()->RemoveDecorationsFrom(descriptor->id(), [](const Instruction& decoration) {
      return decoration.opcode() == spv::Op::OpDecorate &&
             decoration.GetSingleWordInOperand(1) == uint32_t(spv::Decoration::Restrict);
    });
  }
}

void AddIndexingCapabilities(IRContext* context, const DescriptorTable& descriptors) {
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  std::set<spv::Capability> needed;
  for (const Descriptor& descriptor : descriptors.descriptors()) {
    if (descriptor.dimensions.empty()) continue;
    bool dynamic = false;
    defs->ForEachUser(descriptor.id(), [&](const Instruction* user) {
      if (user->opcode() != spv::Op::OpAccessChain && user->opcode() != spv::Op::OpInBoundsAccessChain) return;
      for (uint32_t i = 1; i < user->NumInOperands() && i <= descriptor.dimensions.size(); ++i) {
        dynamic |= !spvOpcodeIsConstant(defs->GetDef(user->GetSingleWordInOperand(i))->opcode());
      }
    });
    if (!dynamic) continue;
    switch (descriptor.kind) {
      case DescriptorKind::kStorageBuffer:
        needed.insert(spv::Capability::StorageBufferArrayDynamicIndexing);
        break;
      case DescriptorKind::kUniformBuffer:
        needed.insert(spv::Capability::UniformBufferArrayDynamicIndexing);
        break;
      case DescriptorKind::kStorageImage:
        needed.insert(spv::Capability::StorageImageArrayDynamicIndexing);
        break;
      case DescriptorKind::kStorageTexelBuffer:
      case DescriptorKind::kUniformTexelBuffer:
        needed.insert(descriptor.kind == DescriptorKind::kStorageTexelBuffer
                          ? spv::Capability::StorageTexelBufferArrayDynamicIndexing
                          : spv::Capability::UniformTexelBufferArrayDynamicIndexing);
        if (context->module()->version() < 0x00010500) context->AddExtension("SPV_EXT_descriptor_indexing");
        break;
      default:
        break;
    }
  }
  for (spv::Capability capability : needed) context->AddCapability(capability);
}

void UpdateCapabilities(IRContext* context, const DescriptorTable& descriptors) {
  AddIndexingCapabilities(context, descriptors);
  DropVariablePointers(context);
}

}  // namespace lacuna
