// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/EmulateNullDescriptors/FunctionRewriter.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "Analysis/ConstantValue.h"
#include "Support/MemoryOrder.h"

namespace lacuna {

namespace {

// How far a run looks for the next access.
constexpr int kRunReach = 256;

// Memory that no other invocation and no descriptor can reach.
bool IsLocalMemory(opt::analysis::DefUseManager* defs, uint32_t pointer) {
  const Instruction* type = defs->GetDef(defs->GetDef(pointer)->type_id());
  if (type->opcode() != spv::Op::OpTypePointer) return false;
  const auto storage_class = static_cast<spv::StorageClass>(type->GetSingleWordInOperand(0));
  return storage_class == spv::StorageClass::Function || storage_class == spv::StorageClass::Private;
}

// Computes from its operands alone, reads and writes no memory.
bool IsPure(IRContext* context, const Instruction& inst) {
  switch (inst.opcode()) {
    case spv::Op::OpLoad:
    case spv::Op::OpPhi:
    case spv::Op::OpVariable:
    case spv::Op::OpSampledImage:
      return false;
    default:
      break;
  }
  const uint32_t op = static_cast<uint32_t>(inst.opcode());
  const bool touches_image = op >= static_cast<uint32_t>(spv::Op::OpImageSampleImplicitLod) &&
                             op <= static_cast<uint32_t>(spv::Op::OpImageWrite);
  return !touches_image && context->IsCombinatorInstruction(&inst);
}

bool UsesAny(const Instruction& inst, const std::set<uint32_t>& ids) {
  return !inst.WhileEachInId([&ids](const uint32_t* id) { return ids.count(*id) == 0; });
}

}  // namespace

void FunctionRewriter::Rewrite(const std::vector<AccessSite>& sites) {
  IRContext* context = module_->context();
  opt::DominatorAnalysis* dominators = context->GetDominatorAnalysis(conditions_->function());

  std::vector<std::pair<BasicBlock*, std::vector<const AccessSite*>>> by_block;
  for (const AccessSite& site : sites) {
    BasicBlock* block = context->get_instr_block(site.inst);
    if (!dominators->IsReachable(block)) continue;
    if (by_block.empty() || by_block.back().first != block) by_block.push_back({block, {}});
    by_block.back().second.push_back(&site);
  }
  for (const auto& [block, block_sites] : by_block) {
    RewriteBlock(block, block_sites);
    if (module_->failed()) return;
  }
}

void FunctionRewriter::RewriteBlock(BasicBlock* block, const std::vector<const AccessSite*>& sites) {
  const uint32_t block_id = block->id();
  bool splits = false;
  std::map<const Instruction*, const AccessSite*> site_of;
  for (const AccessSite* site : sites) {
    site_of[site->inst] = site;
    splits |= Splits(*site);
  }
  if (splits) {
    DetachLoopHeader(module_, block);
    if (module_->failed()) return;
    SinkSampledImages(module_, module_->context()->get_instr_block(sites.front()->inst));
  }
  std::set<const AccessSite*> done;
  for (const AccessSite* site : sites) {
    if (module_->failed()) return;
    if (done.count(site)) continue;
    counts_->guarded++;
    if (site->is_image()) {
      images_.Rewrite(*site, block_id);
    } else if (site->kind == AccessSite::Kind::kArrayLength) {
      SelectLength(*site, block_id);
    } else if (CanSelect(*site)) {
      SelectLoad(*site, block_id);
    } else {
      const Run run = FindRun(*site, site_of);
      counts_->elided += static_cast<uint32_t>(run.sites.size()) - 1;
      counts_->guarded += static_cast<uint32_t>(run.sites.size()) - 1;
      done.insert(run.sites.begin(), run.sites.end());
      Guard(run, block_id);
    }
  }
  pending_.Apply(module_);
}

bool FunctionRewriter::NeedsBarrier(const AccessSite& site) const {
  return site.kind == AccessSite::Kind::kAtomic && OrdersMemory(module_->context(), *site.inst);
}

bool FunctionRewriter::Splits(const AccessSite& site) const {
  if (site.is_image()) return images_.Splits(site);
  return site.kind != AccessSite::Kind::kArrayLength && !CanSelect(site);
}

FunctionRewriter::Run FunctionRewriter::FindRun(const AccessSite& first,
                                                const std::map<const Instruction*, const AccessSite*>& site_of) const {
  IRContext* context = module_->context();
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  Run best;
  best.sites = {&first};
  if (first.storage_only || NeedsBarrier(first)) return best;

  const GuardConditions::Key key = conditions_->KeyOf(first);
  Run run = best;
  std::set<uint32_t> later;  // results that exist only behind the branch
  if (first.inst->result_id() != 0) later.insert(first.inst->result_id());
  bool sunk_store = false, sunk_load = false;
  Instruction* inst = first.inst->NextNode();
  for (int i = 0; i < kRunReach && inst != nullptr; ++i, inst = inst->NextNode()) {
    auto found = site_of.find(inst);
    if (found != site_of.end() && found->second->kind != AccessSite::Kind::kArrayLength) {
      const AccessSite& site = *found->second;
      if (site.is_image() || site.storage_only || NeedsBarrier(site) || CanSelect(site) ||
          conditions_->KeyOf(site) != key || UsesAny(*inst, later)) {
        break;
      }
      run.sites.push_back(&site);
      if (inst->result_id() != 0) later.insert(inst->result_id());
      best = run;
      continue;
    }
    // An array length is a plain computation until it is rewritten; its place
    // must not change before that.
    if (found != site_of.end()) break;
    const bool depends = UsesAny(*inst, later);
    bool sink = depends;
    if (inst->opcode() == spv::Op::OpLoad) {
      if (!IsLocalMemory(defs, inst->GetSingleWordInOperand(0))) break;
      sink |= sunk_store;
      sunk_load |= sink;
    } else if (inst->opcode() == spv::Op::OpStore) {
      if (!IsLocalMemory(defs, inst->GetSingleWordInOperand(0))) break;
      sink |= sunk_store || sunk_load;
      sunk_store |= sink;
    } else if (!IsPure(context, *inst)) {
      break;
    }
    (sink ? run.sunk : run.hoisted).push_back(inst);
    if (sink && inst->result_id() != 0) later.insert(inst->result_id());
  }
  return best;
}

void FunctionRewriter::Guard(const Run& run, uint32_t block_id) {
  IRContext* context = module_->context();
  const AccessSite& first = *run.sites.front();
  BasicBlock* block = context->get_instr_block(first.inst);
  CodeBuilder ahead(module_, block, first.inst);
  for (Instruction* inst : run.hoisted) ahead.Move(inst);
  CodeBuilder behind(module_, block, run.sites.back()->inst->NextNode());
  for (Instruction* inst : run.sunk) behind.Move(inst);

  CodeBuilder before(module_, block, first.inst);
  bool is_new = false;
  const uint32_t condition = conditions_->ConditionFor(first, block_id, &before, &is_new);
  if (!is_new) counts_->elided++;

  std::vector<Instruction*> insts;
  for (const AccessSite* site : run.sites) insts.push_back(site->inst);
  pending_.Add(std::move(insts), condition, NeedsBarrier(first),
               [this, sites = run.sites](const GuardedRegion& region, Instruction* first_after) {
                 for (const AccessSite* site : sites) FinishGuarded(*site, region, first_after);
               });
}

void FunctionRewriter::FinishGuarded(const AccessSite& site, const GuardedRegion& region, Instruction* first_after) {
  if (site.inst->result_id() == 0) return;
  if (site.storage_only) {
    FinishStorageOnlyLoad(site, region, first_after);
    return;
  }
  const bool is_atomic = site.kind == AccessSite::Kind::kAtomic;
  TakeOverResult(module_, region, site.inst, is_atomic ? DroppedAtomicResult(*site.inst, atomic_result_) : 0,
                 first_after);
}

// The module may convert or store the value, not choose one. So the conversions
// happen under the guard, and the phi chooses among their results; for stores
// the value is widened there and narrowed again behind it, which keeps every
// bit of an integer.
void FunctionRewriter::FinishStorageOnlyLoad(const AccessSite& site, const GuardedRegion& region,
                                             Instruction* first_after) {
  IRContext* context = module_->context();
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  Instruction* inst = site.inst;
  const uint32_t result = inst->result_id();
  std::vector<Instruction*> conversions;
  bool is_stored = false;
  defs->ForEachUser(inst, [&](Instruction* user) {
    switch (user->opcode()) {
      case spv::Op::OpUConvert:
      case spv::Op::OpSConvert:
      case spv::Op::OpFConvert:
        conversions.push_back(user);
        break;
      case spv::Op::OpStore:
        is_stored = true;
        break;
      default:
        break;
    }
  });
  const std::vector<Instruction*> users = RenameResult(module_, inst);
  if (module_->failed()) return;
  const uint32_t inner = inst->result_id();
  Instruction* guarded_end = &*region.guarded->tail();

  for (Instruction* conversion : conversions) {
    if (first_after == conversion) first_after = conversion->NextNode();
    const uint32_t converted = conversion->result_id();
    const std::vector<Instruction*> conversion_users = RenameResult(module_, conversion);
    if (module_->failed()) return;
    conversion->SetInOperand(0, {inner});
    context->AnalyzeUses(conversion);
    CodeBuilder(module_, region.guarded, guarded_end).Move(conversion);
    EmitGuardPhi(module_, region, converted, conversion->type_id(), conversion->result_id(), 0, first_after,
                 conversion);
    for (Instruction* user : conversion_users) context->AnalyzeUses(user);
  }
  if (!is_stored) {
    context->KillNamesAndDecorates(result);
    for (Instruction* user : users) {
      if (user->IsCommonDebugInstr() || user->IsNonSemanticInstruction()) context->KillInst(user);
    }
    return;
  }
  const Instruction* type = defs->GetDef(inst->type_id());
  const Instruction* scalar = type;
  uint32_t wide_type = module_->UintType();
  if (type->opcode() == spv::Op::OpTypeVector) {
    wide_type = module_->VectorType(wide_type, type->GetSingleWordInOperand(1));
    scalar = defs->GetDef(type->GetSingleWordInOperand(0));
  }
  // Only OpSConvert gives a signed type; the low bits are the same.
  const spv::Op narrowing = scalar->GetSingleWordInOperand(1) != 0 ? spv::Op::OpSConvert : spv::Op::OpUConvert;
  const uint32_t wide =
      CodeBuilder(module_, region.guarded, guarded_end, inst).EmitIds(spv::Op::OpUConvert, wide_type, {inner});
  const uint32_t wide_phi = EmitGuardPhi(module_, region, 0, wide_type, wide, 0, first_after, inst);
  auto narrow = std::make_unique<Instruction>(context, narrowing, inst->type_id(), result,
                                              opt::Instruction::OperandList{IdOperand(wide_phi)});
  narrow->UpdateDebugInfoFrom(inst);
  CodeBuilder(module_, region.merge, first_after).Insert(std::move(narrow));
  for (Instruction* user : users) {
    if (std::find(conversions.begin(), conversions.end(), user) == conversions.end()) context->AnalyzeUses(user);
  }
}

bool FunctionRewriter::CanSelect(const AccessSite& site) const {
  if (loads_ != LoadGuard::kSelect || site.kind != AccessSite::Kind::kLoad || site.storage_only) return false;
  // Element 0 must be known, and how many bytes of it must be readable.
  if (site.path.descriptor == nullptr || !site.extent.terms.empty()) return false;
  opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
  for (const Instruction* link : site.path.chain) {
    if (link->opcode() != spv::Op::OpPtrAccessChain && link->opcode() != spv::Op::OpInBoundsPtrAccessChain) continue;
    const ConstantValue step = EvaluateConstant(defs, link->GetSingleWordInOperand(1), true);
    if (!step.is_plain || step.value != 0) return false;
  }
  const Instruction* type = defs->GetDef(site.value_type);
  switch (type->opcode()) {
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
    case spv::Op::OpTypeVector:
      return true;
    case spv::Op::OpTypePointer:
      return false;
    default:
      // OpSelect takes whole composites from SPIR-V 1.4 on.
      return module_->context()->module()->version() >= 0x00010400;
  }
}

void FunctionRewriter::SelectLoad(const AccessSite& site, uint32_t block_id) {
  IRContext* context = module_->context();
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  Instruction* load = site.inst;
  BasicBlock* block = context->get_instr_block(load);
  CodeBuilder at(module_, block, load);
  bool is_new = false;
  const uint32_t condition = conditions_->ConditionFor(site, block_id, &at, &is_new);
  if (!is_new) counts_->elided++;

  // The same chain from the variable, with every index into an array made 0
  // where the access must not happen.
  const std::vector<uint32_t> element = conditions_->InRangeElement(site.path, block_id, &at);
  std::vector<uint32_t> operands{site.path.descriptor->id()};
  operands.insert(operands.end(), element.begin(), element.end());
  LaidOutType type{site.path.descriptor->element_type};
  uint64_t lowest = 0;
  size_t dimension = 0;
  bool non_uniform = false;
  for (const Instruction* link : site.path.chain) {
    if (context->get_decoration_mgr()->HasDecoration(link->result_id(), spv::Decoration::NonUniform))
      non_uniform = true;
    if (link->opcode() == spv::Op::OpCopyObject) continue;
    const bool is_ptr_chain =
        link->opcode() == spv::Op::OpPtrAccessChain || link->opcode() == spv::Op::OpInBoundsPtrAccessChain;
    for (uint32_t i = is_ptr_chain ? 2 : 1; i < link->NumInOperands(); ++i) {
      const uint32_t index = link->GetSingleWordInOperand(i);
      if (dimension < site.path.element.size()) {
        ++dimension;
        continue;
      }
      const spv::Op composite = defs->GetDef(type.type)->opcode();
      const ConstantValue value = EvaluateConstant(defs, index, true);
      LaidOutType part;
      uint64_t offset = 0, stride = 0;
      std::string why;
      paths_.layout().Part(type, static_cast<uint64_t>(value.value), &part, &offset, &stride, &why);
      lowest += offset;
      type = part;
      if (composite == spv::Op::OpTypeStruct || (value.is_plain && value.value == 0)) {
        operands.push_back(index);
        continue;
      }
      const uint32_t index_type = defs->GetDef(index)->type_id();
      const Instruction* index_type_inst = defs->GetDef(index_type);
      std::vector<uint32_t> zero{0};
      if (index_type_inst->GetSingleWordInOperand(0) == 64) zero.push_back(0);
      const uint32_t safe = at.Select(index_type, condition, index, module_->Constant(index_type, zero));
      if (context->get_decoration_mgr()->HasDecoration(index, spv::Decoration::NonUniform)) {
        module_->Decorate(safe, spv::Decoration::NonUniform);
      }
      operands.push_back(safe);
    }
  }
  uint64_t& readable = counts_->readable_bytes[{site.path.descriptor->set, site.path.descriptor->binding}];
  readable = std::max(readable, lowest + site.extent.constant);

  uint32_t pointer = site.path.descriptor->id();
  if (operands.size() > 1) {
    pointer = at.EmitIds(spv::Op::OpAccessChain, defs->GetDef(load->GetSingleWordInOperand(0))->type_id(), operands);
    if (non_uniform) module_->Decorate(pointer, spv::Decoration::NonUniform);
  }
  const uint32_t inner = module_->TakeId();
  if (module_->failed()) return;
  const uint32_t result = load->result_id(), value_type = load->type_id();
  std::unique_ptr<Instruction> copy(load->Clone(context));
  copy->SetResultId(inner);
  copy->SetInOperand(0, {pointer});
  at.Insert(std::move(copy));
  module_->CopyDecorations(result, inner);

  at.SelectInto(load, condition, inner, module_->Null(value_type));
}

void FunctionRewriter::SelectLength(const AccessSite& site, uint32_t block_id) {
  IRContext* context = module_->context();
  Instruction* length = site.inst;
  CodeBuilder at(module_, context->get_instr_block(length), length);
  bool is_new = false;
  const uint32_t condition = conditions_->ConditionFor(site, block_id, &at, &is_new);
  // The query itself runs in any case, so its descriptor must be one of the
  // array's.
  const uint32_t pointer = conditions_->InRangePointer(site.path, length->GetSingleWordInOperand(0), block_id, &at);
  const uint32_t inner = module_->TakeId();
  if (module_->failed()) return;
  const uint32_t result = length->result_id(), type = length->type_id();
  std::unique_ptr<Instruction> copy(length->Clone(context));
  copy->SetResultId(inner);
  copy->SetInOperand(0, {pointer});
  at.Insert(std::move(copy));
  module_->CopyDecorations(result, inner);
  at.SelectInto(length, condition, inner, module_->Null(type));
}

}  // namespace lacuna
