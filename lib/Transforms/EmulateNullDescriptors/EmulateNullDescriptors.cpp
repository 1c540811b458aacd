// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// emulate-null-descriptors: a module whose descriptors may be null
// (VK_EXT_robustness2, nullDescriptor) becomes one that behaves so where the
// host binds stand-ins.
//
// Assumptions
//
// - Every access goes through a variable with DescriptorSet and Binding.
// - The module is valid. Layout decorations are believed.
// - The host binds something valid for every descriptor; the interface map says
//   what stands for null. Samplers and input attachments are never null, and an
//   empty acceleration structure behaves like a null one.
//
// What an access is
//
// A load, store, atomic or copy of a value with extent s at byte offset o of a
// bound range of L bytes touches bytes [o, o + s): o sums the offsets and
// strides of the access chain, s ends with the value's last byte, so padding
// behind it does not count, and strided values (row-major matrices and their
// columns) are measured with their strides. An image instruction touches
// texels of the descriptor that its image was loaded from, or only asks for its
// size.
//
// What is emitted
//
// - Storage buffers by length: the access happens iff o + s <= L
//   (GuardConditions.h says how, without wrapping; LengthViews.h how L is
//   measured). A stand-in measures 0, so every access to it is dropped: loads
//   give zero, atomics return zero. As a consequence every access is within
//   bounds. OpArrayLength gives 0 where the descriptor is null, at any array
//   offset.
// - Everything else, and storage buffers where asked: the access happens iff the
//   descriptor's presence bit is set (PresenceBits.h; PushConstantWords.h and
//   BufferWords.h for where the bits come from).
// - Stores, atomics, writes and, by default, loads and reads go under a branch
//   (FunctionRewriter.h, ImageRewriter.h). loads=select reads element 0 instead
//   and selects. What takes derivatives always runs, and its result is selected.
// - A dropped atomic that orders memory leaves an OpMemoryBarrier behind.
// - The condition is computed from the very ids that the access uses: nothing is
//   loaded twice.
// - Pointers that phis, selects, parameters and variables hand on carry the
//   length behind them and their offset along, images that functions take their
//   presence (PointerShadows.h): an access is checked against the descriptor
//   that it really goes to.
//
// What is declined, by name (docs/Semantics.md lists all)
//
// Pointers that functions return or that are stored in parts of variables;
// pointers to matrices that lose their layout on the way; OpCopyMemorySized and
// every other instruction not known to touch memory like the above; 8- and
// 16-bit values that the module may not compute with where the rewrite would
// have to; untyped pointers; descriptor arrays without a fixed size where
// presence bits are asked for.

#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "Analysis/TypeCheck.h"
#include "Support/CopyMemory.h"
#include "Support/PassMarker.h"
#include "Support/Reporter.h"
#include "Transforms/EmulateNullDescriptors/BufferWords.h"
#include "Transforms/EmulateNullDescriptors/FunctionRewriter.h"
#include "Transforms/EmulateNullDescriptors/HelperOutliner.h"
#include "Transforms/EmulateNullDescriptors/ModuleAccesses.h"
#include "Transforms/EmulateNullDescriptors/PointerShadows.h"
#include "Transforms/EmulateNullDescriptors/PushConstantWords.h"

namespace lacuna {

namespace {

constexpr char kPassName[] = "emulate-null-descriptors";

// What the pass knows of the module before it changes it, or again after it has
// moved accesses around.
struct Analyses {
  Analyses(IRContext* context, const Selection& selection)
      : decorations(context),
        calls(context),
        descriptors(context, decorations, calls),
        paths(context, decorations, descriptors),
        accesses(CollectAccesses(context, descriptors, calls, paths, selection)) {}

