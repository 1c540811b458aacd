// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Support/CopyMemory.h"

#include <algorithm>
#include <vector>

namespace lacuna {

namespace {

constexpr uint32_t kAligned = uint32_t(spv::MemoryAccessMask::Aligned);
constexpr uint32_t kMakeAvailable = uint32_t(spv::MemoryAccessMask::MakePointerAvailable);
constexpr uint32_t kMakeVisible = uint32_t(spv::MemoryAccessMask::MakePointerVisible);

struct MemoryOperands {
  uint32_t mask = 0;
  std::vector<opt::Operand> values;  // one for each of the three bits above, in this order

  std::vector<opt::Operand> Without(uint32_t bit) const {
    if (mask == 0) return {};
    std::vector<opt::Operand> result{{SPV_OPERAND_TYPE_MEMORY_ACCESS, {mask & ~bit}}};
    size_t next = 0;
    for (uint32_t each : {kAligned, kMakeAvailable, kMakeVisible}) {
      if ((mask & each) == 0) continue;
      if (each != bit) result.push_back(values[next]);
      ++next;
    }
    return result;
  }
};

MemoryOperands Read(const Instruction& inst, uint32_t* next) {
  MemoryOperands operands;
  if (*next >= inst.NumInOperands()) return operands;
  operands.mask = inst.GetSingleWordInOperand((*next)++);
  for (uint32_t bit : {kAligned, kMakeAvailable, kMakeVisible}) {
    if ((operands.mask & bit) != 0 && *next < inst.NumInOperands())
      operands.values.push_back(inst.GetInOperand((*next)++));
  }
  return operands;
}

}  // namespace

void SplitCopyMemory(ModuleBuilder* module, Instruction* copy) {
  IRContext* context = module->context();
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  const uint32_t target = copy->GetSingleWordInOperand(0), source = copy->GetSingleWordInOperand(1);
  uint32_t next = 2;
  const MemoryOperands first = Read(*copy, &next);
  const bool has_two = next < copy->NumInOperands();
  const MemoryOperands second = has_two ? Read(*copy, &next) : first;

  const uint32_t type = defs->GetDef(defs->GetDef(source)->type_id())->GetSingleWordInOperand(1);
  CodeBuilder at(module, context->get_instr_block(copy), copy);
  std::vector<opt::Operand> load{IdOperand(source)};
  const auto load_operands = second.Without(has_two ? 0 : kMakeAvailable);
  load.insert(load.end(), load_operands.begin(), load_operands.end());
  const uint32_t value = at.Emit(spv::Op::OpLoad, type, load);
  std::vector<opt::Operand> store{IdOperand(target), IdOperand(value)};
  const auto store_operands = first.Without(has_two ? 0 : kMakeVisible);
  store.insert(store.end(), store_operands.begin(), store_operands.end());
  at.EmitVoid(spv::Op::OpStore, store);
  context->KillInst(copy);
}

std::vector<opt::Operand> PartOperands(const Instruction& inst, uint32_t first, uint32_t offset) {
  std::vector<opt::Operand> operands;
  for (uint32_t i = first; i < inst.NumInOperands(); ++i) operands.push_back(inst.GetInOperand(i));
  if (operands.size() > 1 && (operands[0].words[0] & kAligned) != 0 && offset != 0) {
    const uint32_t of_offset = offset & (~offset + 1);  // its lowest bit
    operands[1].words[0] = std::min(operands[1].words[0], of_offset);
  }
  return operands;
}

}  // namespace lacuna
