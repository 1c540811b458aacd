// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_DESCRIPTORTABLE_H_
#define LACUNA_ANALYSIS_DESCRIPTORTABLE_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <vector>

#include "Analysis/CallGraph.h"
#include "Analysis/DecorationTable.h"
#include "Support/SpirvToolsCompat.h"
#include "lacuna/Descriptor.h"

namespace lacuna {

// One dimension of an array of descriptors.
struct ArrayDimension {
  uint32_t length_id = 0;  // the constant's id; 0 for OpTypeRuntimeArray
  // The length; that of a specialization constant is only its default.
  uint64_t length = 0;
  bool is_runtime = false;
  bool is_specialized = false;  // may change after the pass has run
};

// A module-level variable that stands for descriptors.
struct Descriptor {
  Instruction* variable = nullptr;
  uint32_t set = 0, binding = 0;
  // False if the variable lacks DescriptorSet or Binding: no host can name it.
  bool has_binding = false;
  DescriptorKind kind = DescriptorKind::kStorageBuffer;
  // The type behind all arrays: the block's struct, the image, ...
  uint32_t element_type = 0;
  spv::StorageClass storage_class = spv::StorageClass::UniformConstant;
  std::vector<ArrayDimension> dimensions;  // outermost first; empty: one descriptor
  std::set<uint32_t> entry_points;         // indices in the call graph's list

  uint32_t id() const { return variable->result_id(); }
  // The number of descriptors, or nothing where it is not a plain constant.
  // A product past 2^32 is given as 2^32.
  std::optional<uint64_t> ElementCount() const;
};

// All descriptors of a module, sorted by (set, binding, position in the
// module). Variables that share a binding are all listed. A snapshot.
class DescriptorTable {
 public:
  DescriptorTable(IRContext* context, const DecorationTable& decorations, const CallGraph& calls);

  // Stable addresses for the table's lifetime.
  const std::deque<Descriptor>& descriptors() const { return descriptors_; }

  // The descriptor of a variable's result id, or null.
  const Descriptor* Find(uint32_t variable_id) const;

  // Untyped variables (SPV_KHR_untyped_pointers) in descriptor storage classes:
  // their type depends on the access, so they are not in the table.
  const std::vector<const Instruction*>& untyped_variables() const { return untyped_; }

 private:
  std::deque<Descriptor> descriptors_;
  std::vector<const Instruction*> untyped_;
};

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_DESCRIPTORTABLE_H_