  DecorationTable decorations;
  CallGraph calls;
  DescriptorTable descriptors;
  AccessPaths paths;
  ModuleAccesses accesses;
};

class EmulateNullDescriptorsPass : public opt::Pass {
 public:
  EmulateNullDescriptorsPass(const EmulateNullDescriptorsOptions& options, PassContext* pass_context)
      : options_(options), pass_context_(pass_context), selection_(options), marker_(MarkerText(options)) {}

  const char* name() const override { return kPassName; }

  Status Process() override;

 private:
  // Where the presence bits of one state of the module are.
  struct Presence {
    std::unique_ptr<PresenceBits> bits;
    std::unique_ptr<WordSource> words;
    bool is_used = false;
  };
  bool ReadLayout(Reporter* reporter);
  void ExcludeWithoutBits(Analyses* analyses);
  bool ReportDeclined(const Analyses& analyses, Reporter* reporter) const;
  bool PlanPresence(ModuleBuilder* module, const Analyses& analyses, Presence* presence, Reporter* reporter) const;
  std::unique_ptr<Analyses> Normalize(ModuleBuilder* module, std::unique_ptr<Analyses> analyses) const;
  void Rewrite(ModuleBuilder* module, const Analyses& analyses, GuardConditions::Shared* shared,
               FunctionRewriter::Counts* counts) const;
  void ExtendInterfaces(ModuleBuilder* module, const Analyses& analyses, uint32_t first_new_id) const;
  void FillMap(const Analyses& analyses, const Presence& presence, const FunctionRewriter::Counts& counts) const;

