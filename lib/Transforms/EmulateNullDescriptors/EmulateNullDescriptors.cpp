// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// emulate-null-descriptors: a module whose storage buffers may be null
// descriptors (VK_EXT_robustness2, nullDescriptor) becomes one that behaves so
// where the host binds stand-ins.
//
// Assumptions
//
// - Logical addressing of descriptors: every access goes through a variable
//   with DescriptorSet and Binding.
// - The module is valid. Layout decorations are believed.
// - The host binds something valid for every descriptor; the interface map says
//   what stands for null.
//
// What an access is
//
// A load, store, atomic or copy of a value with extent s at byte offset o of a
// bound range of L bytes touches bytes [o, o + s): o sums the offsets and
// strides of the access chain, s ends with the value's last byte, so padding
// behind it does not count, and strided values (row-major matrices and their
// columns) are measured with their strides.
//
// What is emitted
//
// - by length, the access happens iff o + s <= L (GuardConditions.h says how,
//   without wrapping; LengthViews.h how L is measured). A stand-in measures 0,
//   so every access to it is dropped: loads give zero, atomics return zero. As
//   a consequence every access is within bounds.
// - by presence, the access happens iff the descriptor's presence bit is set
//   (PresenceBits.h, PushConstantWords.h).
// - OpArrayLength gives 0 where the descriptor is null, at any array offset.
// - Stores, atomics and, by default, loads go under a branch
//   (FunctionRewriter.h). loads=select reads element 0 instead and selects.
// - A dropped atomic that orders memory leaves an OpMemoryBarrier behind.
// - The condition is computed from the very ids that the access chain uses:
//   nothing is loaded twice.
// - Pointers that phis, selects, parameters and variables hand on carry the
//   length behind them and their offset along (PointerShadows.h): an access is
//   checked against the buffer that it really goes to.
//
// What is declined, by name (docs/Semantics.md lists all)
//
// Pointers that functions return or that are stored in parts of variables;
// pointers to matrices that lose their layout on the way; OpCopyMemorySized; cooperative matrices and every other instruction not known
// to touch memory like the above; 8- and 16-bit values that the module may not
// compute with where the rewrite would have to; untyped pointers; descriptor
// arrays without a fixed size where presence bits are asked for.

#include <algorithm>
#include <map>
#include <memory>

#include "Analysis/ConstantValue.h"
#include "Support/CopyMemory.h"
#include "Support/Reporter.h"
#include "Transforms/EmulateNullDescriptors/FunctionRewriter.h"
#include "Transforms/EmulateNullDescriptors/HelperOutliner.h"
#include "Transforms/EmulateNullDescriptors/PointerShadows.h"
#include "lacuna/Passes.h"

namespace lacuna {

namespace {

constexpr char kPassName[] = "emulate-null-descriptors";

// What the pass knows of the module before it changes it, or again after it has
// moved accesses around.
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

class EmulateNullDescriptorsPass : public opt::Pass {
 public:
  EmulateNullDescriptorsPass(const EmulateNullDescriptorsOptions& options, PassContext* pass_context)
      : options_(options), pass_context_(pass_context) {}

  const char* name() const override { return kPassName; }

  Status Process() override;

 private:
  bool IsSelected(const Descriptor& descriptor) const {
    return excluded_.count(descriptor.id()) == 0 && descriptor.kind == DescriptorKind::kStorageBuffer && options_.storage_buffers != StorageBufferGuard::kOff &&
           (!descriptor.has_binding || options_.bindings.Contains(descriptor.set, descriptor.binding));
  }
  bool ByLength() const { return options_.storage_buffers != StorageBufferGuard::kPresence; }
  bool ByPresence() const { return options_.storage_buffers != StorageBufferGuard::kLength; }

  // The accesses, in module order.
  struct Accesses {
    std::vector<AccessSite> sites;
    std::vector<DeclinedUse> declined;
    std::set<uint32_t> functions;  // that need lengths or presence
  };
  Accesses Collect(const Analyses& analyses) const;
  bool PlanPresence(const Analyses& analyses, const Accesses& accesses, PresenceBits* bits, PushConstantWords* words,
                    Reporter* reporter) const;
  void Rewrite(ModuleBuilder* module, const Analyses& analyses, const std::vector<AccessSite>& sites,
               GuardConditions::Shared* shared, FunctionRewriter::Counts* counts) const;
  std::string Marker() const;
  bool HasMarker() const;
  void AddMarker(ModuleBuilder* module) const;
  void ExtendInterfaces(ModuleBuilder* module, const Analyses& analyses, uint32_t first_new_id) const;
  void FillMap(const Analyses& analyses, const std::vector<AccessSite>& sites, const PresenceBits& bits,
               uint32_t presence_offset, const FunctionRewriter::Counts& counts) const;

