// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "Analysis/ConstantValue.h"
#include "Transforms/EmulateNullDescriptors/ModuleAccesses.h"

namespace lacuna {

namespace {

// "float", "sint" or "uint": what a view's format must be for a sampled type.
std::string FormatClass(const Instruction& sampled_type) {
  if (sampled_type.opcode() != spv::Op::OpTypeInt) return "float";
  return sampled_type.GetSingleWordInOperand(1) != 0 ? "sint" : "uint";
}

std::string DimName(spv::Dim dim) {
  switch (dim) {
    case spv::Dim::Dim1D: return "1d";
    case spv::Dim::Dim2D:
    case spv::Dim::Rect: return "2d";
    case spv::Dim::Dim3D: return "3d";
    case spv::Dim::Cube: return "cube";
    case spv::Dim::Buffer: return "buffer";
    default: return "unknown";
  }
}

void DescribeImage(IRContext* context, const Descriptor& descriptor, InterfaceMap::StandIn* stand_in) {
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  const Instruction* image = defs->GetDef(descriptor.element_type);
  if (image->opcode() == spv::Op::OpTypeSampledImage) image = defs->GetDef(image->GetSingleWordInOperand(0));
  // In operands: sampled type, dimension, depth, arrayed, multisampled, ...
  const Instruction* sampled_type = defs->GetDef(image->GetSingleWordInOperand(0));
  stand_in->format_class = FormatClass(*sampled_type);
  stand_in->dim = DimName(static_cast<spv::Dim>(image->GetSingleWordInOperand(1)));
  stand_in->depth = image->GetSingleWordInOperand(2) == 1;
  stand_in->arrayed = image->GetSingleWordInOperand(3) != 0;
  stand_in->multisampled = image->GetSingleWordInOperand(4) != 0;
}

// The bytes of a block; arrays sized by specialization constants count with
// their default length.
uint64_t BlockBytes(IRContext* context, const TypeLayout& layout, uint32_t block) {
  ByteCount extent;
  std::string why;
  if (!layout.Extent({block}, &extent, &why)) return 0;
  uint64_t bytes = extent.constant;
  for (const ByteCount::Term& term : extent.terms) {
    bytes += static_cast<uint64_t>(EvaluateConstant(context->get_def_use_mgr(), term.id).value) * term.stride;
  }
  return bytes;
}

}  // namespace

void AddStandIns(IRContext* context, const DescriptorTable& descriptors, const TypeLayout& layout,
                 const Selection& selection, const BindingSet& bindings, const std::vector<AccessSite>& sites,
                 const std::map<std::pair<uint32_t, uint32_t>, uint64_t>& readable_bytes, InterfaceMap* map) {
  std::map<std::pair<uint32_t, uint32_t>, InterfaceMap::StandIn> stand_ins;
  auto add = [&stand_ins](const Descriptor& descriptor) -> InterfaceMap::StandIn& {
    InterfaceMap::StandIn& stand_in = stand_ins[{descriptor.set, descriptor.binding}];
    stand_in.set = descriptor.set;
    stand_in.binding = descriptor.binding;
    stand_in.kind = descriptor.kind;
    return stand_in;
  };
  std::set<const Descriptor*> accessed;
  for (const AccessSite& site : sites) accessed.insert(site.roots.begin(), site.roots.end());
  for (const Descriptor& descriptor : descriptors.descriptors()) {
    if (accessed.count(&descriptor) != 0) {
      InterfaceMap::StandIn& stand_in = add(descriptor);
      if (descriptor.kind == DescriptorKind::kStorageBuffer || descriptor.kind == DescriptorKind::kUniformBuffer) {
        if (!selection.ByPresence(descriptor.kind)) stand_in.max_range = 3;
        auto readable = readable_bytes.find({descriptor.set, descriptor.binding});
        stand_in.readable_bytes = readable == readable_bytes.end() ? 0 : readable->second;
      } else {
        DescribeImage(context, descriptor, &stand_in);
      }
    } else if (selection.IsExcluded(descriptor) && descriptor.kind != DescriptorKind::kStorageBuffer &&
               descriptor.kind != DescriptorKind::kUniformBuffer) {
      // Counts as present: zeros come nearest to null.
      InterfaceMap::StandIn& stand_in = add(descriptor);
      DescribeImage(context, descriptor, &stand_in);
      stand_in.zero_filled = true;
    } else if (descriptor.kind == DescriptorKind::kUniformBuffer && descriptor.has_binding &&
               !descriptor.entry_points.empty() && !selection.Contains(descriptor) &&
               bindings.Contains(descriptor.set, descriptor.binding)) {
      // Not rewritten: a null one is a block of zeros.
      InterfaceMap::StandIn& stand_in = add(descriptor);
      stand_in.zero_filled = true;
      stand_in.min_bytes =
          std::max(stand_in.min_bytes.value_or(0), BlockBytes(context, layout, descriptor.element_type));
    }
  }
  // An empty acceleration structure behaves like a null one.
  for (const Descriptor& descriptor : descriptors.descriptors()) {
    const bool is_used = descriptor.kind == DescriptorKind::kAccelerationStructure && descriptor.has_binding &&
                         !descriptor.entry_points.empty();
    if (is_used && bindings.Contains(descriptor.set, descriptor.binding)) add(descriptor);
  }
  for (auto& entry : stand_ins) map->stand_ins.push_back(entry.second);
}

}  // namespace lacuna
