// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// legalize-msl-array-pointers: a module with pointers into buffers and images
// that SPIRV-Cross prints wrongly for Metal becomes one without them.
//
// What goes wrong (docs/MSL.md lists every shape)
//
// An element of an array of buffers is itself a pointer in Metal: what takes a
// pointer to it gets one to a pointer, and the shader does not compile. Pointers
// to packed, strided or row-major parts, pointers that are returned, stored in
// variables or chosen by phis, images that functions write to, and lengths of
// parameters do not compile either. A value loaded through a parameter or a
// chosen pointer is read again at each use, also behind an atomic or a store:
// that compiles, and a compare-exchange loop never ends.
//
// Assumptions
//
// - The module is valid, or valid but for pointers of the Uniform and Image
//   storage classes in places where only StorageBuffer pointers may be.
// - No function calls itself.
//
// What is followed
//
// Pointers of the StorageBuffer, Uniform, Image and Workgroup storage classes,
// pointers to storage images and those images (PointerShape.h). Others stay pointers.
//
// What is emitted
//
// - A pointer is its variable, its shape (which members the access chain goes
//   through) and the values of its indices. PointerFlow.h finds the shapes that
//   each may have.
// - A function is copied for the variable and shape of each pointer that it is
//   given; the indices become parameters, evaluated before the call. Where all
//   calls give one constant, the copy has the constant. One copy does for
//   constant and computed indices. Copies carry names, decorations and debug
//   info; originals that nothing calls any more go, exported ones stay.
// - Phis, selects, variables and results of pointers become ones of indices.
//   Where a pointer may have several shapes there is a tag beside the indices,
//   and an access is a branch on it: one arm each, and a phi of the values. So
//   atomics run once. A call is such an access, but where that would be many
//   calls, or the function must run in all invocations together (barriers, group
//   operations, derivatives), there is one copy, to which the tag is handed on.
// - Comparisons of pointers compare tags and indices.
// - Loads, stores and copies of a whole block in an array are made per member.
// - Values from Workgroup and Private memory that are used behind an atomic or a
//   call that writes there go through a variable; Restrict buffers of which that
//   is true are no longer so (HeldValues.h).
// - Nothing is inlined: a body of several blocks has no place in a continue
//   construct.
//
// What stays
//
// A function keeps a pointer into a descriptor that is no array, or into Workgroup
// memory, where Metal has
// a type for it and no value that it loads lives across a write elsewhere
// (KeptParameters.h).
//
// What is declined, by name
//
// Pointers inside structs, handed on through pointers to pointers, or made by
// other instructions; steps by OpPtrAccessChain from what is no array element;
// comparisons across variables of one descriptor; pointers that exported
// functions return; Coherent parameters bound to variables that are not; blocks
// with gaps that are used as values (WholeBlocks.h); untyped pointers; recursion; and what Metal cannot do
// (MetalLimits.h). With on-unsupported=keep, the pointers that such a one is handed on to or comes from stay with it,
// and the rest is rewritten.

#include <memory>

#include "Analysis/PointerWebs.h"
#include "Analysis/TypeCheck.h"
#include "Support/Reporter.h"
#include "Transforms/LegalizeMSLArrayPointers/HeldValues.h"
#include "Transforms/LegalizeMSLArrayPointers/MetalLimits.h"
#include "Transforms/LegalizeMSLArrayPointers/WholeBlocks.h"
#include "Transforms/Utils/Cleanup.h"
#include "Transforms/Utils/DirectPointers.h"

namespace lacuna {

namespace {

constexpr char kPassName[] = "legalize-msl-array-pointers";

class LegalizeMslArrayPointersPass : public opt::Pass {
 public:
  LegalizeMslArrayPointersPass(const LegalizeMslArrayPointersOptions& options, PassContext* pass_context)
      : options_(options), pass_context_(pass_context) {}

  const char* name() const override { return kPassName; }

  Status Process() override;

 private:
  bool ReportLimits(const DescriptorTable& descriptors, const CallGraph& calls, Reporter* reporter) const;
  void ReportDeclined(const PointerFlow& flow, const DescriptorTable& descriptors, Reporter* reporter) const;
  void ReportUnsized(const DescriptorTable& descriptors, Reporter* reporter) const;
  void ExtendInterfaces(ModuleBuilder* module, const CallGraph& calls, uint32_t first_new_id) const;

