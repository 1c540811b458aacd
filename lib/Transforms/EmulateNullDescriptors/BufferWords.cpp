// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/EmulateNullDescriptors/BufferWords.h"

namespace lacuna {

bool BufferWords::Plan(const std::set<uint32_t>&, uint32_t words, std::string* why) {
  words_ = words;
  for (const Descriptor& descriptor : descriptors_.descriptors()) {
    if (!descriptor.has_binding || descriptor.set != source_.set || descriptor.binding != source_.binding) continue;
    *why = "presence=" + source_.ToString() + ": the module has a " +
           std::string(DescriptorKindName(descriptor.kind)) + " there";
    return false;
  }
  return true;
}

void BufferWords::Apply() {
  const bool is_uniform = source_.kind == PresenceSource::Kind::kUniformBuffer;
  // Before SPIR-V 1.3 a storage buffer is a BufferBlock in Uniform.
  const bool is_old = module_->context()->module()->version() < 0x00010300;
  storage_class_ = is_uniform || is_old ? spv::StorageClass::Uniform : spv::StorageClass::StorageBuffer;
  const uint32_t per_element = is_uniform ? 4 : 1;
  const uint32_t element = is_uniform ? module_->VectorType(module_->UintType(), 4) : module_->UintType();
  const uint32_t count = (words_ + per_element - 1) / per_element;
  const uint32_t array = module_->AddType(spv::Op::OpTypeArray, {element, module_->Uint(count)});
  module_->Decorate(array, spv::Decoration::ArrayStride, {per_element * 4});
  const uint32_t block = module_->AddType(spv::Op::OpTypeStruct, {array});
  module_->Decorate(block, !is_uniform && is_old ? spv::Decoration::BufferBlock : spv::Decoration::Block);
  module_->DecorateMember(block, 0, spv::Decoration::Offset, {0});
  if (!is_uniform) module_->DecorateMember(block, 0, spv::Decoration::NonWritable);
  module_->Name(block, "Presence");
  module_->NameMember(block, 0, "presence");
  variable_ = module_->AddVariable(module_->PointerType(storage_class_, block), storage_class_);
  module_->Decorate(variable_, spv::Decoration::DescriptorSet, {source_.set});
  module_->Decorate(variable_, spv::Decoration::Binding, {source_.binding});
  module_->Name(variable_, "presence");
}

uint32_t BufferWords::Load(uint32_t, uint32_t index, CodeBuilder* at) {
  const uint32_t uint_type = module_->UintType();
  std::vector<uint32_t> operands{variable_, module_->Uint(0)};
  if (source_.kind == PresenceSource::Kind::kUniformBuffer) {
    operands.push_back(module_->Uint(index / 4));
    operands.push_back(module_->Uint(index % 4));
  } else {
    operands.push_back(module_->Uint(index));
  }
  const uint32_t pointer = at->EmitIds(spv::Op::OpAccessChain, module_->PointerType(storage_class_, uint_type), operands);
  return at->EmitIds(spv::Op::OpLoad, uint_type, {pointer});
}

}  // namespace lacuna
