// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/EmulateNullDescriptors/ModuleAccesses.h"

#include <map>

#include "Analysis/ImageCollector.h"

namespace lacuna {

bool Selection::Contains(const Descriptor& descriptor) const {
  if (excluded_.count(descriptor.id()) != 0) return false;
  if (descriptor.has_binding && !options_.bindings.Contains(descriptor.set, descriptor.binding)) return false;
  switch (descriptor.kind) {
    case DescriptorKind::kStorageBuffer:
      return options_.storage_buffers != StorageBufferGuard::kOff;
    case DescriptorKind::kUniformBuffer:
      return options_.uniform_buffers == UniformBufferGuard::kPresence;
    case DescriptorKind::kUniformTexelBuffer:
    case DescriptorKind::kStorageTexelBuffer:
    case DescriptorKind::kSampledImage:
    case DescriptorKind::kCombinedImageSampler:
    case DescriptorKind::kStorageImage:
      return options_.images != ImageGuard::kOff;
    case DescriptorKind::kSampler:
    case DescriptorKind::kInputAttachment:
    case DescriptorKind::kAccelerationStructure:
      // The first two are never null; for a null acceleration structure the
      // host binds an empty one, which behaves alike.
      return false;
  }
  return false;
}

bool Selection::ByPresence(DescriptorKind kind) const {
  return kind != DescriptorKind::kStorageBuffer || StorageBufferSources().by_presence;
}

GuardConditions::Sources Selection::StorageBufferSources() const {
  return {options_.storage_buffers != StorageBufferGuard::kPresence,
          options_.storage_buffers != StorageBufferGuard::kLength};
}

ModuleAccesses CollectAccesses(IRContext* context, const DescriptorTable& descriptors, const CallGraph& calls,
                               const AccessPaths& paths, const Selection& selection) {
  // Storage and uniform buffers apart: only what goes by presence needs words.
  AccessCollector by_length(context, paths), by_presence(context, paths);
  ImageCollector images(context, paths);
  for (const Descriptor& descriptor : descriptors.descriptors()) {
    if (!selection.Contains(descriptor)) continue;
    if (descriptor.kind == DescriptorKind::kStorageBuffer || descriptor.kind == DescriptorKind::kUniformBuffer) {
      (selection.ByPresence(descriptor.kind) ? by_presence : by_length).Collect(descriptor);
    } else {
      images.Collect(descriptor);
    }
  }

  ModuleAccesses result;
  std::map<const Instruction*, std::vector<const AccessSite*>> by_inst;
  for (const auto* sites : {&by_length.sites(), &by_presence.sites(), &images.sites()}) {
    for (const AccessSite& site : *sites) by_inst[site.inst].push_back(&site);
  }
  for (const auto* declined : {&by_length.declined(), &by_presence.declined(), &images.declined()}) {
    result.declined.insert(result.declined.end(), declined->begin(), declined->end());
  }
  for (const auto* functions : {&by_presence.functions_with_escapes(), &images.functions_with_escapes()}) {
    result.functions_with_presence.insert(functions->begin(), functions->end());
  }

  const bool is_library = context->get_feature_mgr()->HasCapability(spv::Capability::Linkage);
  for (Function& function : *context->module()) {
    const bool is_dead = !is_library && calls.EntryPointsReaching(function.result_id()).empty();
    function.ForEachInst([&](Instruction* inst) {
      auto found = by_inst.find(inst);
      if (found == by_inst.end()) return;
      for (const AccessSite* site : found->second) {
        const bool needs_presence = selection.ByPresence(site->roots.front()->kind);
        // What no entry point reaches never runs, and has no push constants.
        if (needs_presence && is_dead) continue;
        result.sites.push_back(*site);
        // What comes as a parameter has its presence with it.
        if (needs_presence && site->path.descriptor != nullptr) {
          result.functions_with_presence.insert(function.result_id());
        }
      }
    });
  }
  return result;
}

}  // namespace lacuna