  LegalizeMslArrayPointersOptions options_;
  PassContext* pass_context_;
};

bool LegalizeMslArrayPointersPass::ReportLimits(const DescriptorTable& descriptors, const CallGraph& calls,
                                                Reporter* reporter) const {
  bool any = false;
  for (const Instruction* variable : descriptors.untyped_variables()) {
    reporter->Decline(variable, {}, {}, "untyped pointers are not supported");
    any = true;
  }
  for (const MetalLimit& limit : FindMetalLimits(context(), descriptors, calls, options_.msl_version)) {
    if (limit.descriptor != nullptr && limit.descriptor->has_binding) {
      reporter->Decline(limit.inst, limit.descriptor->set, limit.descriptor->binding, limit.reason);
    } else {
      reporter->Decline(limit.inst, {}, {}, limit.reason);
    }
    any = true;
  }
  return any;
}

void LegalizeMslArrayPointersPass::ReportDeclined(const PointerFlow& flow, const DescriptorTable& descriptors,
                                                  Reporter* reporter) const {
  for (const PointerFlow::Declined& declined : flow.declined()) {
    const Descriptor* descriptor = nullptr;
    for (uint32_t pointer : declined.pointers) {
      if (const Descriptor* found = descriptors.Find(flow.shapes().Origin(pointer)->result_id())) descriptor = found;
    }
    if (descriptor != nullptr && descriptor->has_binding) {
      reporter->Decline(declined.inst, descriptor->set, descriptor->binding, declined.reason);
    } else {
      reporter->Decline(declined.inst, {}, {}, declined.reason);
    }
  }
}

// What the host must do, whatever the pass does.
void LegalizeMslArrayPointersPass::ReportUnsized(const DescriptorTable& descriptors, Reporter* reporter) const {
  for (const Descriptor& descriptor : descriptors.descriptors()) {
    bool is_unsized = false;
    for (const ArrayDimension& dimension : descriptor.dimensions) is_unsized |= dimension.is_runtime;
    if (!is_unsized || !descriptor.has_binding || descriptor.entry_points.empty()) continue;
    reporter->Pass(*descriptor.variable, descriptor.set, descriptor.binding, "NeedsArgumentBuffers",
                   "the array has no length: Metal needs argument buffers of tier 2 in device memory for it, and for "
                   "OpArrayLength of its elements SPIRV-Cross's rich descriptors");
  }
}

// From SPIR-V 1.4 on an entry point lists every global variable that it uses.
void LegalizeMslArrayPointersPass::ExtendInterfaces(ModuleBuilder* module, const CallGraph& calls,
                                                    uint32_t first_new_id) const {
  if (get_module()->version() < 0x00010400) return;
  for (const Instruction& inst : get_module()->types_values()) {
    if (inst.opcode() != spv::Op::OpVariable || inst.result_id() < first_new_id) continue;
    for (uint32_t e : calls.EntryPointsUsing(inst.result_id())) {
      module->AddToInterface(calls.entry_points()[e], inst.result_id());
    }
  }
}

opt::Pass::Status LegalizeMslArrayPointersPass::Process() {
  std::string malformed;
  if (!CheckTypes(context(), &malformed)) {
    Reporter(context(), kPassName, pass_context_, true).Decline(nullptr, {}, {}, malformed);
    return Status::Failure;
  }
  const bool keep = options_.on_unsupported == UnsupportedAction::kKeep;
  Reporter reporter(context(), kPassName, pass_context_, !keep);
  const uint32_t first_new_id = get_module()->IdBound();
  const DecorationTable decorations(context());
  const CallGraph calls(context());
  const DescriptorTable descriptors(context(), decorations, calls);
  bool declined = ReportLimits(descriptors, calls, &reporter);
  ReportUnsized(descriptors, &reporter);

  std::set<uint32_t> left_alone;
  for (const Instruction* load : FindBlocksWithGaps(context(), decorations, descriptors)) {
    reporter.Decline(load, {}, {},
                     "the value of a block with gaps between its members is more than taken apart or stored");
    left_alone.insert(load->result_id());
    declined = true;
  }
  DirectPointers pointers(context(), decorations, options_.whole, PointerShapes::AlsoTracked::kWorkgroup);
  declined |=
      !pointers.Find(keep, &left_alone, [&](const PointerFlow& flow) { ReportDeclined(flow, descriptors, &reporter); });
  if (declined && !keep) return Status::Failure;
  if (pointers.failed()) return Status::SuccessWithoutChange;
  bool has_work = pointers.HasWork();
  for (const Instruction* access : FindWholeBlocks(context(), descriptors)) {
    has_work |= left_alone.count(access->result_id()) == 0;
  }
  has_work |= !FindRestrictedArrays(context(), descriptors, calls).empty() ||
              !FindForgottenBuffers(context(), descriptors).empty() || !FindForgottenLoads(context()).empty();
  if (!has_work) return Status::SuccessWithoutChange;

  ModuleBuilder module(context());
  auto remark = [&](const char* name, const char* text) {
    return [&reporter, &descriptors, name, text](const Instruction& inst, uint32_t variable) {
      const Descriptor* descriptor = descriptors.Find(variable);
      if (descriptor != nullptr && descriptor->has_binding) {
        reporter.Pass(inst, descriptor->set, descriptor->binding, name, text);
      }
    };
  };
  if (!pointers.Rewrite(&module, remark("Specialised", "the function has a copy for this descriptor"),
                        remark("Rewritten", "the access begins at the descriptor's variable"))) {
    return Status::Failure;
  }
  for (const Instruction* access : FindWholeBlocks(context(), descriptors)) {
    for (uint32_t i = 0; i < access->NumInOperands() && i < 2; ++i) {
      if (i == 1 && access->opcode() != spv::Op::OpCopyMemory) continue;
      const Instruction* variable = PointerVariable(context(), access->GetSingleWordInOperand(i));
      if (variable != nullptr) remark("Split", "the access is one per member")(*access, variable->result_id());
    }
  }
  const uint32_t split = SplitWholeBlocks(&module, descriptors, left_alone);
  const CallGraph new_calls(context());
  DropRestrict(context(), FindRestrictedArrays(context(), descriptors, new_calls));
  DropRestrict(context(), FindForgottenBuffers(context(), descriptors));
  HoldValues(&module, FindForgottenLoads(context()));
  ExtendInterfaces(&module, new_calls, first_new_id);
  UpdateCapabilities(context(), descriptors);
  if (pass_context_ != nullptr && pass_context_->statistics != nullptr) {
    pass_context_->statistics->push_back({kPassName, "specialised", pointers.copies()});
    pass_context_->statistics->push_back({kPassName, "rewritten", pointers.rewritten()});
    pass_context_->statistics->push_back({kPassName, "split", split});
  }
  return module.failed() ? Status::Failure : Status::SuccessWithChange;
}

}  // namespace

spvtools::Optimizer::PassToken CreateLegalizeMslArrayPointersPass(const LegalizeMslArrayPointersOptions& options,
                                                                  PassContext* context) {
  return spvtools::Optimizer::PassToken(std::make_unique<LegalizeMslArrayPointersPass>(options, context));
}

}  // namespace lacuna
