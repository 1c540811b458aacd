// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/SplitSegmentedBuffers/AccessEmitter.h"

#include "Support/MemoryOrder.h"
#include "Transforms/SplitSegmentedBuffers/PieceSearch.h"

namespace lacuna {

namespace {

bool IsPowerOfTwo(uint32_t value) { return value != 0 && (value & (value - 1)) == 0; }

uint32_t Log2(uint32_t power_of_two) {
  uint32_t bits = 0;
  while ((power_of_two >> bits) > 1) ++bits;
  return bits;
}

// The type of one component as it goes to or comes from memory, or its carrier.
uint32_t ScalarType(const UnitAccess& access) {
  return access.carrier_type != 0 ? access.carrier_type : access.view->element_type;
}

uint32_t ValueType(ModuleBuilder* module, const UnitAccess& access) {
  return access.components == 1 ? ScalarType(access) : module->VectorType(ScalarType(access), access.components);
}

}  // namespace

uint32_t ResultType(ModuleBuilder* module, const UnitAccess& access) {
  if (access.kind == UnitAccess::Kind::kAtomic) return access.atomic_type;
  return access.kind == UnitAccess::Kind::kLoad ? ValueType(module, access) : 0;
}

std::vector<uint32_t> ValueTypes(ModuleBuilder* module, const UnitAccess& access) {
  if (access.kind == UnitAccess::Kind::kAtomic) return access.atomic_value_types;
  if (access.kind == UnitAccess::Kind::kStore) return {ValueType(module, access)};
  return {};
}

struct AccessEmitter::Request {
  const UnitAccess& access;
  const DescriptorElement& element;
  const UnitArithmetic::Place& place;
  const std::vector<uint32_t>& values;
  CodeRegion* region;
  uint32_t result_type;
};

uint32_t AccessEmitter::Emit(const UnitAccess& access, const DescriptorElement& element,
                             const UnitArithmetic::Place& place, const std::vector<uint32_t>& values,
                             CodeRegion* region) {
  if (access.kind != UnitAccess::Kind::kLoad) access.view->is_written = true;
  const Request request{access, element, place, values, region, ResultType(module_, access)};
  if (access.rule.is_dynamic) return ComputedPiece(request);
  return access.rule.piece_bytes != 0 ? EqualPieces(request) : Search(request);
}

// The units bound to a piece. A range under 4 bytes counts as no bytes: so small
// a piece stands for none.
uint32_t AccessEmitter::Units(const PieceView& view, const DescriptorElement& element, uint32_t piece,
                              CodeBuilder* at) {
  const uint32_t pointer = views_->BlockPointer(view, element, piece, at);
  const uint32_t units = at->Emit(spv::Op::OpArrayLength, module_->UintType(), {IdOperand(pointer), LiteralOperand(0)});
  if (view.unit >= 4) return units;
  const uint32_t is_bound = at->Compare(spv::Op::OpUGreaterThanEqual, units, module_->Uint(4 / view.unit));
  return at->Select(module_->UintType(), is_bound, units, module_->Uint(0));
}

uint32_t AccessEmitter::Search(const Request& request) {
  const UnitAccess& access = request.access;
  // Equal pieces come here where their places are too wide to be divided.
  const bool is_equal = access.rule.piece_bytes != 0;
  PieceSearch search{UnitArithmetic(module_, access.rule.form), access.view->pieces, request.result_type, {}, {}, {}};
  search.count = [&](uint32_t piece, CodeBuilder* at) {
    if (is_equal) return module_->Uint(access.rule.piece_bytes / access.view->unit);
    return Units(*access.view, request.element, module_->Uint(piece), at);
  };
  search.access = [&](uint32_t piece, uint32_t index, uint32_t count) {
    const bool may_be_cut = !is_equal && piece + 1 == access.view->pieces;
    const uint32_t number = module_->Uint(piece);
    return may_be_cut ? InLastPiece(request, number, index, count) : InPiece(request, number, index);
  };
  search.nowhere = [&] { return Nowhere(request); };
  return SearchPieces(search, request.place, request.region);
}

// place / units and place % units.
void AccessEmitter::Divide(uint32_t place, uint32_t units, uint32_t* quotient, uint32_t* remainder, CodeBuilder* at) {
  if (IsPowerOfTwo(units)) {
    *quotient = at->Binary(spv::Op::OpShiftRightLogical, place, module_->Uint(Log2(units)));
    *remainder = at->Binary(spv::Op::OpBitwiseAnd, place, module_->Uint(units - 1));
    return;
  }
  *quotient = at->Binary(spv::Op::OpUDiv, place, module_->Uint(units));
  const uint32_t before = at->Binary(spv::Op::OpIMul, *quotient, module_->Uint(units));
  *remainder = at->Binary(spv::Op::OpISub, place, before);
}

// Divides. What is past the end of the last piece in use is left to the device,
// as it was in the module with one buffer.
uint32_t AccessEmitter::EqualPieces(const Request& request) {
  const UnitAccess& access = request.access;
  const uint32_t units = access.rule.piece_bytes / access.view->unit;
  if (access.rule.form != UnitArithmetic::Form::kNarrow) return Search(request);
  CodeBuilder at = request.region->At();
  uint32_t piece = 0, index = 0;
  Divide(request.place[0], units, &piece, &index, &at);
  return request.region->Switch(
      piece, access.view->pieces, request.result_type,
      [&](uint32_t number) { return InPiece(request, module_->Uint(number), index); },
      [&] { return Nowhere(request); });
}

// Finds the piece's number without branches; the access itself then has one
// instruction for all pieces.
uint32_t AccessEmitter::ComputedPiece(const Request& request) {
  const UnitAccess& access = request.access;
  const UnitArithmetic arithmetic(module_, access.rule.form);
  CodeRegion* region = request.region;
  CodeBuilder at = region->At();
  const uint32_t pieces = access.view->pieces, uint_type = module_->UintType();
  const bool is_equal = access.rule.piece_bytes != 0;
  const uint32_t units = access.rule.piece_bytes / access.view->unit;
  DescriptorElement element = request.element;
  element.non_uniform = true;
  const Request there{access, element, request.place, request.values, region, request.result_type};

  if (is_equal && access.rule.form == UnitArithmetic::Form::kNarrow) {
    // What is past all pieces is far past the last one, and left to the device
    // like everything past the end: no branch, for it costs as much as the access.
    uint32_t piece = 0, index = 0;
    Divide(request.place[0], units, &piece, &index, &at);
    const uint32_t is_inside = at.Compare(spv::Op::OpULessThan, piece, module_->Uint(pieces));
    piece = at.Select(uint_type, is_inside, piece, module_->Uint(pieces - 1));
    index =
        at.Select(uint_type, is_inside, index, module_->Uint(UINT32_MAX / access.view->unit - access.components + 1));
    module_->Decorate(piece, spv::Decoration::NonUniform);
    return InPiece(there, piece, index);
  }
  UnitArithmetic::Place place = request.place;
  uint32_t piece = module_->Uint(0), is_behind = 0, count = 0;
  for (uint32_t j = 0; j < pieces; ++j) {
    count = is_equal ? module_->Uint(units) : Units(*access.view, request.element, module_->Uint(j), &at);
    if (j + 1 == pieces) break;
    const uint32_t is_here = arithmetic.IsBelow(place, count, &at);
    const uint32_t is_past = at.EmitIds(spv::Op::OpLogicalNot, module_->BoolType(), {is_here});
    is_behind = at.And(is_behind, is_past);
    place = arithmetic.Select(is_behind, arithmetic.Minus(place, count, &at), place, &at);
    piece = at.Select(uint_type, is_behind, module_->Uint(j + 1), piece);
  }
  module_->Decorate(piece, spv::Decoration::NonUniform);
  // In any piece but the last, the place is known to be below its length.
  const uint32_t is_before = at.EmitIds(spv::Op::OpLogicalNot, module_->BoolType(), {is_behind});
  const uint32_t is_in_last = arithmetic.IsBelow(place, count, &at);
  const uint32_t is_inside = at.EmitIds(spv::Op::OpLogicalOr, module_->BoolType(), {is_before, is_in_last});
  // Where the last piece ends says nothing of the others.
  const uint32_t end = at.Select(uint_type, is_behind, count, module_->Uint(UINT32_MAX));
  return region->If(
      is_inside, request.result_type,
      [&] {
        CodeBuilder inside = region->At();
        const uint32_t index = arithmetic.Low(place, &inside);
        return is_equal ? InPiece(there, piece, index) : InLastPiece(there, piece, index, end);
      },
      [&] { return Nowhere(request); });
}

// One component's load or store, or the atomic.
uint32_t AccessEmitter::Component(const Request& request, uint32_t piece, uint32_t index, uint32_t component) {
  const UnitAccess& access = request.access;
  CodeBuilder at = request.region->At();
  if (component != 0) index = at.Binary(spv::Op::OpIAdd, index, module_->Uint(component));
  const uint32_t pointer = views_->UnitPointer(*access.view, request.element, piece, index, &at);
  std::vector<opt::Operand> operands{IdOperand(pointer)};
  switch (access.kind) {
    case UnitAccess::Kind::kLoad: {
      operands.insert(operands.end(), access.operands.begin(), access.operands.end());
      const uint32_t value = at.Emit(spv::Op::OpLoad, access.view->element_type, operands);
      if (access.carrier_type == 0) return value;
      const bool is_float =
          module_->context()->get_def_use_mgr()->GetDef(access.carrier_type)->opcode() == spv::Op::OpTypeFloat;
      return at.EmitIds(is_float ? spv::Op::OpFConvert : spv::Op::OpUConvert, access.carrier_type, {value});
    }
    case UnitAccess::Kind::kStore: {
      uint32_t value = request.values[0];
      if (access.components > 1) {
        value = at.Emit(spv::Op::OpCompositeExtract, access.view->element_type,
                        {IdOperand(value), LiteralOperand(component)});
      }
      operands.push_back(IdOperand(value));
      operands.insert(operands.end(), access.operands.begin(), access.operands.end());
      at.EmitVoid(spv::Op::OpStore, operands);
      return 0;
    }
    case UnitAccess::Kind::kAtomic: {
      size_t next = 0;
      for (const opt::Operand& operand : access.operands) {
        operands.push_back(operand.words[0] == 0 ? IdOperand(request.values[next++]) : operand);
      }
      if (access.atomic_type != 0) return at.Emit(access.atomic, access.atomic_type, operands);
      at.EmitVoid(access.atomic, operands);
      return 0;
    }
  }
  return 0;
}

uint32_t AccessEmitter::InPiece(const Request& request, uint32_t piece, uint32_t index) {
  const UnitAccess& access = request.access;
  std::vector<uint32_t> values;
  for (uint32_t c = 0; c < access.components; ++c) values.push_back(Component(request, piece, index, c));
  if (access.kind != UnitAccess::Kind::kLoad || access.components == 1) return values[0];
  CodeBuilder at = request.region->At();
  return at.EmitIds(spv::Op::OpCompositeConstruct, request.result_type, values);
}

// The last piece may end anywhere. `index` is below `count`.
uint32_t AccessEmitter::InLastPiece(const Request& request, uint32_t piece, uint32_t index, uint32_t count) {
  const UnitAccess& access = request.access;
  if (access.components == 1) return InPiece(request, piece, index);
  CodeBuilder at = request.region->At();
  const uint32_t left = at.Binary(spv::Op::OpISub, count, index);
  const bool loads = access.kind == UnitAccess::Kind::kLoad;
  std::vector<uint32_t> values;
  for (uint32_t c = 0; c < access.components; ++c) {
    if (c == 0) {
      values.push_back(Component(request, piece, index, c));
      continue;
    }
    CodeBuilder before = request.region->At();
    const uint32_t is_inside = before.Compare(spv::Op::OpUGreaterThan, left, module_->Uint(c));
    const uint32_t type = ScalarType(access);
    CodeRegion::Body otherwise;
    if (loads) otherwise = [&] { return module_->Null(type); };
    values.push_back(request.region->If(
        is_inside, loads ? type : 0, [&] { return Component(request, piece, index, c); }, otherwise));
  }
  if (!loads) return 0;
  CodeBuilder after = request.region->At();
  return after.EmitIds(spv::Op::OpCompositeConstruct, request.result_type, values);
}

uint32_t AccessEmitter::Nowhere(const Request& request) {
  const UnitAccess& access = request.access;
  if (access.orders_memory) {
    // Scope and semantics come first behind the pointer.
    CodeBuilder at = request.region->At();
    EmitBarrier(&at, access.operands[0].words[0], access.operands[1].words[0]);
  }
  return request.result_type == 0 ? 0 : module_->Null(request.result_type);
}

uint32_t AccessEmitter::EmitLength(const PieceView& view, const SearchRule& rule, uint64_t offset, uint64_t stride,
                                   const DescriptorElement& element, CodeBuilder* at) {
  const uint32_t uint_type = module_->UintType(), zero = module_->Uint(0);
  const uint32_t step = static_cast<uint32_t>(stride / view.unit);
  const uint32_t skipped = static_cast<uint32_t>(offset / view.unit), step_id = module_->Uint(step);
  std::vector<uint32_t> counts;
  for (uint32_t j = 0; j < view.pieces; ++j) counts.push_back(Units(view, element, module_->Uint(j), at));
  if (rule.form == UnitArithmetic::Form::kNarrow) {
    uint32_t total = counts[0];
    for (uint32_t j = 1; j < view.pieces; ++j) total = at->Binary(spv::Op::OpIAdd, total, counts[j]);
    if (skipped != 0) {
      const uint32_t skip = module_->Uint(skipped);
      const uint32_t reaches = at->Compare(spv::Op::OpUGreaterThanEqual, total, skip);
      total = at->Select(uint_type, reaches, at->Binary(spv::Op::OpISub, total, skip), zero);
    }
    return step == 1 ? total : at->Binary(spv::Op::OpUDiv, total, step_id);
  }
  // The sum may need more than 32 bits; quotients and remainders do not.
  uint32_t to_skip = module_->Uint(skipped), quotient = zero, remainder = zero;
  for (uint32_t count : counts) {
    if (skipped != 0) {
      const uint32_t is_less = at->Compare(spv::Op::OpULessThan, count, to_skip);
      const uint32_t taken = at->Select(uint_type, is_less, count, to_skip);
      count = at->Binary(spv::Op::OpISub, count, taken);
      to_skip = at->Binary(spv::Op::OpISub, to_skip, taken);
    }
    if (step == 1) {
      quotient = at->Binary(spv::Op::OpIAdd, quotient, count);
      continue;
    }
    quotient = at->Binary(spv::Op::OpIAdd, quotient, at->Binary(spv::Op::OpUDiv, count, step_id));
    const uint32_t rest = at->Binary(spv::Op::OpIAdd, remainder, at->Binary(spv::Op::OpUMod, count, step_id));
    const uint32_t is_whole = at->Compare(spv::Op::OpUGreaterThanEqual, rest, step_id);
    remainder = at->Select(uint_type, is_whole, at->Binary(spv::Op::OpISub, rest, step_id), rest);
    quotient = at->Binary(spv::Op::OpIAdd, quotient, at->Select(uint_type, is_whole, module_->Uint(1), zero));
  }
  return quotient;
}

}  // namespace lacuna