  void ExcludeWithoutBits(const Analyses& analyses, const Accesses& accesses, std::vector<DeclinedUse>* declined);

  EmulateNullDescriptorsOptions options_;
  PassContext* pass_context_;
  // Variables that stay as they are, because they can have no presence bits.
  std::set<uint32_t> excluded_;
};

EmulateNullDescriptorsPass::Accesses EmulateNullDescriptorsPass::Collect(const Analyses& analyses) const {
  AccessCollector collector(context(), analyses.paths);
  for (const Descriptor& descriptor : analyses.descriptors.descriptors()) {
    if (IsSelected(descriptor)) collector.Collect(descriptor);
  }
  Accesses result;
  result.declined = collector.declined();
  result.functions = collector.functions_with_escapes();
  std::map<const Instruction*, std::vector<const AccessSite*>> by_inst;
  for (const AccessSite& site : collector.sites()) by_inst[site.inst].push_back(&site);
  for (Function& function : *get_module()) {
    // What no entry point reaches never runs, and has no push constants.
    const bool is_library = context()->get_feature_mgr()->HasCapability(spv::Capability::Linkage);
    if (ByPresence() && !is_library && analyses.calls.EntryPointsReaching(function.result_id()).empty()) continue;
    function.ForEachInst([&](Instruction* inst) {
      auto found = by_inst.find(inst);
      if (found == by_inst.end()) return;
      for (const AccessSite* site : found->second) result.sites.push_back(*site);
      result.functions.insert(function.result_id());
    });
  }
  return result;
}

bool EmulateNullDescriptorsPass::PlanPresence(const Analyses& analyses, const Accesses& accesses, PresenceBits* bits,
                                              PushConstantWords* words, Reporter* reporter) const {
  if (!ByPresence()) return true;
  if (accesses.sites.empty()) return true;
  for (const AccessSite& site : accesses.sites) {
    const uint32_t function = context()->get_instr_block(site.inst)->GetParent()->result_id();
    for (const Descriptor* descriptor : site.roots) {
      std::set<uint32_t> readers = analyses.calls.EntryPointsReaching(function);
      readers.insert(descriptor->entry_points.begin(), descriptor->entry_points.end());
      bits->Need(*descriptor, readers);
    }
  }
  bits->Number();
  std::string why;
  if (!words->Plan(accesses.functions, bits->words(), options_.push_offset, options_.max_push_bytes, &why)) {
    reporter->Decline(nullptr, {}, {}, why);
    return false;
  }
  return true;
}

void EmulateNullDescriptorsPass::Rewrite(ModuleBuilder* module, const Analyses& analyses,
                                         const std::vector<AccessSite>& sites, GuardConditions::Shared* shared,
                                         FunctionRewriter::Counts* counts) const {
  std::map<Function*, std::unique_ptr<GuardConditions>> conditions;
  auto conditions_of = [&conditions, shared](Function* function) {
    auto& entry = conditions[function];
    if (entry == nullptr) entry = std::make_unique<GuardConditions>(shared, function);
    return entry.get();
  };
  PointerShadows shadows(
      shared, analyses.paths, [this](const Descriptor& descriptor) { return IsSelected(descriptor); }, conditions_of);
  for (const AccessSite& site : sites) shadows.MakeFor(site);

  for (size_t i = 0; i < sites.size() && !module->failed();) {
    Function* function = context()->get_instr_block(sites[i].inst)->GetParent();
    std::vector<AccessSite> of_function;
    for (; i < sites.size() && context()->get_instr_block(sites[i].inst)->GetParent() == function; ++i) {
      of_function.push_back(sites[i]);
    }
    FunctionRewriter(module, analyses.paths, conditions_of(function), options_.loads, counts).Rewrite(of_function);
  }
  for (auto& entry : conditions) entry.second->LeaveFunction();
}

// Presence bits need a number for every element, and the push constants of
// whoever runs the code.
void EmulateNullDescriptorsPass::ExcludeWithoutBits(const Analyses& analyses, const Accesses& accesses,
                                                    std::vector<DeclinedUse>* declined) {
  if (!ByPresence()) return;
  const bool is_library = context()->get_feature_mgr()->HasCapability(spv::Capability::Linkage);
  std::set<const Descriptor*> accessed;
  for (const AccessSite& site : accesses.sites) accessed.insert(site.roots.begin(), site.roots.end());
  for (const Descriptor& descriptor : analyses.descriptors.descriptors()) {
    if (accessed.count(&descriptor) == 0) continue;
    std::string why;
    if (is_library) {
      why = "the module has the Linkage capability: who calls its functions, and with which push constants, is not known";
    } else if (PresenceBits::CanNumber(descriptor, &why)) {
      continue;
    }
    declined->push_back({descriptor.variable, &descriptor, why});
    excluded_.insert(descriptor.id());
  }
}

opt::Pass::Status EmulateNullDescriptorsPass::Process() {
  if (HasMarker()) return Status::SuccessWithoutChange;

  const bool keep = options_.on_unsupported == UnsupportedAction::kKeep;
  Reporter reporter(context(), kPassName, pass_context_, !keep);
  const uint32_t first_new_id = get_module()->IdBound();
  auto analyses = std::make_unique<Analyses>(context());
  Accesses accesses = Collect(*analyses);
  std::vector<DeclinedUse>& declined = accesses.declined;

  if (options_.storage_buffers != StorageBufferGuard::kOff) {
    for (const Instruction* variable : analyses->descriptors.untyped_variables()) {
      declined.push_back({variable, nullptr, "untyped pointers are not supported"});
    }
  }
  ExcludeWithoutBits(*analyses, accesses, &declined);
  for (const DeclinedUse& use : declined) {
    if (use.descriptor != nullptr && use.descriptor->has_binding) {
      reporter.Decline(use.inst, use.descriptor->set, use.descriptor->binding, use.reason);
    } else {
      reporter.Decline(use.inst, {}, {}, use.reason);
    }
  }
  if (!declined.empty() && !keep) return Status::Failure;
  if (!excluded_.empty()) accesses = Collect(*analyses);

  ModuleBuilder module(context());
  // A number that cannot be given out, or a place that is not free, has no
  // sound way on: keeping all accesses unguarded would be silent.
  PresenceBits planned_bits;
  PushConstantWords planned_words(&module, analyses->calls, analyses->decorations, analyses->paths.layout());
  if (!PlanPresence(*analyses, accesses, &planned_bits, &planned_words, &reporter)) return Status::Failure;
  if (accesses.sites.empty()) {
    FillMap(*analyses, accesses.sites, planned_bits, 0, {});
    return Status::SuccessWithoutChange;
  }

  // Bring every access into one of the forms that can be guarded, then look
  // again: instructions and functions are new.
  bool moved = false;
  std::set<Instruction*> copies;  // one from a buffer to another is two sites
  for (const AccessSite& site : accesses.sites) {
    if (site.kind != AccessSite::Kind::kCopyFrom && site.kind != AccessSite::Kind::kCopyTo) continue;
    if (copies.insert(site.inst).second) SplitCopyMemory(&module, site.inst);
    moved = true;
  }
  if (moved) accesses = Collect(*analyses);
  if (options_.helpers == HelperForm::kCall) {
    HelperOutliner outliner(&module, analyses->calls, analyses->paths.layout());
    for (const AccessSite& site : accesses.sites) {
      if (site.kind != AccessSite::Kind::kArrayLength) outliner.Outline(site, ByPresence());
    }
    moved = true;
  }
  if (module.failed()) return Status::Failure;
  if (moved) {
    analyses = std::make_unique<Analyses>(context());
    accesses = Collect(*analyses);
  }

  PresenceBits bits;
  PushConstantWords words(&module, analyses->calls, analyses->decorations, analyses->paths.layout());
  if (!PlanPresence(*analyses, accesses, &bits, &words, &reporter)) return Status::Failure;
  if (ByPresence()) words.Apply();

  LengthViews lengths(&module, analyses->decorations, analyses->paths.layout());
  for (const AccessSite& site : accesses.sites) {
    lengths.NoteAccess(site);
    reporter.Pass(*site.inst, site.roots.front()->set, site.roots.front()->binding, "Guarded",
                  "the access has no effect when the descriptor is null");
  }
  GuardConditions::Shared shared{&module, analyses->decorations, {ByLength(), ByPresence()}, &lengths, &bits, &words,
                                 {},      {}};
  FunctionRewriter::Counts counts;
  Rewrite(&module, *analyses, accesses.sites, &shared, &counts);
  if (module.failed()) return Status::Failure;
  ExtendInterfaces(&module, *analyses, first_new_id);
  AddMarker(&module);
  FillMap(*analyses, accesses.sites, bits, ByPresence() ? words.offset() : 0, counts);
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

// The options as text, for the marker: two runs with equal text do the same.
std::string EmulateNullDescriptorsPass::Marker() const {
  std::string text = "lacuna emulate-null-descriptors";
#define LACUNA_OPTION_ENUM(ID, FIELD, KEY, TYPE, DEFAULT, CHOICES, HELP) \
  text += " " KEY "=" + std::to_string(static_cast<int>(options_.FIELD));
#define LACUNA_OPTION_UINT(ID, FIELD, KEY, DEFAULT, HELP) text += " " KEY "=" + std::to_string(options_.FIELD);
#define LACUNA_OPTION_AUTO_UINT(ID, FIELD, KEY, HELP) \
  text += " " KEY "=" + (options_.FIELD ? std::to_string(*options_.FIELD) : std::string("auto"));
#define LACUNA_OPTION_BINDINGS(ID, FIELD, KEY, HELP) text += " " KEY "=" + options_.FIELD.ToString();
#include "lacuna/Passes.def"
  return text;
}

// A rewritten module says so, so that a second run leaves it alone. SPIR-V 1.0
// has no OpModuleProcessed.
bool EmulateNullDescriptorsPass::HasMarker() const {
  const std::string marker = Marker();
  bool found = false;
  get_module()->ForEachInst([&](const Instruction* inst) {
    const bool can_mark =
        inst->opcode() == spv::Op::OpModuleProcessed || inst->opcode() == spv::Op::OpSourceExtension;
    if (can_mark && inst->GetInOperand(0).AsString() == marker) found = true;
  });
  return found;
}

void EmulateNullDescriptorsPass::AddMarker(ModuleBuilder* module) const {
  opt::Instruction::OperandList operands{
      {SPV_OPERAND_TYPE_LITERAL_STRING, spvtools::utils::MakeVector(Marker())}};
  if (get_module()->version() >= 0x00010100) {
    module->context()->AddDebug3Inst(
        std::make_unique<Instruction>(context(), spv::Op::OpModuleProcessed, 0, 0, operands));
  } else {
    module->context()->AddDebug1Inst(
        std::make_unique<Instruction>(context(), spv::Op::OpSourceExtension, 0, 0, operands));
  }
}

void EmulateNullDescriptorsPass::FillMap(const Analyses& analyses, const std::vector<AccessSite>& sites,
                                         const PresenceBits& bits, uint32_t presence_offset,
                                         const FunctionRewriter::Counts& counts) const {
  if (pass_context_ == nullptr || pass_context_->interface_map == nullptr) return;
  InterfaceMap* map = pass_context_->interface_map;
  if (!bits.empty()) {
    InterfaceMap::Presence presence;
    presence.source = InterfaceMap::Presence::Source::kPushConstant;
    presence.offset = presence_offset;
    presence.words = bits.words();
    presence.bits = bits.ToMap(analyses.calls);
    map->presence = std::move(presence);
  }
  std::set<std::pair<uint32_t, uint32_t>> listed;
  for (const AccessSite& site : sites) {
    for (const Descriptor* descriptor : site.roots) {
      const std::pair<uint32_t, uint32_t> place(descriptor->set, descriptor->binding);
      if (!listed.insert(place).second) continue;
      InterfaceMap::StandIn stand_in;
      stand_in.set = place.first;
      stand_in.binding = place.second;
      stand_in.kind = descriptor->kind;
      if (!ByPresence()) stand_in.max_range = 3;
      auto readable = counts.readable_bytes.find(place);
      stand_in.readable_bytes = readable == counts.readable_bytes.end() ? 0 : readable->second;
      map->stand_ins.push_back(stand_in);
    }
  }
  // Uniform buffers are not rewritten: a null one is a block of zeros.
  opt::analysis::DefUseManager* defs = context()->get_def_use_mgr();
  for (const Descriptor& descriptor : analyses.descriptors.descriptors()) {
    if (descriptor.kind != DescriptorKind::kUniformBuffer || !descriptor.has_binding ||
        descriptor.entry_points.empty() || !options_.bindings.Contains(descriptor.set, descriptor.binding)) {
      continue;
    }
    ByteCount extent;
    std::string why;
    if (!analyses.paths.layout().Extent({descriptor.element_type}, &extent, &why)) continue;
    uint64_t bytes = extent.constant;
    for (const ByteCount::Term& term : extent.terms) {
      bytes += static_cast<uint64_t>(EvaluateConstant(defs, term.id).value) * term.stride;
    }
    const std::pair<uint32_t, uint32_t> place(descriptor.set, descriptor.binding);
    if (!listed.insert(place).second) {
      for (InterfaceMap::StandIn& other : map->stand_ins) {
        if (other.set == place.first && other.binding == place.second && other.min_bytes) {
          other.min_bytes = std::max(*other.min_bytes, bytes);
        }
      }
      continue;
    }
    InterfaceMap::StandIn stand_in;
    stand_in.set = place.first;
    stand_in.binding = place.second;
    stand_in.kind = descriptor.kind;
    stand_in.zero_filled = true;
    stand_in.min_bytes = bytes;
    map->stand_ins.push_back(stand_in);
  }
}

}  // namespace

spvtools::Optimizer::PassToken CreateEmulateNullDescriptorsPass(const EmulateNullDescriptorsOptions& options,
                                                                PassContext* context) {
  return spvtools::Optimizer::PassToken(std::make_unique<EmulateNullDescriptorsPass>(options, context));
}

}  // namespace lacuna
