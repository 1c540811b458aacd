// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/EmulateNullDescriptors/PointerShadows.h"

#include "Analysis/Parameters.h"

namespace lacuna {

void PointerShadows::MakeFor(const AccessSite& site) {
  if (site.path.descriptor != nullptr) return;
  // Pointers flow together with those of their own kind only.
  sources_ = shared_->For(*site.roots.front());
  Of(site.path.root);
}

GuardConditions::Shadow PointerShadows::Nothing() {
  const uint32_t zero = module_->Uint(0);
  return {zero, zero, zero};
}

// What is computed from a pointer goes right behind it, or behind the phis or
// variables that it stands among.
CodeBuilder PointerShadows::After(Instruction* inst) {
  BasicBlock* block = module_->context()->get_instr_block(inst);
  Instruction* next = inst->NextNode();
  while (next->opcode() == spv::Op::OpPhi || next->opcode() == spv::Op::OpVariable ||
         next->opcode() == spv::Op::OpUntypedVariableKHR) {
    next = next->NextNode();
  }
  return CodeBuilder(module_, block, next, inst);
}

GuardConditions::Shadow PointerShadows::Of(uint32_t pointer) {
  auto found = shared_->shadows.find(pointer);
  if (found != shared_->shadows.end()) return found->second;
  if (module_->failed()) return {};
  const Shadow shadow = Make(module_->context()->get_def_use_mgr()->GetDef(pointer));
  shared_->shadows[pointer] = shadow;
  return shadow;
}

GuardConditions::Shadow PointerShadows::MakeImage(Instruction* value) {
  if (value->opcode() == spv::Op::OpUndef) return Nothing();
  const uint32_t source = value->GetSingleWordInOperand(0);
  if (value->opcode() != spv::Op::OpLoad) return Of(source);
  return OfOperand(source, value);
}

GuardConditions::Shadow PointerShadows::Make(Instruction* pointer) {
  const spv::Op type = module_->context()->get_def_use_mgr()->GetDef(pointer->type_id())->opcode();
  if (type != spv::Op::OpTypePointer && pointer->opcode() != spv::Op::OpFunctionParameter) return MakeImage(pointer);
  switch (pointer->opcode()) {
    case spv::Op::OpPhi:
      return MakePhi(pointer);
    case spv::Op::OpSelect: {
      const Shadow a = OfOperand(pointer->GetSingleWordInOperand(1), pointer),
                   b = OfOperand(pointer->GetSingleWordInOperand(2), pointer);
      CodeBuilder at = After(pointer);
      Shadow shadow;
      for (uint32_t part = 0; part < PartCount(); ++part) {
        shadow.*kParts[part] =
            at.Select(module_->UintType(), pointer->GetSingleWordInOperand(0), a.*kParts[part], b.*kParts[part]);
      }
      return shadow;
    }
    case spv::Op::OpFunctionParameter:
      return MakeParameter(pointer);
    case spv::Op::OpLoad:
      return MakeLoad(pointer);
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpPtrAccessChain:
    case spv::Op::OpInBoundsPtrAccessChain:
    case spv::Op::OpCopyObject:
      return MakeMoved(pointer);
    default:
      // OpConstantNull and OpUndef: the collector lets no other pointer pass.
      return Nothing();
  }
}

// The shadow of a pointer that moves on from a descriptor or another pointer.
GuardConditions::Shadow PointerShadows::MakeMoved(Instruction* pointer) {
  AccessPath path;
  std::string why;
  paths_.TraceToRoot(pointer->result_id(), &path, &why);
  GuardConditions* conditions = conditions_(module_->context()->get_instr_block(pointer)->GetParent());
  if (path.descriptor == nullptr) {
    const Shadow base = Of(path.root);
    CodeBuilder at = After(pointer);
    return conditions->MovedShadow(base, path, sources_, &at);
  }
  CodeBuilder at = After(pointer);
  return conditions->ShadowOf(path, is_rewritten_(*path.descriptor), sources_, &at);
}

// A variable has no place in a function where its shadow could be made, so that
// is made at the start of each function that uses it.
GuardConditions::Shadow PointerShadows::OfOperand(uint32_t pointer, Instruction* user) {
  if (never_runs_(*module_->context()->get_instr_block(user)->GetParent())) return Nothing();
  if (module_->context()->get_def_use_mgr()->GetDef(pointer)->opcode() != spv::Op::OpVariable) return Of(pointer);
  AccessPath path;
  std::string why;
  if (!paths_.TraceToRoot(pointer, &path, &why) || path.descriptor == nullptr) return Nothing();
  GuardConditions* conditions = conditions_(module_->context()->get_instr_block(user)->GetParent());
  return conditions->ShadowAtStart(path, is_rewritten_(*path.descriptor), sources_);
}

GuardConditions::Shadow PointerShadows::MakePhi(Instruction* phi) {
  IRContext* context = module_->context();
  // The phis come first, with no operands yet: a loop leads back to them.
  Shadow shadow;
  Instruction* parts[3] = {};
  for (uint32_t part = 0; part < PartCount(); ++part) {
    auto inst = std::make_unique<Instruction>(context, spv::Op::OpPhi, module_->UintType(), module_->TakeId(),
                                              opt::Instruction::OperandList{});
    if (module_->failed()) return {};
    shadow.*kParts[part] = inst->result_id();
    parts[part] = CodeBuilder(module_, context->get_instr_block(phi), phi).Insert(std::move(inst));
  }
  shared_->shadows[phi->result_id()] = shadow;
  for (uint32_t i = 0; i + 1 < phi->NumInOperands(); i += 2) {
    const uint32_t pointer = phi->GetSingleWordInOperand(i), predecessor = phi->GetSingleWordInOperand(i + 1);
    const Shadow incoming = OfOperand(pointer, phi);
    for (uint32_t part = 0; part < PartCount(); ++part) {
      parts[part]->AddOperand(IdOperand(incoming.*kParts[part]));
      parts[part]->AddOperand(IdOperand(predecessor));
    }
  }
  for (uint32_t part = 0; part < PartCount(); ++part) context->AnalyzeUses(parts[part]);
  return shadow;
}

GuardConditions::Shadow PointerShadows::MakeParameter(Instruction* parameter) {
  IRContext* context = module_->context();
  const auto [function, index] = shared_->parameters.Find(*parameter);
  Shadow shadow;
  for (uint32_t part = 0; part < PartCount(); ++part) {
    const uint32_t id = module_->TakeId();
    if (id == 0) return {};
    auto inst = std::make_unique<Instruction>(context, spv::Op::OpFunctionParameter, module_->UintType(), id,
                                              opt::Instruction::OperandList{});
    context->AnalyzeDefUse(inst.get());
    function->AddParameter(std::move(inst));
    shadow.*kParts[part] = id;
  }
  shared_->shadows[parameter->result_id()] = shadow;

  Instruction& def = function->DefInst();
  std::vector<uint32_t> types;
  function->ForEachParam([&types](const Instruction* param) { types.push_back(param->type_id()); });
  const uint32_t type = module_->FunctionType(def.type_id(), types);
  if (module_->failed()) return {};
  context->ForgetUses(&def);
  def.SetInOperand(1, {type});
  context->AnalyzeUses(&def);
  PassToCalls(function, index);
  return shadow;
}

// Every call of `callee` passes the shadow of its argument at in operand
// `argument` behind what it passes already.
void PointerShadows::PassToCalls(Function* callee, uint32_t argument) {
  IRContext* context = module_->context();
  std::vector<Instruction*> calls;
  context->get_def_use_mgr()->ForEachUser(callee->result_id(), [&](Instruction* user) {
    if (user->opcode() == spv::Op::OpFunctionCall && user->GetSingleWordInOperand(0) == callee->result_id()) {
      calls.push_back(user);
    }
  });
  for (Instruction* call : calls) {
    const Shadow shadow = OfOperand(call->GetSingleWordInOperand(argument), call);
    if (module_->failed()) return;
    context->ForgetUses(call);
    for (uint32_t part = 0; part < PartCount(); ++part) call->AddOperand(IdOperand(shadow.*kParts[part]));
    context->AnalyzeUses(call);
  }
}

GuardConditions::Shadow PointerShadows::MakeLoad(Instruction* load) {
  IRContext* context = module_->context();
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  Instruction* variable = defs->GetDef(load->GetSingleWordInOperand(0));
  auto [entry, is_new] = variables_.emplace(variable->result_id(), Shadow());
  if (is_new) {
    // Unset, a pointer is nothing, and so is its shadow.
    const uint32_t zero = module_->Uint(0), uint_type = module_->UintType();
    Shadow made;
    for (uint32_t part = 0; part < PartCount(); ++part) {
      BasicBlock* block = context->get_instr_block(variable);
      if (block == nullptr) {
        made.*kParts[part] = module_->AddPrivateVariable(uint_type, zero);
      } else {
        made.*kParts[part] =
            CodeBuilder(module_, block, variable)
                .Emit(spv::Op::OpVariable, module_->PointerType(spv::StorageClass::Function, uint_type),
                      {{SPV_OPERAND_TYPE_STORAGE_CLASS, {uint32_t(spv::StorageClass::Function)}}, IdOperand(zero)});
      }
    }
    variables_[variable->result_id()] = made;
    std::vector<Instruction*> stores;
    defs->ForEachUser(variable, [&stores](Instruction* user) {
      if (user->opcode() == spv::Op::OpStore) stores.push_back(user);
    });
    for (Instruction* store : stores) {
      const Shadow stored = OfOperand(store->GetSingleWordInOperand(1), store);
      CodeBuilder at(module_, context->get_instr_block(store), store);
      for (uint32_t part = 0; part < PartCount(); ++part) {
        at.EmitVoid(spv::Op::OpStore, {IdOperand(made.*kParts[part]), IdOperand(stored.*kParts[part])});
      }
    }
  }
  const Shadow cells = variables_[variable->result_id()];
  CodeBuilder at = After(load);
  Shadow shadow;
  for (uint32_t part = 0; part < PartCount(); ++part) {
    shadow.*kParts[part] = at.EmitIds(spv::Op::OpLoad, module_->UintType(), {cells.*kParts[part]});
  }
  return shadow;
}

}  // namespace lacuna
