// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/EmulateNullDescriptors/ImageRewriter.h"

#include <memory>
#include <utility>

#include "Support/MemoryOrder.h"

namespace lacuna {

bool ImageRewriter::Splits(const AccessSite& site) const {
  switch (site.kind) {
    case AccessSite::Kind::kImageWrite:
    case AccessSite::Kind::kTexelAtomic:
      return true;
    case AccessSite::Kind::kImageRead: {
      const ImageOp op = *ClassifyImageOp(site.inst->opcode());
      return !op.is_sparse && op.effect != ImageOp::Effect::kImplicit && loads_ == LoadGuard::kBranch;
    }
    default:
      return false;
  }
}

void ImageRewriter::Rewrite(const AccessSite& site, uint32_t block_id) {
  if (site.kind == AccessSite::Kind::kImageLoad) {
    ClampElement(site, block_id);
  } else if (Splits(site)) {
    Guard(site, block_id);
  } else {
    Select(site, block_id);
  }
}

// The descriptor is picked whether or not it is then used, so its index must be
// one of the array's.
void ImageRewriter::ClampElement(const AccessSite& site, uint32_t block_id) {
  IRContext* context = module_->context();
  Instruction* load = site.inst;
  CodeBuilder at(module_, context->get_instr_block(load), load);
  const uint32_t old_pointer = load->GetSingleWordInOperand(0);
  const uint32_t pointer = conditions_->InRangePointer(site.path, old_pointer, block_id, &at);
  if (pointer == old_pointer || module_->failed()) return;
  context->ForgetUses(load);
  load->SetInOperand(0, {pointer});
  context->AnalyzeUses(load);
}

uint32_t ImageRewriter::Condition(const AccessSite& site, uint32_t block_id, CodeBuilder* at) {
  IRContext* context = module_->context();
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  bool is_new = false;
  const uint32_t present = conditions_->ConditionFor(site, block_id, at, &is_new);
  const DescriptorKind kind = site.roots.front()->kind;
  const bool is_texel_buffer =
      kind == DescriptorKind::kUniformTexelBuffer || kind == DescriptorKind::kStorageTexelBuffer;
  if (!is_texel_buffer || site.coordinate == 0) return present;

  uint32_t image = site.inst->GetSingleWordInOperand(0);
  if (site.texel_pointer != nullptr) {
    const uint32_t pointer =
        conditions_->InRangePointer(site.path, site.texel_pointer->GetSingleWordInOperand(0), block_id, at);
    if (module_->failed()) return 0;
    const uint32_t type = defs->GetDef(defs->GetDef(pointer)->type_id())->GetSingleWordInOperand(1);
    image = at->EmitIds(spv::Op::OpLoad, type, {pointer});
    if (module_->failed()) return 0;
    if (context->get_decoration_mgr()->HasDecoration(pointer, spv::Decoration::NonUniform)) {
      module_->Decorate(image, spv::Decoration::NonUniform);
    }
  }
  if (!context->get_feature_mgr()->HasCapability(spv::Capability::ImageQuery)) {
    context->AddCapability(spv::Capability::ImageQuery);
  }
  const uint32_t size = at->EmitIds(spv::Op::OpImageQuerySize, module_->UintType(), {image});
  // A coordinate may have more components than the buffer has dimensions, and a
  // narrow one has its type's signedness.
  uint32_t coordinate = site.coordinate;
  const Instruction* type = defs->GetDef(defs->GetDef(coordinate)->type_id());
  if (type->opcode() == spv::Op::OpTypeVector) {
    type = defs->GetDef(type->GetSingleWordInOperand(0));
    coordinate = at->Emit(spv::Op::OpCompositeExtract, type->result_id(), {IdOperand(coordinate), LiteralOperand(0)});
  }
  if (type->GetSingleWordInOperand(0) < 32) {
    const spv::Op widening = type->GetSingleWordInOperand(1) != 0 ? spv::Op::OpSConvert : spv::Op::OpUConvert;
    coordinate = at->EmitIds(widening, module_->UintType(), {coordinate});
  }
  return at->And(present, conditions_->IsBelow(&coordinate, size, at));
}

void ImageRewriter::Guard(const AccessSite& site, uint32_t block_id) {
  IRContext* context = module_->context();
  Instruction* inst = site.inst;
  BasicBlock* block = context->get_instr_block(inst);

  // What belongs to the access moves with it.
  std::vector<Instruction*> insts;
  if (site.texel_pointer != nullptr) {
    const uint32_t copy_id = module_->TakeId();
    if (copy_id == 0) return;
    std::unique_ptr<Instruction> copy(site.texel_pointer->Clone(context));
    copy->SetResultId(copy_id);
    insts.push_back(CodeBuilder(module_, block, inst).Insert(std::move(copy)));
    module_->CopyDecorations(site.texel_pointer->result_id(), copy_id);
    context->ForgetUses(inst);
    inst->SetInOperand(0, {copy_id});
    context->AnalyzeUses(inst);
  } else {
    // SinkSampledImages has put it right here.
    Instruction* previous = inst->PreviousNode();
    if (previous != nullptr && previous->opcode() == spv::Op::OpSampledImage &&
        previous->result_id() == inst->GetSingleWordInOperand(0)) {
      insts.push_back(previous);
    }
  }
  insts.push_back(inst);

  // The size of a texel buffer is asked of the image that is read, which may be
  // among what moves.
  CodeBuilder before(module_, block, insts.front(), inst);
  const uint32_t condition = Condition(site, block_id, &before);
  if (site.texel_pointer != nullptr) {
    const bool is_unused = context->get_def_use_mgr()->WhileEachUser(
        site.texel_pointer, [](Instruction* user) { return IsAnnotation(*user); });
    if (is_unused) context->KillInst(site.texel_pointer);
  }
  const bool barrier = site.kind == AccessSite::Kind::kTexelAtomic && OrdersMemory(context, *inst);
  pending_->Add(std::move(insts), condition, barrier,
                [this, inst](const GuardedRegion& region, Instruction* first_after) {
                  if (inst->result_id() == 0) return;
                  TakeOverResult(module_, region, inst, DroppedAtomicResult(*inst, atomic_result_), first_after);
                });
}

void ImageRewriter::ZeroOperand(Instruction* inst, uint32_t in_operand, uint32_t condition, CodeBuilder* at) {
  const uint32_t operand = inst->GetSingleWordInOperand(in_operand);
  const uint32_t type = module_->context()->get_def_use_mgr()->GetDef(operand)->type_id();
  inst->SetInOperand(in_operand, {at->SelectValue(type, condition, operand, module_->Null(type))});
}

// Coordinates, level, sample and offset of a read that runs on a stand-in.
void ImageRewriter::ZeroTexelOperands(Instruction* inst, const ImageOp& op, uint32_t condition, CodeBuilder* at) {
  ZeroOperand(inst, 1, condition, at);
  if (inst->NumInOperands() <= op.image_operands) return;
  // The ids follow the mask in the order of its bits (SPIR-V specification,
  // "Image Operands").
  using Mask = spv::ImageOperandsMask;
  const uint32_t mask = inst->GetSingleWordInOperand(op.image_operands);
  uint32_t next = op.image_operands + 1;
  for (uint32_t bit = 1; bit != 0 && bit <= mask; bit <<= 1) {
    if ((mask & bit) == 0) continue;
    switch (static_cast<Mask>(bit)) {
      case Mask::Lod:
      case Mask::Offset:
      case Mask::Sample:
        ZeroOperand(inst, next, condition, at);
        ++next;
        break;
      case Mask::Grad:
        next += 2;
        break;
      case Mask::Bias:
      case Mask::ConstOffset:
      case Mask::ConstOffsets:
      case Mask::MinLod:
      case Mask::MakeTexelAvailable:
      case Mask::MakeTexelVisible:
      case Mask::Offsets:
        ++next;
        break;
      default:
        // The other bits have no operand.
        break;
    }
  }
}

void ImageRewriter::Select(const AccessSite& site, uint32_t block_id) {
  IRContext* context = module_->context();
  Instruction* inst = site.inst;
  const ImageOp op = *ClassifyImageOp(inst->opcode());
  // An OpSampledImage stays in front of its consumer.
  CodeBuilder at(module_, context->get_instr_block(inst), inst);
  const uint32_t condition = Condition(site, block_id, &at);
  const uint32_t inner = module_->TakeId();
  if (module_->failed()) return;

  const uint32_t result = inst->result_id(), type = inst->type_id();
  std::unique_ptr<Instruction> copy(inst->Clone(context));
  copy->SetResultId(inner);
  if (op.effect == ImageOp::Effect::kTexels) ZeroTexelOperands(copy.get(), op, condition, &at);
  if (inst->opcode() == spv::Op::OpImageQuerySizeLod) ZeroOperand(copy.get(), 1, condition, &at);
  at.Insert(std::move(copy));
  module_->CopyDecorations(result, inner);

  if (!op.is_sparse) {
    at.SelectInto(inst, condition, inner, module_->Null(type));
    return;
  }
  const uint32_t texel_type = context->get_def_use_mgr()->GetDef(type)->GetSingleWordInOperand(1);
  const uint32_t texel = at.Emit(spv::Op::OpCompositeExtract, texel_type, {IdOperand(inner), LiteralOperand(1)});
  const uint32_t chosen = at.SelectValue(texel_type, condition, texel, module_->Null(texel_type));
  context->ForgetUses(inst);
  inst->SetOpcode(spv::Op::OpCompositeInsert);
  inst->SetInOperands({IdOperand(chosen), IdOperand(inner), LiteralOperand(1)});
  context->AnalyzeUses(inst);
}

}  // namespace lacuna
