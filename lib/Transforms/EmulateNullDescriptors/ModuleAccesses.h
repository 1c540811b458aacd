// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_EMULATENULLDESCRIPTORS_MODULEACCESSES_H_
#define LACUNA_EMULATENULLDESCRIPTORS_MODULEACCESSES_H_

#include <set>
#include <vector>

#include "Analysis/AccessCollector.h"
#include "Transforms/EmulateNullDescriptors/GuardConditions.h"
#include "lacuna/Passes.h"

namespace lacuna {

// Which descriptors the pass rewrites, by its options and by what it had to
// leave out, and what their conditions ask.
class Selection {
 public:
  explicit Selection(const EmulateNullDescriptorsOptions& options) : options_(options) {}

  bool Contains(const Descriptor& descriptor) const;
  // Does the kind go by presence bits (alone, or besides the length)?
  bool ByPresence(DescriptorKind kind) const;
  GuardConditions::Sources StorageBufferSources() const;

  // Takes a variable out of the selection.
  void Exclude(uint32_t variable_id) { excluded_.insert(variable_id); }
  bool IsExcluded(const Descriptor& descriptor) const { return excluded_.count(descriptor.id()) != 0; }
  bool has_exclusions() const { return !excluded_.empty(); }

 private:
  EmulateNullDescriptorsOptions options_;
  std::set<uint32_t> excluded_;
};

// Everything that the selected descriptors' accesses are.
struct ModuleAccesses {
  std::vector<AccessSite> sites;  // in module order
  std::vector<DeclinedUse> declined;
  std::set<uint32_t> functions_with_presence;  // those that need presence words
};

ModuleAccesses CollectAccesses(IRContext* context, const DescriptorTable& descriptors, const CallGraph& calls,
                               const AccessPaths& paths, const Selection& selection);

// Adds what the host must bind in place of null: for each descriptor in `sites`
// and for the uniform buffers that are not rewritten. `readable_bytes` is, by
// (set, binding), what loads without a branch read of an absent buffer.
void AddStandIns(IRContext* context, const DescriptorTable& descriptors, const TypeLayout& layout,
                 const Selection& selection, const BindingSet& bindings, const std::vector<AccessSite>& sites,
                 const std::map<std::pair<uint32_t, uint32_t>, uint64_t>& readable_bytes, InterfaceMap* map);

}  // namespace lacuna

#endif  // LACUNA_EMULATENULLDESCRIPTORS_MODULEACCESSES_H_