  EmulateNullDescriptorsOptions options_;
  PassContext* pass_context_;
  Selection selection_;
  std::string marker_;
  std::vector<DeclinedUse> assumed_present_;
  std::optional<InterfaceMap::Presence> layout_;
};

// Takes the numbering of another module, and where its words are.
bool EmulateNullDescriptorsPass::ReadLayout(Reporter* reporter) {
  const std::string& path = options_.layout.path;
  if (path.empty()) return true;
  auto fail = [reporter, &path](const std::string& reason) {
    reporter->Decline(nullptr, {}, {}, "layout=" + path + ": " + reason);
    return false;
  };
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return fail("the file cannot be read");
  InterfaceMap map;
  std::string why;
  if (!InterfaceMap::FromJson(text.str(), &map, &why)) return fail(why);
  if (!map.presence) return true;
  if (!PresenceBits::CheckLayout(*map.presence, &why)) return fail(why);
  PresenceSource given;
  given.kind = map.presence->source == InterfaceMap::Presence::Source::kPushConstant
                   ? PresenceSource::Kind::kPushConstant
                   : map.presence->source == InterfaceMap::Presence::Source::kUniformBuffer
                         ? PresenceSource::Kind::kUniformBuffer
                         : PresenceSource::Kind::kStorageBuffer;
  given.set = map.presence->set;
  given.binding = map.presence->binding;
  if (given.ToString() != options_.presence.ToString()) {
    return fail("its presence words are in presence=" + given.ToString() + ", not presence=" +
                options_.presence.ToString());
  }
  if (given.kind == PresenceSource::Kind::kPushConstant) {
    if (options_.push_offset && *options_.push_offset != map.presence->offset) {
      return fail("its presence words are at byte " + std::to_string(map.presence->offset) + ", not at push-offset=" +
                  std::to_string(*options_.push_offset));
    }
    options_.push_offset = map.presence->offset;
  }
  layout_ = map.presence;
  return true;
}

// Presence bits need a number for every element, and the push constants of
// whoever runs the code.
void EmulateNullDescriptorsPass::ExcludeWithoutBits(Analyses* analyses) {
  const bool is_library = context()->get_feature_mgr()->HasCapability(spv::Capability::Linkage);
  const PresenceBits numbering(options_.runtime_counts, nullptr);
  std::set<const Descriptor*> accessed;
  for (const AccessSite& site : analyses->accesses.sites) accessed.insert(site.roots.begin(), site.roots.end());
  for (const Descriptor& descriptor : analyses->descriptors.descriptors()) {
    if (accessed.count(&descriptor) == 0 || !selection_.ByPresence(descriptor.kind)) continue;
    std::string why;
    if (is_library) {
      why = "the module has the Linkage capability: who calls its functions, and with which push constants, is not known";
    } else if (numbering.CanNumber(descriptor, &why)) {
      continue;
    }
    const bool is_buffer =
        descriptor.kind == DescriptorKind::kStorageBuffer || descriptor.kind == DescriptorKind::kUniformBuffer;
    if (!is_library && !is_buffer && options_.unsized_arrays == UnsizedArrays::kPresent) {
      assumed_present_.push_back({descriptor.variable, &descriptor, why + "; every element counts as present"});
    } else {
      analyses->accesses.declined.push_back({descriptor.variable, &descriptor, why});
    }
    selection_.Exclude(descriptor.id());
  }
}

// Returns whether anything was declined.
bool EmulateNullDescriptorsPass::ReportDeclined(const Analyses& analyses, Reporter* reporter) const {
  std::vector<DeclinedUse> declined = analyses.accesses.declined;
  if (options_.storage_buffers != StorageBufferGuard::kOff || options_.images != ImageGuard::kOff) {
    for (const Instruction* variable : analyses.descriptors.untyped_variables()) {
      declined.push_back({variable, nullptr, "untyped pointers are not supported"});
    }
  }
  for (const DeclinedUse& use : declined) {
    if (use.descriptor != nullptr && use.descriptor->has_binding) {
      reporter->Decline(use.inst, use.descriptor->set, use.descriptor->binding, use.reason);
    } else {
      reporter->Decline(use.inst, {}, {}, use.reason);
    }
  }
  for (const DeclinedUse& use : assumed_present_) {
    reporter->Decline(use.inst, use.descriptor->set, use.descriptor->binding, use.reason, false);
  }
  return !declined.empty();
}

bool EmulateNullDescriptorsPass::PlanPresence(ModuleBuilder* module, const Analyses& analyses, Presence* presence,
                                              Reporter* reporter) const {
  presence->bits = std::make_unique<PresenceBits>(options_.runtime_counts, layout_ ? &*layout_ : nullptr);
  if (options_.presence.kind == PresenceSource::Kind::kPushConstant) {
    presence->words =
        std::make_unique<PushConstantWords>(module, analyses.calls, analyses.decorations, analyses.paths.layout(),
                                            options_.push_offset, options_.max_push_bytes);
  } else {
    presence->words = std::make_unique<BufferWords>(module, analyses.descriptors, options_.presence);
  }
  for (const AccessSite& site : analyses.accesses.sites) {
    const uint32_t function = context()->get_instr_block(site.inst)->GetParent()->result_id();
    for (const Descriptor* descriptor : site.roots) {
      if (!selection_.ByPresence(descriptor->kind)) continue;
      std::set<uint32_t> readers = analyses.calls.EntryPointsReaching(function);
      readers.insert(descriptor->entry_points.begin(), descriptor->entry_points.end());
      presence->bits->Need(*descriptor, readers);
      presence->is_used = true;
    }
  }
  if (!presence->is_used) return true;
  std::string why;
  if (!presence->bits->Number(&why)) {
    reporter->Decline(nullptr, {}, {}, layout_ ? "layout=" + options_.layout.path + ": " + why : why);
    return false;
  }
  if (!presence->words->Plan(analyses.accesses.functions_with_presence, presence->bits->words(), &why)) {
    reporter->Decline(nullptr, {}, {}, why);
    return false;
  }
  return true;
}

// Brings every access into one of the forms that can be guarded, and looks at
// the module again if that moved any: instructions and functions are new then.
std::unique_ptr<Analyses> EmulateNullDescriptorsPass::Normalize(ModuleBuilder* module,
                                                                std::unique_ptr<Analyses> analyses) const {
  std::set<Instruction*> copies;  // one from a buffer to another is two sites
  for (const AccessSite& site : analyses->accesses.sites) {
    if (site.kind != AccessSite::Kind::kCopyFrom && site.kind != AccessSite::Kind::kCopyTo) continue;
    if (copies.insert(site.inst).second) SplitCopyMemory(module, site.inst);
  }
  if (!copies.empty()) analyses = std::make_unique<Analyses>(context(), selection_);
  if (options_.helpers == HelperForm::kInline) return analyses;
  HelperOutliner outliner(module, analyses->calls, analyses->paths.layout());
  for (const AccessSite& site : analyses->accesses.sites) {
    if (site.is_image() || site.kind == AccessSite::Kind::kArrayLength) continue;
    outliner.Outline(site, selection_.ByPresence(site.roots.front()->kind));
    if (module->failed()) return analyses;
  }
  return std::make_unique<Analyses>(context(), selection_);
}

void EmulateNullDescriptorsPass::Rewrite(ModuleBuilder* module, const Analyses& analyses,
                                         GuardConditions::Shared* shared, FunctionRewriter::Counts* counts) const {
  const std::vector<AccessSite>& sites = analyses.accesses.sites;
  std::map<Function*, std::unique_ptr<GuardConditions>> conditions;
  auto conditions_of = [&conditions, shared](Function* function) {
    auto& entry = conditions[function];
    if (entry == nullptr) entry = std::make_unique<GuardConditions>(shared, function);
    return entry.get();
  };
  const bool is_library = context()->get_feature_mgr()->HasCapability(spv::Capability::Linkage);
  PointerShadows shadows(
      shared, analyses.paths, [this](const Descriptor& descriptor) { return selection_.Contains(descriptor); },
      [&analyses, is_library](const Function& function) {
        return !is_library && analyses.calls.EntryPointsReaching(function.result_id()).empty();
      },
      conditions_of);
  for (const AccessSite& site : sites) shadows.MakeFor(site);

  for (size_t i = 0; i < sites.size() && !module->failed();) {
    Function* function = context()->get_instr_block(sites[i].inst)->GetParent();
    std::vector<AccessSite> of_function;
    for (; i < sites.size() && context()->get_instr_block(sites[i].inst)->GetParent() == function; ++i) {
      of_function.push_back(sites[i]);
    }
    FunctionRewriter(module, analyses.paths, conditions_of(function), options_.loads, options_.atomic_result, counts)
        .Rewrite(of_function);
  }
  for (auto& entry : conditions) entry.second->LeaveFunction();
}

opt::Pass::Status EmulateNullDescriptorsPass::Process() {
  if (HasPassMarker(context(), marker_)) return Status::SuccessWithoutChange;
  std::string malformed;
  if (!CheckTypes(context(), &malformed)) {
    Reporter(context(), kPassName, pass_context_, true).Decline(nullptr, {}, {}, malformed);
    return Status::Failure;
  }

  const bool keep = options_.on_unsupported == UnsupportedAction::kKeep;
  Reporter reporter(context(), kPassName, pass_context_, !keep);
  // A layout that contradicts, a number that cannot be given out, a place that
  // is not free: none has a sound way on, as keeping all accesses unguarded
  // would be silent.
  if (!ReadLayout(&reporter)) return Status::Failure;
  const uint32_t first_new_id = get_module()->IdBound();
  auto analyses = std::make_unique<Analyses>(context(), selection_);
  ExcludeWithoutBits(analyses.get());
  if (ReportDeclined(*analyses, &reporter) && !keep) return Status::Failure;
  if (selection_.has_exclusions()) analyses = std::make_unique<Analyses>(context(), selection_);

  ModuleBuilder module(context());
  FunctionRewriter::Counts counts;
  Presence planned;
  if (!PlanPresence(&module, *analyses, &planned, &reporter)) return Status::Failure;
  if (analyses->accesses.sites.empty()) {
    FillMap(*analyses, planned, counts);
    return Status::SuccessWithoutChange;
  }

  analyses = Normalize(&module, std::move(analyses));
  if (module.failed()) return Status::Failure;
  Presence presence;
  if (!PlanPresence(&module, *analyses, &presence, &reporter)) return Status::Failure;
  if (presence.is_used) presence.words->Apply();

  LengthViews lengths(&module, analyses->decorations, analyses->paths.layout());
  for (const AccessSite& site : analyses->accesses.sites) {
    if (!site.is_image()) lengths.NoteAccess(site);
    reporter.Pass(*site.inst, site.roots.front()->set, site.roots.front()->binding, "Guarded",
                  "the access has the effect of one to a null descriptor when the descriptor is absent");
  }
  GuardConditions::Shared shared{&module,
                                 analyses->decorations,
                                 selection_.StorageBufferSources(),
                                 &lengths,
                                 presence.bits.get(),
                                 presence.words.get(),
                                 ParameterTable(context()),
                                 {},
                                 {}};
  Rewrite(&module, *analyses, &shared, &counts);
  if (module.failed()) return Status::Failure;
  ExtendInterfaces(&module, *analyses, first_new_id);
  AddPassMarker(context(), marker_);
  FillMap(*analyses, presence, counts);
  if (pass_context_ != nullptr && pass_context_->statistics != nullptr) {
    pass_context_->statistics->push_back({kPassName, "guarded", counts.guarded});
    pass_context_->statistics->push_back({kPassName, "elided", counts.elided});
  }
  return module.failed() ? Status::Failure : Status::SuccessWithChange;
}

// From SPIR-V 1.4 on an entry point lists every global variable that it uses.
void EmulateNullDescriptorsPass::ExtendInterfaces(ModuleBuilder* module, const Analyses& analyses,
                                                  uint32_t first_new_id) const {
  if (get_module()->version() < 0x00010400) return;
  for (const Instruction& inst : get_module()->types_values()) {
    if (inst.opcode() != spv::Op::OpVariable || inst.result_id() < first_new_id) continue;
    for (uint32_t e : analyses.calls.EntryPointsUsing(inst.result_id())) {
      module->AddToInterface(analyses.calls.entry_points()[e], inst.result_id());
    }
  }
}

void EmulateNullDescriptorsPass::FillMap(const Analyses& analyses, const Presence& presence,
                                         const FunctionRewriter::Counts& counts) const {
  if (pass_context_ == nullptr || pass_context_->interface_map == nullptr) return;
  InterfaceMap* map = pass_context_->interface_map;
  if (presence.is_used) {
    InterfaceMap::Presence section;
    switch (options_.presence.kind) {
      case PresenceSource::Kind::kPushConstant:
        section.source = InterfaceMap::Presence::Source::kPushConstant;
        break;
      case PresenceSource::Kind::kUniformBuffer:
        section.source = InterfaceMap::Presence::Source::kUniformBuffer;
        break;
      case PresenceSource::Kind::kStorageBuffer:
        section.source = InterfaceMap::Presence::Source::kStorageBuffer;
        break;
    }
    section.set = options_.presence.set;
    section.binding = options_.presence.binding;
    section.offset = presence.words->offset();
    section.words = presence.bits->words();
    section.bits = presence.bits->ToMap(analyses.calls);
    map->presence = std::move(section);
  }
  AddStandIns(context(), analyses.descriptors, analyses.paths.layout(), selection_, options_.bindings,
              analyses.accesses.sites, counts.readable_bytes, map);
}

}  // namespace

spvtools::Optimizer::PassToken CreateEmulateNullDescriptorsPass(const EmulateNullDescriptorsOptions& options,
                                                                PassContext* context) {
  return spvtools::Optimizer::PassToken(std::make_unique<EmulateNullDescriptorsPass>(options, context));
}

}  // namespace lacuna
