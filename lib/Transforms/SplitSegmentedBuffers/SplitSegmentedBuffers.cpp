// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// split-segmented-buffers: a buffer that is too large for one allocation or one
// descriptor is bound in pieces, and read as if it were one.
//
// Assumptions
//
// - The host binds the pieces of a descriptor in order: piece j of element k is
//   element k * pieces + j of the array at the same binding. The bytes of the
//   logical buffer are the bound ranges one after the other. All pieces but the
//   last are multiples of what the interface map says; a range under 4 bytes
//   counts as no bytes.
// - With piece-bytes, all pieces but the last one in use have exactly that size,
//   and those behind it are empty.
// - The module is valid. Layout decorations are believed.
//
// What is emitted
//
// - Arrays of pieces as views (PieceViews.h): a block is retyped to an array of
//   one scalar type. A piece does not begin where an element does, so neither
//   the block's header nor its elements have a place in its type.
// - Every access is taken apart into scalars (BufferRewriter.h) whose places
//   are computed without wrapping (UnitArithmetic.h) and whose pieces are found
//   with constant numbers (AccessEmitter.h), in helper functions that take
//   values only (HelperTable.h) or in place. Past the last piece loads give 0,
//   and stores and atomics do nothing; a dropped atomic that orders memory
//   leaves an OpMemoryBarrier behind.
// - OpArrayLength is floor((all bytes - the array's offset) / stride).
//
// What is declined, by name (docs/Semantics.md lists all)
//
// A binding is split as a whole, with all variables that alias there, or not at
// all. Whatever the rules above cannot be applied to declines it: atomics that
// could straddle pieces, pointers that may lead to several buffers or that
// functions return, and every instruction not known to touch memory like a load,
// store or atomic.

#include <memory>
#include <set>

#include "Analysis/TypeCheck.h"
#include "Support/CopyMemory.h"
#include "Support/PassMarker.h"
#include "Support/Reporter.h"
#include "Transforms/SplitSegmentedBuffers/BufferRewriter.h"
#include "Transforms/SplitSegmentedBuffers/DeadPointers.h"
#include "Transforms/SplitSegmentedBuffers/SegmentPlan.h"
#include "Transforms/SplitSegmentedBuffers/TexelRewriter.h"
#include "Transforms/Utils/Cleanup.h"
#include "Transforms/Utils/DirectPointers.h"

namespace lacuna {

namespace {

constexpr char kPassName[] = "split-segmented-buffers";

struct Analyses {
  explicit Analyses(IRContext* context)
      : decorations(context),
        calls(context),
        descriptors(context, decorations, calls),
        paths(context, decorations, descriptors) {}

  DecorationTable decorations;
  CallGraph calls;
  DescriptorTable descriptors;
  AccessPaths paths;
};

class SplitSegmentedBuffersPass : public opt::Pass {
 public:
  SplitSegmentedBuffersPass(const SplitSegmentedBuffersOptions& options, PassContext* pass_context)
      : options_(options), pass_context_(pass_context), marker_(MarkerText(options)) {}

  const char* name() const override { return kPassName; }

  Status Process() override;

 private:
  using Bindings = std::set<std::pair<uint32_t, uint32_t>>;
  void Report(const std::vector<DeclinedUse>& declined, Reporter* reporter, Bindings* excluded) const;
  bool MakePointersDirect(ModuleBuilder* module, const DecorationTable& decorations, bool* has_moved) const;
  void AddCapabilities(const SegmentPlan& plan) const;
  bool SplitCopies(ModuleBuilder* module, const SegmentPlan& plan) const;
  void ExtendInterfaces(ModuleBuilder* module, const CallGraph& calls, uint32_t first_new_id) const;
  void FillMap(const Segment& segment) const;

