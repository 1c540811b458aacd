// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/SplitSegmentedBuffers/TexelRewriter.h"

#include <algorithm>
#include <string>

#include "Support/MemoryOrder.h"
#include "Support/Text.h"
#include "Transforms/SplitSegmentedBuffers/PieceSearch.h"
#include "Transforms/SplitSegmentedBuffers/SiteCode.h"

namespace lacuna {

const TexelRewriter::Pieces& TexelRewriter::PiecesOf(const Descriptor& descriptor, uint32_t pieces) {
  auto [entry, is_new] = pieces_.emplace(descriptor.id(), Pieces());
  Pieces& made = entry->second;
  if (!is_new) return made;
  const Instruction* type = module_->context()->get_def_use_mgr()->GetDef(descriptor.element_type);
  made.is_sampled = type->opcode() == spv::Op::OpTypeSampledImage;
  made.image_type = made.is_sampled ? type->GetSingleWordInOperand(0) : descriptor.element_type;
  made.pieces = pieces;
  made.shape = &descriptor;
  const uint32_t array = MultipliedArrayType(module_, descriptor.element_type, descriptor, pieces);
  made.variable = module_->AddVariable(module_->PointerType(descriptor.storage_class, array), descriptor.storage_class);
  module_->CopyDecorations(descriptor.id(), made.variable);
  module_->Name(made.variable,
                "pieces_" + std::to_string(descriptor.set) + "_" + std::to_string(descriptor.binding) + "_texels");
  return made;
}

uint32_t TexelRewriter::VariableFor(const Descriptor& descriptor) const {
  auto found = pieces_.find(descriptor.id());
  return found == pieces_.end() ? 0 : found->second.variable;
}

uint32_t TexelRewriter::Pointer(const Pieces& pieces, const DescriptorElement& element, uint32_t piece,
                                CodeBuilder* at) {
  const DescriptorElement of_piece = PieceElement(module_, element, pieces.pieces, module_->Uint(piece), at);
  std::vector<uint32_t> operands{pieces.variable};
  operands.insert(operands.end(), of_piece.indices.begin(), of_piece.indices.end());
  const uint32_t type = module_->PointerType(pieces.shape->storage_class, pieces.shape->element_type);
  const uint32_t pointer = at->EmitIds(spv::Op::OpAccessChain, type, operands);
  if (element.non_uniform) module_->Decorate(pointer, spv::Decoration::NonUniform);
  return pointer;
}

uint32_t TexelRewriter::Image(const Pieces& pieces, const DescriptorElement& element, uint32_t piece, CodeBuilder* at) {
  uint32_t image = at->EmitIds(spv::Op::OpLoad, pieces.shape->element_type, {Pointer(pieces, element, piece, at)});
  if (element.non_uniform) module_->Decorate(image, spv::Decoration::NonUniform);
  if (!pieces.is_sampled) return image;
  image = at->EmitIds(spv::Op::OpImage, pieces.image_type, {image});
  if (element.non_uniform) module_->Decorate(image, spv::Decoration::NonUniform);
  return image;
}

// In texels, a uint.
uint32_t TexelRewriter::Size(const Pieces& pieces, const DescriptorElement& element, uint32_t piece, CodeBuilder* at) {
  return at->EmitIds(spv::Op::OpImageQuerySize, module_->UintType(), {Image(pieces, element, piece, at)});
}

uint32_t TexelRewriter::EmitSize(const Pieces& pieces, const DescriptorElement& element, uint32_t type,
                                 CodeBuilder* at) {
  uint32_t sum = 0;
  for (uint32_t j = 0; j < pieces.pieces; ++j) {
    uint32_t size = Size(pieces, element, j, at);
    if (type != module_->UintType()) size = at->EmitIds(spv::Op::OpUConvert, type, {size});
    sum = j == 0 ? size : at->EmitIds(spv::Op::OpIAdd, type, {sum, size});
  }
  return sum;
}

// What a query for the size gives, out of the sum of the sizes: a type of any
// width and signedness. Sizes that do not fit wrap, which is undefined for the
// whole buffer.
uint32_t TexelRewriter::ConvertSize(uint32_t sum, uint32_t sum_type, uint32_t type, CodeBuilder* at) {
  if (type == sum_type) return sum;
  const Instruction* inst = module_->context()->get_def_use_mgr()->GetDef(type);
  if (inst->GetSingleWordInOperand(0) >= 32) return at->EmitIds(spv::Op::OpBitcast, type, {sum});
  // Only a signed conversion may give a signed type, and nothing else may be
  // done with a type that the module has for storage alone.
  const bool is_signed = inst->GetSingleWordInOperand(1) != 0;
  return at->EmitIds(is_signed ? spv::Op::OpSConvert : spv::Op::OpUConvert, type, {sum});
}

bool TexelRewriter::IsLocal(uint32_t id) const {
  Instruction* def = module_->context()->get_def_use_mgr()->GetDef(id);
  return def->opcode() == spv::Op::OpFunctionParameter || module_->context()->get_instr_block(def) != nullptr;
}

// The operands behind the image and coordinate, or behind the texel pointer,
// that are values of the function: what is written, an atomic's values.
std::vector<uint32_t> TexelRewriter::LocalOperands(const AccessSite& site) const {
  std::vector<uint32_t> found;
  const uint32_t first = site.kind == AccessSite::Kind::kTexelAtomic ? 1 : 2;
  for (uint32_t i = first; i < site.inst->NumInOperands(); ++i) {
    const opt::Operand& operand = site.inst->GetInOperand(i);
    if (spvIsIdType(operand.type) && IsLocal(operand.words[0])) found.push_back(operand.words[0]);
  }
  return found;
}

uint32_t TexelRewriter::EmitInPiece(const Pieces& pieces, const AccessSite& site, const DescriptorElement& element,
                                    uint32_t piece, uint32_t index, const std::vector<uint32_t>& values,
                                    CodeRegion* region) {
  const Instruction& inst = *site.inst;
  CodeBuilder at = region->At();
  std::vector<opt::Operand> operands;
  uint32_t first = 2;
  if (site.kind == AccessSite::Kind::kTexelAtomic) {
    first = 1;
    const uint32_t image = Pointer(pieces, element, piece, &at);
    const uint32_t pointer =
        at.EmitIds(spv::Op::OpImageTexelPointer, site.texel_pointer->type_id(), {image, index, module_->Uint(0)});
    if (element.non_uniform) module_->Decorate(pointer, spv::Decoration::NonUniform);
    operands = {IdOperand(pointer)};
  } else {
    operands = {IdOperand(Image(pieces, element, piece, &at)), IdOperand(index)};
  }
  size_t next = 0;
  for (uint32_t i = first; i < inst.NumInOperands(); ++i) {
    const opt::Operand& operand = inst.GetInOperand(i);
    const bool is_local = spvIsIdType(operand.type) && IsLocal(operand.words[0]);
    operands.push_back(is_local ? IdOperand(values[next++]) : operand);
  }
  if (inst.result_id() != 0) return at.Emit(inst.opcode(), inst.type_id(), operands);
  at.EmitVoid(inst.opcode(), operands);
  return 0;
}

uint32_t TexelRewriter::Emit(const Pieces& pieces, const AccessSite& site, const DescriptorElement& element,
                             uint32_t place, const std::vector<uint32_t>& values, CodeRegion* region) {
  const UnitArithmetic arithmetic(module_, UnitArithmetic::Form::kNarrow);
  PieceSearch search{arithmetic, pieces.pieces, site.inst->type_id(), {}, {}, {}};
  search.count = [&](uint32_t piece, CodeBuilder* at) { return Size(pieces, element, piece, at); };
  search.access = [&](uint32_t piece, uint32_t index, uint32_t) {
    return EmitInPiece(pieces, site, element, piece, index, values, region);
  };
  search.nowhere = [&] {
    if (site.kind == AccessSite::Kind::kTexelAtomic && OrdersMemory(module_->context(), *site.inst)) {
      CodeBuilder at = region->At();
      EmitBarrier(&at, site.inst->GetSingleWordInOperand(1), site.inst->GetSingleWordInOperand(2));
    }
    return search.result_type == 0 ? 0 : module_->Null(search.result_type);
  };
  return SearchPieces(search, {place}, region);
}

std::string TexelRewriter::NameOf(const Pieces& pieces, const AccessSite& site) const {
  return "segmented_" + std::to_string(pieces.shape->set) + "_" + std::to_string(pieces.shape->binding) + "_" +
         SnakeCase(spvOpcodeString(site.inst->opcode()));
}

void TexelRewriter::Rewrite(const Segment& segment, const AccessSite& site) {
  // The loads of image values lose their uses, and go with the variable.
  if (site.kind == AccessSite::Kind::kImageLoad) return;
  const Pieces& pieces = PiecesOf(*site.path.descriptor, segment.pieces);
  const bool in_place = options_.helpers == HelperForm::kInline;
  const bool is_query = site.kind == AccessSite::Kind::kImageQuery;
  SiteCode code(module_, site.inst, in_place && !is_query);
  const DescriptorElement element = code.ElementOf(site.path, decorations_);
  const uint32_t uint_type = module_->UintType();
  HelperTable::Key key{pieces.variable, uint64_t(site.inst->opcode()), site.inst->type_id()};
  if (is_query) {
    CodeBuilder at = code.At();
    const Instruction* result = module_->context()->get_def_use_mgr()->GetDef(site.inst->type_id());
    const uint32_t sum_type = module_->UintType(std::max(result->GetSingleWordInOperand(0), 32u));
    uint32_t sum = 0;
    if (in_place) {
      sum = EmitSize(pieces, element, sum_type, &at);
    } else {
      key[2] = sum_type;
      sum = helpers_->Call(key, NameOf(pieces, site), sum_type, {}, element, {}, &at,
                           [&](const DescriptorElement& inside, const std::vector<uint32_t>&, CodeRegion* region) {
                             CodeBuilder body = region->At();
                             return EmitSize(pieces, inside, sum_type, &body);
                           });
    }
    code.Finish(ConvertSize(sum, sum_type, site.inst->type_id(), &at));
    return;
  }

  // A coordinate counts texels; a negative one is behind all of them.
  const UnitArithmetic arithmetic(module_, UnitArithmetic::Form::kNarrow);
  CodeBuilder at = code.At();
  const UnitArithmetic::Sum coordinate = arithmetic.Scale({{site.coordinate, 1}}, 1, &at);
  const uint32_t place = arithmetic.At(coordinate, 0, &at)[0];
  const std::vector<uint32_t> values = LocalOperands(site);
  if (in_place) {
    code.Finish(Emit(pieces, site, element, place, values, code.region()));
    return;
  }
  opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
  std::vector<uint32_t> types{uint_type}, arguments{place};
  arguments.insert(arguments.end(), values.begin(), values.end());
  for (uint32_t value : values) types.push_back(defs->GetDef(value)->type_id());
  const uint32_t first = site.kind == AccessSite::Kind::kTexelAtomic ? 1 : 2;
  for (uint32_t i = first; i < site.inst->NumInOperands(); ++i) {
    const opt::Operand& operand = site.inst->GetInOperand(i);
    const bool is_local = spvIsIdType(operand.type) && IsLocal(operand.words[0]);
    key.insert(key.end(), {uint64_t(operand.type), is_local ? 0u : operand.words[0]});
    if (is_local) key.push_back(defs->GetDef(operand.words[0])->type_id());
  }
  if (site.texel_pointer != nullptr) key.push_back(site.texel_pointer->type_id());
  const auto body = [&](const DescriptorElement& inside, const std::vector<uint32_t>& parameters, CodeRegion* region) {
    return Emit(pieces, site, inside, parameters[0], {parameters.begin() + 1, parameters.end()}, region);
  };
  CodeBuilder call = code.At();
  code.Finish(helpers_->Call(key, NameOf(pieces, site), site.inst->type_id(), types, element, arguments, &call, body));
}

}  // namespace lacuna
