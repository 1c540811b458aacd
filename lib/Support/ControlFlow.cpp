// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Support/ControlFlow.h"

#include <memory>
#include <utility>

namespace lacuna {

namespace {

Instruction* MergeInstruction(BasicBlock* block) {
  auto it = block->tail();
  if (it == block->begin()) return nullptr;
  --it;
  const bool is_merge = it->opcode() == spv::Op::OpLoopMerge || it->opcode() == spv::Op::OpSelectionMerge;
  return is_merge ? &*it : nullptr;
}

}  // namespace

std::unique_ptr<BasicBlock> NewBlock(ModuleBuilder* module, opt::Function* function) {
  IRContext* context = module->context();
  auto label =
      std::make_unique<Instruction>(context, spv::Op::OpLabel, 0, module->TakeId(), opt::Instruction::OperandList{});
  auto block = std::make_unique<BasicBlock>(std::move(label));
  block->SetParent(function);
  context->AnalyzeDefUse(block->GetLabelInst());
  context->set_instr_block(block->GetLabelInst(), block.get());
  return block;
}

void AddBlocksAfter(BasicBlock* position, std::vector<std::unique_ptr<BasicBlock>> blocks) {
  opt::Function* function = position->GetParent();
  auto next = function->begin();
  while (&*next != position) ++next;
  function->AddBasicBlocks(blocks.begin(), blocks.end(), ++next);
}

BasicBlock* AddBlockAfter(ModuleBuilder* module, BasicBlock* position) {
  return position->GetParent()->InsertBasicBlockAfter(NewBlock(module, position->GetParent()), position);
}

BasicBlock* SplitBefore(ModuleBuilder* module, BasicBlock* block, Instruction* inst) {
  // The mapping is asked for inside the split; it must exist before the block
  // is taken apart.
  module->context()->get_instr_block(inst);
  return block->SplitBasicBlock(module->context(), module->TakeId(), BasicBlock::iterator(inst));
}

BasicBlock* DetachLoopHeader(ModuleBuilder* module, BasicBlock* block) {
  Instruction* loop_merge = MergeInstruction(block);
  if (loop_merge == nullptr || loop_merge->opcode() != spv::Op::OpLoopMerge) return block;

  auto first = block->begin();
  while (first->opcode() == spv::Op::OpPhi) ++first;
  if (&*first == loop_merge) return block;
  BasicBlock* body = SplitBefore(module, block, &*first);

  const uint32_t merge_id = loop_merge->GetSingleWordInOperand(0);
  const uint32_t continue_id = loop_merge->GetSingleWordInOperand(1);
  CodeBuilder at_end = CodeBuilder::AtEnd(module, block, loop_merge);
  at_end.Move(loop_merge);
  at_end.Branch(body->id());

  Instruction* terminator = &*body->tail();
  if (continue_id == block->id()) {
    BasicBlock* latch = SplitBefore(module, body, terminator);
    CodeBuilder::AtEnd(module, body, terminator).Branch(latch->id());
    loop_merge->SetInOperand(1, {latch->id()});
    module->context()->AnalyzeUses(loop_merge);
    return body;
  }
  if (terminator->opcode() == spv::Op::OpBranchConditional) {
    const uint32_t if_true = terminator->GetSingleWordInOperand(1);
    const uint32_t if_false = terminator->GetSingleWordInOperand(2);
    auto leaves = [=](uint32_t label) { return label == merge_id || label == continue_id; };
    if (if_true != if_false && !leaves(if_true) && !leaves(if_false)) {
      // Both sides stay in the loop. Nothing says where they meet, or whether
      // they do, so the selection takes in all that follows, up to the loop's
      // own exits, and its merge block is never reached.
      BasicBlock* never = AddBlockAfter(module, body);
      CodeBuilder(module, body, terminator).SelectionMerge(never->id());
      CodeBuilder::AtEnd(module, never, terminator).EmitVoid(spv::Op::OpUnreachable, {});
    }
  }
  return body;
}

void SinkSampledImages(ModuleBuilder* module, BasicBlock* block) {
  IRContext* context = module->context();
  std::vector<Instruction*> sampled_images;
  for (Instruction& inst : *block) {
    if (inst.opcode() == spv::Op::OpSampledImage) sampled_images.push_back(&inst);
  }
  for (Instruction* sampled_image : sampled_images) {
    std::vector<Instruction*> users;
    context->get_def_use_mgr()->ForEachUser(sampled_image, [&users, context](Instruction* user) {
      if (context->get_instr_block(user) != nullptr) users.push_back(user);
    });
    for (Instruction* user : users) {
      const uint32_t copy_id = module->TakeId();
      if (copy_id == 0) return;
      std::unique_ptr<Instruction> copy(sampled_image->Clone(context));
      copy->SetResultId(copy_id);
      CodeBuilder(module, block, user).Insert(std::move(copy));
      module->CopyDecorations(sampled_image->result_id(), copy_id);
      context->ForgetUses(user);
      user->ForEachInId([sampled_image, copy_id](uint32_t* id) {
        if (*id == sampled_image->result_id()) *id = copy_id;
      });
      context->AnalyzeUses(user);
    }
    context->KillInst(sampled_image);
  }
}

std::vector<Instruction*> RenameResult(ModuleBuilder* module, Instruction* inst) {
  IRContext* context = module->context();
  std::vector<Instruction*> users;
  context->get_def_use_mgr()->ForEachUser(inst, [&users](Instruction* user) { users.push_back(user); });
  const uint32_t old_id = inst->result_id(), new_id = module->TakeId();
  if (new_id == 0) return users;
  context->get_def_use_mgr()->ClearInst(inst);
  inst->SetResultId(new_id);
  context->AnalyzeDefUse(inst);
  module->CopyDecorations(old_id, new_id);
  return users;
}

GuardedRegion GuardInstructions(ModuleBuilder* module, const std::vector<Instruction*>& insts, uint32_t condition,
                                bool with_otherwise) {
  GuardedRegion region;
  Instruction* first = insts.front();
  region.header = module->context()->get_instr_block(first);
  region.merge = SplitBefore(module, region.header, first);
  region.otherwise = with_otherwise ? AddBlockAfter(module, region.header) : nullptr;
  region.guarded = AddBlockAfter(module, region.header);

  CodeBuilder in_guarded = CodeBuilder::AtEnd(module, region.guarded, first);
  for (Instruction* inst : insts) in_guarded.Move(inst);
  in_guarded.Branch(region.merge->id());
  if (with_otherwise) CodeBuilder::AtEnd(module, region.otherwise, first).Branch(region.merge->id());

  CodeBuilder at_end = CodeBuilder::AtEnd(module, region.header, first);
  at_end.Selection(condition, region.guarded->id(), with_otherwise ? region.otherwise->id() : region.merge->id(),
                   region.merge->id());
  return region;
}

}  // namespace lacuna