  SplitSegmentedBuffersOptions options_;
  PassContext* pass_context_;
  std::string marker_;
};

void SplitSegmentedBuffersPass::Report(const std::vector<DeclinedUse>& declined, Reporter* reporter,
                                       Bindings* excluded) const {
  for (const DeclinedUse& use : declined) {
    reporter->Decline(use.inst, use.descriptor->set, use.descriptor->binding, use.reason);
    excluded->insert({use.descriptor->set, use.descriptor->binding});
  }
}

// Turns copies from or to segmented buffers into loads and stores. Returns
// whether there were any.
bool SplitSegmentedBuffersPass::SplitCopies(ModuleBuilder* module, const SegmentPlan& plan) const {
  std::set<Instruction*> copies;
  for (const Segment& segment : plan.segments()) {
    for (const AccessSite& site : segment.sites) {
      if (site.kind != AccessSite::Kind::kCopyFrom && site.kind != AccessSite::Kind::kCopyTo) continue;
      if (copies.insert(site.inst).second) SplitCopyMemory(module, site.inst);
    }
  }
  return !copies.empty();
}

// Lets every access begin at its variable; those for which that cannot be done
// stay as they are, and are declined. Returns false if ids ran out.
bool SplitSegmentedBuffersPass::MakePointersDirect(ModuleBuilder* module, const DecorationTable& decorations,
                                                   bool* has_moved) const {
  DirectPointers pointers(context(), decorations, WholeDescriptors::kSpecialise,
                          PointerShapes::TrackedImages::kTexelBuffers);
  std::set<uint32_t> left_alone;
  pointers.Find(true, &left_alone, [](const PointerFlow&) {});
  if (pointers.failed() || !pointers.HasWork()) return true;
  *has_moved = true;
  return pointers.Rewrite(module);
}

void SplitSegmentedBuffersPass::AddCapabilities(const SegmentPlan& plan) const {
  for (const Segment& segment : plan.segments()) {
    if (segment.kind != DescriptorKind::kStorageBuffer && !segment.sites.empty()) {
      context()->AddCapability(spv::Capability::ImageQuery);
    }
  }
  if (options_.index == IndexWidth::k64) context()->AddCapability(spv::Capability::Int64);
  if (options_.piece_index != PieceIndex::kDynamic) return;
  if (get_module()->version() < 0x00010500 &&
      !context()->get_feature_mgr()->HasExtension(spvtools::Extension::kSPV_EXT_descriptor_indexing)) {
    context()->AddExtension("SPV_EXT_descriptor_indexing");
  }
  context()->AddCapability(spv::Capability::ShaderNonUniform);
  context()->AddCapability(spv::Capability::StorageBufferArrayNonUniformIndexing);
}

opt::Pass::Status SplitSegmentedBuffersPass::Process() {
  if (HasPassMarker(context(), marker_)) return Status::SuccessWithoutChange;
  if (options_.segments.numbers().empty() && consumer()) {
    consumer()(SPV_MSG_WARNING, "", {0, 0, 0},
               "split-segmented-buffers: no binding is named, so nothing is split; segments=<set>.<binding>:<pieces> "
               "names one");
  }
  const bool keep = options_.on_unsupported == UnsupportedAction::kKeep;
  Reporter reporter(context(), kPassName, pass_context_, !keep);
  std::string malformed;
  if (!CheckTypes(context(), &malformed)) {
    Reporter(context(), kPassName, pass_context_, true).Decline(nullptr, {}, {}, malformed);
    return Status::Failure;
  }

  const uint32_t first_new_id = get_module()->IdBound();
  auto analyses = std::make_unique<Analyses>(context());
  auto plan = std::make_unique<SegmentPlan>(context(), analyses->paths, options_);
  Bindings excluded;
  plan->Make(analyses->descriptors, excluded);
  ModuleBuilder module(context());
  bool has_moved = false;
  if (plan->is_indirect()) {
    if (!MakePointersDirect(&module, analyses->decorations, &has_moved)) return Status::Failure;
    if (has_moved) {
      analyses = std::make_unique<Analyses>(context());
      // What was an element chosen by the caller may be a number handed over now.
      AddIndexingCapabilities(context(), analyses->descriptors);
      plan = std::make_unique<SegmentPlan>(context(), analyses->paths, options_);
      plan->Make(analyses->descriptors, excluded);
    }
  }
  if (!plan->declined().empty()) {
    Report(plan->declined(), &reporter, &excluded);
    if (!keep) return Status::Failure;
    plan = std::make_unique<SegmentPlan>(context(), analyses->paths, options_);
    plan->Make(analyses->descriptors, excluded);
  }
  if (plan->segments().empty()) return has_moved ? Status::SuccessWithChange : Status::SuccessWithoutChange;
  if (SplitCopies(&module, *plan)) {
    analyses = std::make_unique<Analyses>(context());
    plan = std::make_unique<SegmentPlan>(context(), analyses->paths, options_);
    plan->Make(analyses->descriptors, excluded);
  }

  AddCapabilities(*plan);
  PieceViews views(&module);
  AccessEmitter emitter(&module, &views);
  HelperTable helpers(&module, &emitter);
  BufferRewriter buffers(&module, analyses->paths, analyses->decorations, options_, *plan, &views, &emitter, &helpers);
  TexelRewriter texels(&module, analyses->decorations, options_, &helpers);
  uint32_t split = 0;
  std::vector<const Descriptor*> originals;
  for (Segment& segment : plan->segments()) {
    const Descriptor& first = *segment.descriptors.front();
    const auto count = first.ElementCount();
    reporter.Pass(*first.variable, segment.set, segment.binding, "Descriptors",
                  count ? "the binding has " + std::to_string(*count * segment.pieces) +
                              " descriptors now, which count against the device's limits"
                        : "the binding has " + std::to_string(segment.pieces) +
                              " times as many descriptors now, which count against the device's limits");
    for (const AccessSite& site : segment.sites) {
      reporter.Pass(*site.inst, segment.set, segment.binding, "Split", "the access goes to the piece with its bytes");
      if (site.is_image()) {
        texels.Rewrite(segment, site);
      } else {
        buffers.Rewrite(&segment, site);
      }
      if (module.failed()) return Status::Failure;
      ++split;
    }
    originals.insert(originals.end(), segment.descriptors.begin(), segment.descriptors.end());
  }
  views.Decorate(analyses->decorations, originals);
  for (const Descriptor* original : originals) {
    const bool is_buffer = original->kind == DescriptorKind::kStorageBuffer;
    RemoveVariable(&module, original->variable,
                   is_buffer ? views.FirstVariableFor(*original) : texels.VariableFor(*original));
  }
  if (module.failed()) return Status::Failure;
  ExtendInterfaces(&module, CallGraph(context()), first_new_id);
  AddPassMarker(context(), marker_);
  for (const Segment& segment : plan->segments()) FillMap(segment);
  if (pass_context_ != nullptr && pass_context_->statistics != nullptr) {
    pass_context_->statistics->push_back({kPassName, "split", split});
    pass_context_->statistics->push_back({kPassName, "helpers", helpers.helper_count()});
  }
  return module.failed() ? Status::Failure : Status::SuccessWithChange;
}

// From SPIR-V 1.4 on an entry point lists every global variable that it uses.
void SplitSegmentedBuffersPass::ExtendInterfaces(ModuleBuilder* module, const CallGraph& calls,
                                                 uint32_t first_new_id) const {
  for (const Instruction& inst : get_module()->types_values()) {
    if (inst.opcode() != spv::Op::OpVariable || inst.result_id() < first_new_id) continue;
    if (get_module()->version() < 0x00010400) return;
    for (uint32_t e : calls.EntryPointsUsing(inst.result_id())) {
      module->AddToInterface(calls.entry_points()[e], inst.result_id());
    }
  }
}

void SplitSegmentedBuffersPass::FillMap(const Segment& segment) const {
  if (pass_context_ == nullptr || pass_context_->interface_map == nullptr) return;
  InterfaceMap::Segments entry;
  entry.set = segment.set;
  entry.binding = segment.binding;
  entry.kind = segment.kind;
  uint64_t count = 0;
  for (const Descriptor* descriptor : segment.descriptors) {
    count = std::max(count, descriptor->ElementCount().value_or(0));
  }
  entry.count = static_cast<uint32_t>(count);
  entry.pieces = segment.pieces;
  entry.piece_multiple = segment.multiple;
  if (options_.piece_bytes != 0 && segment.kind == DescriptorKind::kStorageBuffer) {
    entry.piece_bytes = options_.piece_bytes;
  }
  pass_context_->interface_map->segments.push_back(entry);
}

}  // namespace

spvtools::Optimizer::PassToken CreateSplitSegmentedBuffersPass(const SplitSegmentedBuffersOptions& options,
                                                               PassContext* context) {
  return spvtools::Optimizer::PassToken(std::make_unique<SplitSegmentedBuffersPass>(options, context));
}

}  // namespace lacuna
