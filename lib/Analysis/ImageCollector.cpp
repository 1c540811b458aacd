// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/ImageCollector.h"

#include <algorithm>

#include "Analysis/ImageOps.h"
#include "Analysis/Parameters.h"

namespace lacuna {

namespace {

std::string OpName(spv::Op op) { return std::string("Op") + spvOpcodeString(op); }

}  // namespace

uint32_t ImageOrigin(opt::analysis::DefUseManager* defs, uint32_t value) {
  const Instruction* inst = defs->GetDef(value);
  while (inst->opcode() == spv::Op::OpSampledImage || inst->opcode() == spv::Op::OpImage ||
         inst->opcode() == spv::Op::OpCopyObject || inst->opcode() == spv::Op::OpLoad) {
    const bool is_load = inst->opcode() == spv::Op::OpLoad;
    inst = defs->GetDef(inst->GetSingleWordInOperand(0));
    if (is_load) break;
  }
  return inst->result_id();
}

void ImageCollector::Collect(const Descriptor& descriptor) {
  if (!descriptor.has_binding) {
    if (!UsesOf(context_, *descriptor.variable).empty()) {
      Decline(descriptor.variable, descriptor, "the variable has no DescriptorSet and Binding decoration");
    }
    return;
  }
  FollowPointer(descriptor, *descriptor.variable);
}

bool ImageCollector::IsTooDeep(const Descriptor& descriptor, const Instruction& inst) {
  if (depth_ < kMaxPointerSteps) return false;
  Decline(&inst, descriptor,
          "the image has gone through more than " + std::to_string(kMaxPointerSteps) + " instructions");
  return true;
}

void ImageCollector::FollowPointer(const Descriptor& descriptor, const Instruction& pointer) {
  if (!followed_.insert({descriptor.id(), pointer.result_id()}).second || IsTooDeep(descriptor, pointer)) return;
  ++depth_;
  for (const auto& [user, operand] : UsesOf(context_, pointer)) UsePointer(descriptor, user, operand);
  --depth_;
}

void ImageCollector::FollowValue(const Descriptor& descriptor, const Instruction& value) {
  if (!followed_.insert({descriptor.id(), value.result_id()}).second || IsTooDeep(descriptor, value)) return;
  ++depth_;
  for (const auto& [user, operand] : UsesOf(context_, value)) UseValue(descriptor, user, operand);
  --depth_;
}

void ImageCollector::EnterFunction(const Descriptor& descriptor, Instruction* call, uint32_t in_operand,
                                   bool is_pointer) {
  if (context_->get_feature_mgr()->HasCapability(spv::Capability::Linkage)) {
    Decline(call, descriptor,
            "an image is passed to a function in a module with the Linkage capability: who calls it is not known");
    return;
  }
  const Instruction& parameter = *ParameterFor(context_, *call, in_operand);
  std::set<uint32_t> seen;
  std::string why;
  if (!OriginsAreKnown(parameter, &seen, &why)) {
    Decline(call, descriptor, why);
    return;
  }
  known_origins_.insert(seen.begin(), seen.end());
  functions_with_escapes_.insert(context_->get_instr_block(call)->GetParent()->result_id());
  if (is_pointer) {
    FollowPointer(descriptor, parameter);
  } else {
    FollowValue(descriptor, parameter);
  }
}

bool ImageCollector::OriginsAreKnown(const Instruction& image, std::set<uint32_t>* seen, std::string* why) {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  if (known_origins_.count(image.result_id()) != 0 || !seen->insert(image.result_id()).second) return true;
  if (seen->size() > static_cast<size_t>(kMaxPointerSteps)) {
    *why = "more than " + std::to_string(kMaxPointerSteps) + " instructions decide what the image is";
    return false;
  }
  auto known = [&](uint32_t id) { return OriginsAreKnown(*defs->GetDef(id), seen, why); };
  switch (image.opcode()) {
    case spv::Op::OpUndef:
      return true;
    case spv::Op::OpVariable: {
      AccessPath path;
      if (paths_.Trace(image.result_id(), &path, why)) return true;
      *why = "an image in a variable that is no descriptor joins the descriptor";
      return false;
    }
    case spv::Op::OpLoad:
    case spv::Op::OpSampledImage:
    case spv::Op::OpImage:
    case spv::Op::OpCopyObject:
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
      return known(image.GetSingleWordInOperand(0));
    case spv::Op::OpFunctionParameter:
      return parameters_.WhileEachArgument(image, known);
    default:
      *why = "an image that Op" + std::string(spvOpcodeString(image.opcode())) + " gives joins the descriptor";
      return false;
  }
}

void ImageCollector::UsePointer(const Descriptor& descriptor, Instruction* user, uint32_t in_operand) {
  const uint32_t pointer = user->GetSingleWordInOperand(in_operand);
  switch (user->opcode()) {
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpCopyObject:
      FollowPointer(descriptor, *user);
      return;
    case spv::Op::OpLoad: {
      AccessPath path;
      std::string why;
      if (!paths_.TraceToRoot(pointer, &path, &why)) {
        Decline(user, descriptor, why);
      } else if (path.whole_array()) {
        Decline(user, descriptor, "a whole array of descriptors is loaded at once");
      } else {
        // The load itself is a site: its index must be one of the array's.
        if (!path.element.empty()) AddSite(descriptor, AccessSite::Kind::kImageLoad, user, pointer, 0, nullptr);
        FollowValue(descriptor, *user);
      }
      return;
    }
    case spv::Op::OpImageTexelPointer:
      UseTexelPointer(descriptor, user);
      return;
    case spv::Op::OpFunctionCall: {
      AccessPath path;
      std::string why;
      if (!paths_.TraceToRoot(pointer, &path, &why)) {
        Decline(user, descriptor, why);
      } else if (path.whole_array()) {
        Decline(user, descriptor, "a whole array of descriptors is passed to a function");
      } else {
        EnterFunction(descriptor, user, in_operand, true);
      }
      return;
    }
    default:
      Decline(user, descriptor, "a pointer to the descriptor is used by " + OpName(user->opcode()));
      return;
  }
}

void ImageCollector::UseTexelPointer(const Descriptor& descriptor, Instruction* texel_pointer) {
  for (const auto& [user, operand] : UsesOf(context_, *texel_pointer)) {
    if (spvOpcodeIsAtomicOp(user->opcode()) && operand == 0) {
      AddSite(descriptor, AccessSite::Kind::kTexelAtomic, user, texel_pointer->GetSingleWordInOperand(0),
              texel_pointer->GetSingleWordInOperand(1), texel_pointer);
    } else {
      Decline(user, descriptor, "a texel pointer is used by " + OpName(user->opcode()));
    }
  }
}

void ImageCollector::UseValue(const Descriptor& descriptor, Instruction* user, uint32_t in_operand) {
  const uint32_t value = user->GetSingleWordInOperand(in_operand);
  switch (user->opcode()) {
    case spv::Op::OpSampledImage:
    case spv::Op::OpImage:
    case spv::Op::OpCopyObject:
      FollowValue(descriptor, *user);
      return;
    case spv::Op::OpFunctionCall:
      EnterFunction(descriptor, user, in_operand, false);
      return;
    default:
      break;
  }
  switch (user->opcode()) {
    case spv::Op::OpImageSampleWeightedQCOM:
    case spv::Op::OpImageBoxFilterQCOM:
    case spv::Op::OpImageBlockMatchSSDQCOM:
    case spv::Op::OpImageBlockMatchSADQCOM:
    case spv::Op::OpImageBlockMatchWindowSSDQCOM:
    case spv::Op::OpImageBlockMatchWindowSADQCOM:
    case spv::Op::OpImageBlockMatchGatherSSDQCOM:
    case spv::Op::OpImageBlockMatchGatherSADQCOM:
      // VK_QCOM_image_processing knows no null descriptors.
      return;
    default:
      break;
  }
  const std::optional<ImageOp> op = ClassifyImageOp(user->opcode());
  if (!op || in_operand != 0) {
    Decline(user, descriptor, "the image is used by " + OpName(user->opcode()));
    return;
  }
  const AccessSite::Kind kinds[] = {AccessSite::Kind::kImageRead, AccessSite::Kind::kImageRead,
                                    AccessSite::Kind::kImageRead, AccessSite::Kind::kImageWrite,
                                    AccessSite::Kind::kImageQuery};
  const uint32_t coordinate = op->effect == ImageOp::Effect::kQuery ? 0 : user->GetSingleWordInOperand(1);
  AddSite(descriptor, kinds[static_cast<int>(op->effect)], user, ImageOrigin(context_->get_def_use_mgr(), value),
          coordinate, nullptr);
}

void ImageCollector::AddSite(const Descriptor& descriptor, AccessSite::Kind kind, Instruction* inst, uint32_t source,
                             uint32_t coordinate, Instruction* texel_pointer) {
  auto [known, is_new] = site_index_.emplace(inst, sites_.size());
  if (!is_new) {
    if (known->second == SIZE_MAX) return;
    auto& roots = sites_[known->second].roots;
    if (std::find(roots.begin(), roots.end(), &descriptor) == roots.end()) roots.push_back(&descriptor);
    return;
  }
  AccessSite site;
  site.kind = kind;
  site.inst = inst;
  site.roots = {&descriptor};
  site.value_type = inst->type_id();
  site.coordinate = coordinate;
  site.texel_pointer = texel_pointer;
  std::string why;
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  if (defs->GetDef(defs->GetDef(source)->type_id())->opcode() != spv::Op::OpTypePointer) {
    // A parameter that is an image value.
    site.path.root = source;
  } else if (!paths_.TraceToRoot(source, &site.path, &why)) {
    known->second = SIZE_MAX;
    Decline(inst, descriptor, why);
    return;
  } else if (site.path.descriptor == nullptr && site.path.chain.size() > 0 &&
             site.path.chain.back()->opcode() != spv::Op::OpCopyObject) {
    known->second = SIZE_MAX;
    Decline(inst, descriptor, "an array of descriptors is a function's parameter");
    return;
  }
  sites_.push_back(std::move(site));
}

}  // namespace lacuna
