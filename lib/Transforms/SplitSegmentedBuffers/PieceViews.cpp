// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/SplitSegmentedBuffers/PieceViews.h"

#include <algorithm>
#include <string>

#include "Analysis/ConstantValue.h"
#include "Support/ScalarNames.h"

namespace lacuna {

namespace {

// A length that is a specialization constant, times `factor`. The product of an
// 8- or 16-bit length may need more bits.
uint32_t MultipliedLength(ModuleBuilder* module, uint32_t length, uint32_t factor) {
  opt::analysis::DefUseManager* defs = module->context()->get_def_use_mgr();
  const Instruction* type = defs->GetDef(defs->GetDef(length)->type_id());
  uint32_t type_id = type->result_id();
  const uint32_t width = type->GetSingleWordInOperand(0);
  if (width < 32) {
    // Before SPIR-V 1.4 constants have no OpUConvert.
    type_id = module->UintType();
    const uint32_t wide = module->AddSpecConstantOp(spv::Op::OpSConvert, type_id, {length});
    length = module->AddSpecConstantOp(spv::Op::OpBitwiseAnd, type_id, {wide, module->Uint((1u << width) - 1)});
  }
  std::vector<uint32_t> words{factor};
  if (width == 64) words.push_back(0);
  return module->AddSpecConstantOp(spv::Op::OpIMul, type_id, {length, module->Constant(type_id, words)});
}

}  // namespace

uint32_t MultipliedArrayType(ModuleBuilder* module, uint32_t element_type, const Descriptor& shape, uint32_t factor) {
  if (shape.dimensions.empty()) return module->AddType(spv::Op::OpTypeArray, {element_type, module->Uint(factor)});
  uint32_t type = element_type;
  bool is_innermost = true;
  for (auto dimension = shape.dimensions.rbegin(); dimension != shape.dimensions.rend(); ++dimension) {
    if (dimension->is_runtime) {
      type = module->AddType(spv::Op::OpTypeRuntimeArray, {type});
    } else {
      uint32_t length = dimension->length_id;
      if (is_innermost) {
        length = dimension->is_specialized ? MultipliedLength(module, length, factor)
                                           : module->Uint(static_cast<uint32_t>(dimension->length * factor));
      }
      type = module->AddType(spv::Op::OpTypeArray, {type, length});
    }
    is_innermost = false;
  }
  return type;
}

DescriptorElement PieceElement(ModuleBuilder* module, const DescriptorElement& element, uint32_t pieces, uint32_t piece,
                               CodeBuilder* at) {
  if (element.indices.empty()) return {{piece}, element.non_uniform};
  DescriptorElement result = element;
  opt::analysis::DefUseManager* defs = module->context()->get_def_use_mgr();
  uint32_t& index = result.indices.back();
  const ConstantValue k = EvaluateConstant(defs, index), j = EvaluateConstant(defs, piece);
  if (k.is_plain && j.is_plain) {
    index = module->Uint(static_cast<uint32_t>(k.value) * pieces + static_cast<uint32_t>(j.value));
    return result;
  }
  auto emit = [&](spv::Op op, uint32_t a, uint32_t b) {
    const uint32_t id = at->Binary(op, a, b);
    if (element.non_uniform) module->Decorate(id, spv::Decoration::NonUniform);
    return id;
  };
  index = emit(spv::Op::OpIMul, index, module->Uint(pieces));
  if (!j.is_plain || j.value != 0) index = emit(spv::Op::OpIAdd, index, piece);
  return result;
}

uint32_t PieceViews::BlockType(spv::StorageClass storage_class, uint32_t element_type, uint32_t unit) {
  auto [entry, is_new] = blocks_.emplace(std::pair(element_type, storage_class), 0);
  if (is_new) {
    const uint32_t array = module_->AddType(spv::Op::OpTypeRuntimeArray, {element_type});
    module_->Decorate(array, spv::Decoration::ArrayStride, {unit});
    entry->second = module_->AddType(spv::Op::OpTypeStruct, {array});
    // The view follows the module's style of storage buffers.
    module_->Decorate(entry->second, storage_class == spv::StorageClass::Uniform ? spv::Decoration::BufferBlock
                                                                                 : spv::Decoration::Block);
    module_->DecorateMember(entry->second, 0, spv::Decoration::Offset, {0});
    module_->Name(entry->second, "Piece_" + ScalarName(module_->context(), element_type));
    module_->NameMember(entry->second, 0, "units");
  }
  return entry->second;
}

PieceView* PieceViews::For(const Descriptor& descriptor, uint32_t pieces, uint32_t element_type, uint32_t unit,
                           const MemoryQualifiers& qualifiers) {
  std::vector<uint32_t> key{descriptor.set, descriptor.binding, element_type, uint32_t(descriptor.storage_class),
                            uint32_t(qualifiers.is_coherent) + 2 * uint32_t(qualifiers.is_volatile)};
  for (const ArrayDimension& dimension : descriptor.dimensions) key.push_back(dimension.length_id);
  auto [entry, is_new] = views_.emplace(key, PieceView());
  PieceView& view = entry->second;
  if (!is_new) return &view;
  view.order = views_.size();
  view.block = BlockType(descriptor.storage_class, element_type, unit);
  view.element_type = element_type;
  view.unit = unit;
  view.pieces = pieces;
  view.shape = &descriptor;
  const uint32_t type = MultipliedArrayType(module_, view.block, descriptor, pieces);
  view.variable = module_->AddVariable(module_->PointerType(descriptor.storage_class, type), descriptor.storage_class);
  module_->Decorate(view.variable, spv::Decoration::DescriptorSet, {descriptor.set});
  module_->Decorate(view.variable, spv::Decoration::Binding, {descriptor.binding});
  if (qualifiers.is_coherent) module_->Decorate(view.variable, spv::Decoration::Coherent);
  if (qualifiers.is_volatile) module_->Decorate(view.variable, spv::Decoration::Volatile);
  module_->Name(view.variable, "pieces_" + std::to_string(descriptor.set) + "_" + std::to_string(descriptor.binding) +
                                   "_" + ScalarName(module_->context(), element_type));
  return &view;
}

std::vector<uint32_t> PieceViews::Path(const PieceView& view, const DescriptorElement& element, uint32_t piece,
                                       CodeBuilder* at) {
  std::vector<uint32_t> path{view.variable};
  const DescriptorElement of_piece = PieceElement(module_, element, view.pieces, piece, at);
  path.insert(path.end(), of_piece.indices.begin(), of_piece.indices.end());
  return path;
}

uint32_t PieceViews::BlockPointer(const PieceView& view, const DescriptorElement& element, uint32_t piece,
                                  CodeBuilder* at) {
  const uint32_t pointer =
      at->EmitIds(spv::Op::OpAccessChain, module_->PointerType(view.shape->storage_class, view.block),
                  Path(view, element, piece, at));
  if (element.non_uniform) module_->Decorate(pointer, spv::Decoration::NonUniform);
  return pointer;
}

uint32_t PieceViews::UnitPointer(const PieceView& view, const DescriptorElement& element, uint32_t piece,
                                 uint32_t index, CodeBuilder* at) {
  std::vector<uint32_t> path = Path(view, element, piece, at);
  path.push_back(module_->Uint(0));
  path.push_back(index);
  const uint32_t pointer =
      at->EmitIds(spv::Op::OpAccessChain, module_->PointerType(view.shape->storage_class, view.element_type), path);
  if (element.non_uniform) module_->Decorate(pointer, spv::Decoration::NonUniform);
  return pointer;
}

uint32_t PieceViews::FirstVariableFor(const Descriptor& descriptor) const {
  const PieceView* first = nullptr;
  for (const auto& [key, view] : views_) {
    if (view.shape->set != descriptor.set || view.shape->binding != descriptor.binding) continue;
    if (first == nullptr || view.order < first->order) first = &view;
  }
  return first == nullptr ? 0 : first->variable;
}

void PieceViews::Decorate(const DecorationTable& decorations, const std::vector<const Descriptor*>& originals) {
  std::vector<const PieceView*> ordered;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> views_of;
  for (const auto& [key, view] : views_) {
    ordered.push_back(&view);
    ++views_of[{view.shape->set, view.shape->binding}];
  }
  std::sort(ordered.begin(), ordered.end(), [](const auto* a, const auto* b) { return a->order < b->order; });
  for (const PieceView* view : ordered) {
    bool is_aliased = views_of[{view->shape->set, view->shape->binding}] > 1, is_restrict = true;
    for (const Descriptor* original : originals) {
      if (original->set != view->shape->set || original->binding != view->shape->binding) continue;
      is_aliased |= decorations.Has(original->id(), spv::Decoration::Aliased);
      // Compilers put it on every member, too.
      const Instruction* block = module_->context()->get_def_use_mgr()->GetDef(original->element_type);
      bool all_members = block->NumInOperands() > 0;
      for (uint32_t member = 0; member < block->NumInOperands(); ++member) {
        all_members &= decorations.HasMember(original->element_type, member, spv::Decoration::Restrict);
      }
      is_restrict &= all_members || decorations.Has(original->id(), spv::Decoration::Restrict);
    }
    if (!view->is_written) module_->Decorate(view->variable, spv::Decoration::NonWritable);
    if (is_aliased) {
      module_->Decorate(view->variable, spv::Decoration::Aliased);
    } else if (is_restrict) {
      module_->Decorate(view->variable, spv::Decoration::Restrict);
    }
  }
}

}  // namespace lacuna
