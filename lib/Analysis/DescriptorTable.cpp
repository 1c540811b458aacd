// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/DescriptorTable.h"

#include <algorithm>

#include "Analysis/ConstantValue.h"

namespace lacuna {

namespace {

std::optional<DescriptorKind> ImageKind(const Instruction& image) {
  const auto dim = static_cast<spv::Dim>(image.GetSingleWordInOperand(1));
  const uint32_t sampled = image.GetSingleWordInOperand(5);
  if (dim == spv::Dim::SubpassData) return DescriptorKind::kInputAttachment;
  if (dim == spv::Dim::Buffer) {
    return sampled == 2 ? DescriptorKind::kStorageTexelBuffer : DescriptorKind::kUniformTexelBuffer;
  }
  return sampled == 2 ? DescriptorKind::kStorageImage : DescriptorKind::kSampledImage;
}

std::optional<DescriptorKind> KindOf(opt::analysis::DefUseManager* defs, const DecorationTable& decorations,
                                     spv::StorageClass storage_class, const Instruction& type) {
  if (storage_class == spv::StorageClass::StorageBuffer) {
    return type.opcode() == spv::Op::OpTypeStruct ? std::optional(DescriptorKind::kStorageBuffer) : std::nullopt;
  }
  if (storage_class == spv::StorageClass::Uniform) {
    if (type.opcode() != spv::Op::OpTypeStruct) return std::nullopt;
    // Before SPIR-V 1.3 a storage buffer is a BufferBlock in Uniform.
    return decorations.Has(type.result_id(), spv::Decoration::BufferBlock) ? DescriptorKind::kStorageBuffer
                                                                           : DescriptorKind::kUniformBuffer;
  }
  switch (type.opcode()) {
    case spv::Op::OpTypeImage:
      return ImageKind(type);
    case spv::Op::OpTypeSampledImage: {
      const Instruction* image = defs->GetDef(type.GetSingleWordInOperand(0));
      const auto dim = static_cast<spv::Dim>(image->GetSingleWordInOperand(1));
      return dim == spv::Dim::Buffer ? DescriptorKind::kUniformTexelBuffer : DescriptorKind::kCombinedImageSampler;
    }
    case spv::Op::OpTypeSampler:
      return DescriptorKind::kSampler;
    case spv::Op::OpTypeAccelerationStructureKHR:
      return DescriptorKind::kAccelerationStructure;
    default:
      return std::nullopt;
  }
}

bool IsDescriptorClass(spv::StorageClass storage_class) {
  return storage_class == spv::StorageClass::StorageBuffer || storage_class == spv::StorageClass::Uniform ||
         storage_class == spv::StorageClass::UniformConstant;
}

}  // namespace

std::optional<uint64_t> Descriptor::ElementCount() const {
  uint64_t count = 1;
  for (const ArrayDimension& dimension : dimensions) {
    if (dimension.is_runtime || dimension.is_specialized) return std::nullopt;
    count = std::min<uint64_t>(count * std::min<uint64_t>(dimension.length, uint64_t{1} << 32), uint64_t{1} << 32);
  }
  return count;
}

DescriptorTable::DescriptorTable(IRContext* context, const DecorationTable& decorations, const CallGraph& calls) {
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  std::vector<Descriptor> found;
  for (Instruction& inst : context->types_values()) {
    if (inst.opcode() == spv::Op::OpUntypedVariableKHR) {
      if (IsDescriptorClass(static_cast<spv::StorageClass>(inst.GetSingleWordInOperand(0)))) untyped_.push_back(&inst);
      continue;
    }
    if (inst.opcode() != spv::Op::OpVariable) continue;
    const auto storage_class = static_cast<spv::StorageClass>(inst.GetSingleWordInOperand(0));
    if (!IsDescriptorClass(storage_class)) continue;

    Descriptor descriptor;
    descriptor.variable = &inst;
    descriptor.storage_class = storage_class;
    const Instruction* type = defs->GetDef(defs->GetDef(inst.type_id())->GetSingleWordInOperand(1));
    while (type->opcode() == spv::Op::OpTypeArray || type->opcode() == spv::Op::OpTypeRuntimeArray) {
      ArrayDimension dimension;
      if (type->opcode() == spv::Op::OpTypeRuntimeArray) {
        dimension.is_runtime = true;
      } else {
        dimension.length_id = type->GetSingleWordInOperand(1);
        const ConstantValue length = EvaluateConstant(defs, dimension.length_id);
        dimension.is_specialized = !length.is_plain;
        dimension.length = length.known ? static_cast<uint64_t>(length.value) : 0;
      }
      descriptor.dimensions.push_back(dimension);
      type = defs->GetDef(type->GetSingleWordInOperand(0));
    }
    descriptor.element_type = type->result_id();
    const auto kind = KindOf(defs, decorations, storage_class, *type);
    if (!kind) continue;
    descriptor.kind = *kind;
    const auto set = decorations.Value(inst.result_id(), spv::Decoration::DescriptorSet);
    const auto binding = decorations.Value(inst.result_id(), spv::Decoration::Binding);
    descriptor.has_binding = set.has_value() && binding.has_value();
    descriptor.set = set.value_or(0);
    descriptor.binding = binding.value_or(0);
    descriptor.entry_points = calls.EntryPointsUsing(inst.result_id());
    found.push_back(std::move(descriptor));
  }
  std::stable_sort(found.begin(), found.end(), [](const Descriptor& a, const Descriptor& b) {
    return std::pair(a.set, a.binding) < std::pair(b.set, b.binding);
  });
  descriptors_.assign(found.begin(), found.end());
}

const Descriptor* DescriptorTable::Find(uint32_t variable_id) const {
  for (const Descriptor& descriptor : descriptors_) {
    if (descriptor.id() == variable_id) return &descriptor;
  }
  return nullptr;
}

}  // namespace lacuna
