// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/EmulateNullDescriptors/LengthViews.h"

#include <algorithm>

namespace lacuna {

void LengthViews::NoteAccess(const AccessSite& site) {
  const uint32_t bytes = SmallestScalarBytes(module_->context(), layout_, site.value_type);
  for (const Descriptor* descriptor : site.roots) {
    auto [entry, is_new] = unit_.emplace(std::pair(descriptor->set, descriptor->binding), bytes);
    if (!is_new) entry->second = std::min(entry->second, bytes);
  }
}

uint32_t LengthViews::UnitOf(const Descriptor& descriptor) const {
  auto found = unit_.find({descriptor.set, descriptor.binding});
  return found == unit_.end() ? 4 : found->second;
}

uint32_t LengthViews::ViewStruct(const Descriptor& descriptor, uint32_t unit) {
  auto [entry, is_new] = struct_.emplace(std::pair(unit, descriptor.storage_class), 0);
  if (is_new) {
    const uint32_t array = module_->AddType(spv::Op::OpTypeRuntimeArray, {module_->UintType(unit * 8)});
    module_->Decorate(array, spv::Decoration::ArrayStride, {unit});
    entry->second = module_->AddType(spv::Op::OpTypeStruct, {array});
    // The view follows the module's style of storage buffers.
    module_->Decorate(entry->second, descriptor.storage_class == spv::StorageClass::Uniform
                                         ? spv::Decoration::BufferBlock
                                         : spv::Decoration::Block);
    module_->DecorateMember(entry->second, 0, spv::Decoration::Offset, {0});
    module_->Name(entry->second, "LengthView" + std::to_string(unit * 8));
    module_->NameMember(entry->second, 0, "units");
  }
  return entry->second;
}

LengthViews::View LengthViews::ViewFor(const Descriptor& descriptor) {
  auto [chosen, is_new] = chosen_.emplace(descriptor.id(), View());
  if (!is_new) return chosen->second;
  View& view = chosen->second;
  const uint32_t unit = UnitOf(descriptor);

  const Instruction* block = module_->context()->get_def_use_mgr()->GetDef(descriptor.element_type);
  const uint32_t last = block->NumInOperands() - 1;
  if (block->NumInOperands() > 0) {
    const uint32_t array = block->GetSingleWordInOperand(last);
    const bool is_runtime_array =
        module_->context()->get_def_use_mgr()->GetDef(array)->opcode() == spv::Op::OpTypeRuntimeArray;
    if (is_runtime_array && decorations_.MemberValue(descriptor.element_type, last, spv::Decoration::Offset) == 0u &&
        decorations_.Value(array, spv::Decoration::ArrayStride) == unit) {
      view = {descriptor.id(), descriptor.element_type, last};
      return view;
    }
  }

  const uint32_t struct_type = ViewStruct(descriptor, unit);
  // Variables of one binding and one shape share a view.
  std::vector<uint32_t> key{descriptor.set, descriptor.binding, uint32_t(descriptor.storage_class)};
  for (const ArrayDimension& dimension : descriptor.dimensions) key.push_back(dimension.length_id);
  auto [shared, is_first] = view_.emplace(key, View());
  if (is_first) {
    uint32_t type = struct_type;
    for (auto dimension = descriptor.dimensions.rbegin(); dimension != descriptor.dimensions.rend(); ++dimension) {
      type = dimension->is_runtime ? module_->AddType(spv::Op::OpTypeRuntimeArray, {type})
                                   : module_->AddType(spv::Op::OpTypeArray, {type, dimension->length_id});
    }
    const uint32_t variable =
        module_->AddVariable(module_->PointerType(descriptor.storage_class, type), descriptor.storage_class);
    module_->Decorate(variable, spv::Decoration::DescriptorSet, {descriptor.set});
    module_->Decorate(variable, spv::Decoration::Binding, {descriptor.binding});
    module_->Decorate(variable, spv::Decoration::NonWritable);
    module_->Name(variable,
                  "length_view_" + std::to_string(descriptor.set) + "_" + std::to_string(descriptor.binding));
    shared->second = {variable, struct_type, 0};
  }
  view = shared->second;
  return view;
}

uint32_t LengthViews::Measure(const Descriptor& descriptor, const std::vector<uint32_t>& element, bool non_uniform,
                              CodeBuilder* at) {
  const View view = ViewFor(descriptor);
  uint32_t pointer = view.variable;
  if (!element.empty()) {
    std::vector<uint32_t> operands{pointer};
    operands.insert(operands.end(), element.begin(), element.end());
    pointer = at->EmitIds(spv::Op::OpAccessChain, module_->PointerType(descriptor.storage_class, view.struct_type),
                          operands);
    if (non_uniform) module_->Decorate(pointer, spv::Decoration::NonUniform);
  }
  const uint32_t units =
      at->Emit(spv::Op::OpArrayLength, module_->UintType(), {IdOperand(pointer), LiteralOperand(view.member)});
  const uint32_t unit = UnitOf(descriptor);
  // Bound ranges are 32-bit (maxStorageBufferRange), so no product wraps.
  if (unit == 4) return at->Binary(spv::Op::OpShiftLeftLogical, units, module_->Uint(2));
  const uint32_t bytes = unit == 2 ? at->Binary(spv::Op::OpShiftLeftLogical, units, module_->Uint(1)) : units;
  const uint32_t is_bound = at->Compare(spv::Op::OpUGreaterThanEqual, bytes, module_->Uint(4));
  return at->Select(module_->UintType(), is_bound, bytes, module_->Uint(0));
}

}  // namespace lacuna
