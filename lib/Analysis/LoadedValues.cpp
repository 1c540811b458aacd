// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/LoadedValues.h"

#include <utility>
#include <vector>

namespace lacuna {

bool LivesAcross(IRContext* context, const Instruction& load, const std::function<bool(const Instruction&)>& is_write) {
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  // Everything that may be printed with the load inside.
  std::set<uint32_t> derived{load.result_id()};
  std::vector<uint32_t> work{load.result_id()};
  while (!work.empty()) {
    const uint32_t id = work.back();
    work.pop_back();
    defs->ForEachUser(id, [&](const Instruction* user) {
      const spv::Op op = user->opcode();
      if (user->result_id() == 0 || op == spv::Op::OpPhi || op == spv::Op::OpFunctionCall || spvOpcodeIsAtomicOp(op)) {
        return;
      }
      if (derived.insert(user->result_id()).second) work.push_back(user->result_id());
    });
  }
  auto uses = [&derived](const Instruction& inst) {
    bool found = false;
    inst.ForEachInId([&](const uint32_t* id) { found |= derived.count(*id) != 0; });
    return found;
  };
  // Every way on from the load, before and behind the first write.
  bool lives = false;
  std::set<std::pair<uint32_t, bool>> seen;
  std::vector<std::pair<BasicBlock*, bool>> next_blocks;
  auto walk = [&](BasicBlock::iterator it, BasicBlock* block, bool written) {
    for (; it != block->end() && !lives; ++it) {
      if (&*it == &load) return;
      if (it->opcode() == spv::Op::OpPhi) continue;
      const bool is_use = uses(*it), writes = is_write(*it);
      if (is_use && (written || (writes && it->opcode() != spv::Op::OpStore))) lives = true;
      written |= writes;
    }
    block->ForEachSuccessorLabel([&](const uint32_t label) {
      BasicBlock* next = context->get_instr_block(label);
      if (written) {
        next->ForEachPhiInst([&](const Instruction* phi) {
          for (uint32_t i = 0; i + 1 < phi->NumInOperands(); i += 2) {
            lives |=
                phi->GetSingleWordInOperand(i + 1) == block->id() && derived.count(phi->GetSingleWordInOperand(i)) != 0;
          }
        });
      }
      if (seen.insert({label, written}).second) next_blocks.push_back({next, written});
    });
  };
  BasicBlock* block = context->get_instr_block(const_cast<Instruction*>(&load));
  walk(++BasicBlock::iterator(const_cast<Instruction*>(&load)), block, false);
  while (!next_blocks.empty() && !lives) {
    const auto [next, written] = next_blocks.back();
    next_blocks.pop_back();
    walk(next->begin(), next, written);
  }
  return lives;
}

WrittenClasses::WrittenClasses(IRContext* context) : context_(context) {
  for (const Function& function : *context->module()) functions_[function.result_id()] = &function;
}

bool WrittenClasses::Writes(const Function& function, spv::StorageClass storage_class) const {
  if (function.begin() == function.end()) return true;
  auto [entry, is_new] = known_.emplace(std::make_pair(function.result_id(), storage_class), false);
  if (!is_new) return entry->second;
  bool writes = false;
  function.ForEachInst([&](const Instruction* inst) { writes |= Writes(*inst, storage_class); });
  return known_[{function.result_id(), storage_class}] = writes;
}

bool WrittenClasses::Writes(const Instruction& inst, spv::StorageClass storage_class) const {
  switch (inst.opcode()) {
    case spv::Op::OpVariable:
    case spv::Op::OpLoad:
    case spv::Op::OpAtomicLoad:
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpPtrAccessChain:
    case spv::Op::OpInBoundsPtrAccessChain:
    case spv::Op::OpCopyObject:
    case spv::Op::OpArrayLength:
    case spv::Op::OpPhi:
    case spv::Op::OpSelect:
    case spv::Op::OpReturnValue:
    case spv::Op::OpPtrEqual:
    case spv::Op::OpPtrNotEqual:
    case spv::Op::OpPtrDiff:
      return false;
    case spv::Op::OpImageWrite:
      return storage_class == spv::StorageClass::Image;
    case spv::Op::OpFunctionCall: {
      auto callee = functions_.find(inst.GetSingleWordInOperand(0));
      return callee == functions_.end() || Writes(*callee->second, storage_class);
    }
    default:
      break;
  }
  if (inst.IsCommonDebugInstr() || inst.IsNonSemanticInstruction()) return false;
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  bool writes = false;
  inst.ForEachInId([&](const uint32_t* id) {
    const Instruction* def = defs->GetDef(*id);
    const Instruction* type = def == nullptr || def->type_id() == 0 ? nullptr : defs->GetDef(def->type_id());
    writes |= type != nullptr && type->opcode() == spv::Op::OpTypePointer &&
              type->GetSingleWordInOperand(0) == uint32_t(storage_class);
  });
  return writes;
}

}  // namespace lacuna
