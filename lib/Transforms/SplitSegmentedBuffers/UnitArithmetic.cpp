// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/SplitSegmentedBuffers/UnitArithmetic.h"

#include <algorithm>

namespace lacuna {

namespace {

constexpr uint64_t kLargestUint = UINT32_MAX;

// Past every buffer: 64 pieces of 4 GiB have 2^38 bytes. Sums of so large
// products stay far from 2^64.
constexpr uint64_t kLargestProduct = uint64_t{1} << 44;

uint32_t Log2(uint32_t power_of_two) {
  uint32_t bits = 0;
  while ((power_of_two >> bits) > 1) ++bits;
  return bits;
}

}  // namespace

std::vector<uint32_t> UnitArithmetic::PartTypes() const {
  switch (form_) {
    case Form::kNarrow:
      return {module_->UintType()};
    case Form::kLong:
      return {module_->UintType(64)};
    case Form::kPair:
      break;
  }
  return {module_->UintType(), module_->UintType()};
}

UnitArithmetic::Place UnitArithmetic::Constant(uint64_t value) const {
  const uint32_t low = static_cast<uint32_t>(value), high = static_cast<uint32_t>(value >> 32);
  switch (form_) {
    case Form::kNarrow:
      return {module_->Uint(value > kLargestUint ? UINT32_MAX : low)};
    case Form::kLong:
      return {module_->Constant(module_->UintType(64), {low, high})};
    case Form::kPair:
      break;
  }
  return {module_->Uint(low), module_->Uint(high)};
}

uint32_t UnitArithmetic::Extract(uint32_t pair, uint32_t member, CodeBuilder* at) const {
  return at->Emit(spv::Op::OpCompositeExtract, module_->UintType(), {IdOperand(pair), LiteralOperand(member)});
}

uint32_t UnitArithmetic::Index(uint32_t id, uint64_t most, uint32_t* in_reach, CodeBuilder* at) const {
  opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
  const Instruction* type = defs->GetDef(defs->GetDef(id)->type_id());
  const uint32_t width = type->GetSingleWordInOperand(0);
  if (width == 64) {
    const uint32_t limit =
        module_->Constant(type->result_id(), {static_cast<uint32_t>(std::min(most, kLargestUint)), 0});
    *in_reach = at->And(*in_reach, at->Compare(spv::Op::OpULessThanEqual, id, limit));
    return at->EmitIds(spv::Op::OpUConvert, module_->UintType(), {id});
  }
  // An index counts as signed whatever its type.
  if (width < 32) {
    id = at->EmitIds(spv::Op::OpSConvert, module_->UintType(), {id});
  } else if (type->result_id() != module_->UintType()) {
    id = at->EmitIds(spv::Op::OpBitcast, module_->UintType(), {id});
  }
  if (most < kLargestUint) {
    const uint32_t limit = module_->Uint(static_cast<uint32_t>(most));
    *in_reach = at->And(*in_reach, at->Compare(spv::Op::OpULessThanEqual, id, limit));
  }
  return id;
}

uint32_t UnitArithmetic::LongIndex(uint32_t id, uint64_t most, uint32_t* in_reach, CodeBuilder* at) const {
  opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
  const Instruction* type = defs->GetDef(defs->GetDef(id)->type_id());
  const uint32_t width = type->GetSingleWordInOperand(0), long_type = module_->UintType(64);
  const bool is_signed = width < 32 || type->GetSingleWordInOperand(1) != 0;
  if (width < 64) {
    id = at->EmitIds(is_signed ? spv::Op::OpSConvert : spv::Op::OpUConvert, long_type, {id});
  } else if (type->result_id() != long_type) {
    id = at->EmitIds(spv::Op::OpBitcast, long_type, {id});
  }
  // Extended, a negative index is as large as can be.
  if (width == 64 || is_signed || most < kLargestUint) {
    const uint32_t limit =
        module_->Constant(long_type, {static_cast<uint32_t>(most), static_cast<uint32_t>(most >> 32)});
    *in_reach = at->And(*in_reach, at->Compare(spv::Op::OpULessThanEqual, id, limit));
  }
  return id;
}

UnitArithmetic::Place UnitArithmetic::Add(const Place& a, const Place& b, CodeBuilder* at) const {
  if (form_ == Form::kNarrow) return {at->Binary(spv::Op::OpIAdd, a[0], b[0])};
  if (form_ == Form::kLong) return {at->EmitIds(spv::Op::OpIAdd, module_->UintType(64), {a[0], b[0]})};
  const uint32_t sum = at->EmitIds(spv::Op::OpIAddCarry, module_->UintPairType(), {a[0], b[0]});
  const uint32_t high = at->Binary(spv::Op::OpIAdd, a[1], b[1]);
  return {Extract(sum, 0, at), at->Binary(spv::Op::OpIAdd, high, Extract(sum, 1, at))};
}

// The index is a 64-bit uint for kLong, else a uint.
UnitArithmetic::Place UnitArithmetic::Multiply(uint32_t index, uint64_t factor, CodeBuilder* at) const {
  if (factor == 1) {
    if (form_ == Form::kPair) return {index, module_->Uint(0)};
    return {index};
  }
  const uint32_t low = static_cast<uint32_t>(factor);
  if (form_ == Form::kNarrow) return {at->Binary(spv::Op::OpIMul, index, module_->Uint(low))};
  if (form_ == Form::kLong) {
    const uint32_t type = module_->UintType(64);
    return {at->EmitIds(spv::Op::OpIMul, type, {index, module_->Constant(type, {low, 0})})};
  }
  const uint32_t product = at->EmitIds(spv::Op::OpUMulExtended, module_->UintPairType(), {index, module_->Uint(low)});
  return {Extract(product, 0, at), Extract(product, 1, at)};
}

UnitArithmetic::Sum UnitArithmetic::Scale(const std::vector<ByteCount::Term>& terms, uint32_t unit,
                                          CodeBuilder* at) const {
  Sum sum;
  for (const ByteCount::Term& term : terms) sum.terms.push_back({term.id, term.stride / unit});
  // At() checks and scales a single index, together with what is added to it.
  if (form_ == Form::kNarrow && terms.size() == 1) return sum;
  for (const ByteCount::Term& term : sum.terms) {
    Place product;
    if (form_ == Form::kNarrow) {
      product = Multiply(Index(term.id, kLargestUint / term.stride, &sum.in_reach, at), term.stride, at);
    } else if (form_ == Form::kLong) {
      product = Multiply(LongIndex(term.id, kLargestProduct / term.stride, &sum.in_reach, at), term.stride, at);
    } else {
      // No index has 64 bits where there are no 64-bit integers. One that is
      // unsigned may reach past 2^31.
      opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
      const Instruction* type = defs->GetDef(defs->GetDef(term.id)->type_id());
      const bool is_signed = type->GetSingleWordInOperand(0) < 32 || type->GetSingleWordInOperand(1) != 0;
      const uint64_t most = std::min(kLargestProduct / term.stride, is_signed ? kLargestUint / 2 : kLargestUint);
      product = Multiply(Index(term.id, most, &sum.in_reach, at), term.stride, at);
    }
    if (sum.value.empty()) {
      sum.value = product;
      continue;
    }
    sum.value = Add(sum.value, product, at);
    if (form_ == Form::kNarrow) {
      const uint32_t no_carry = at->Compare(spv::Op::OpUGreaterThanEqual, sum.value[0], product[0]);
      sum.in_reach = at->And(sum.in_reach, no_carry);
    }
  }
  return sum;
}

UnitArithmetic::Place UnitArithmetic::Guarded(const Place& place, uint32_t in_reach, CodeBuilder* at) const {
  return in_reach == 0 ? place : Select(in_reach, place, FarAway(), at);
}

UnitArithmetic::Place UnitArithmetic::At(const Sum& sum, uint64_t constant, CodeBuilder* at) const {
  if (sum.terms.empty()) return Constant(constant);
  if (form_ != Form::kNarrow) {
    if (constant > kLargestProduct) return FarAway();
    return Guarded(constant == 0 ? sum.value : Add(sum.value, Constant(constant), at), sum.in_reach, at);
  }
  if (constant > kLargestUint) return FarAway();
  uint32_t in_reach = sum.in_reach;
  if (sum.terms.size() == 1) {
    const uint64_t stride = sum.terms[0].stride;
    const uint32_t index = Index(sum.terms[0].id, (kLargestUint - constant) / stride, &in_reach, at);
    Place place = Multiply(index, stride, at);
    if (constant != 0) place = Add(place, Constant(constant), at);
    return Guarded(place, in_reach, at);
  }
  if (constant == 0) return Guarded(sum.value, in_reach, at);
  const Place place = Add(sum.value, Constant(constant), at);
  const uint32_t no_carry = at->Compare(spv::Op::OpUGreaterThanEqual, place[0], sum.value[0]);
  return Guarded(place, at->And(in_reach, no_carry), at);
}

UnitArithmetic::Place UnitArithmetic::FromBytes(uint32_t low, uint32_t high, uint32_t unit, uint64_t constant,
                                                CodeBuilder* at) const {
  const uint32_t bits = Log2(unit);
  if (constant > kLargestUint / unit) return FarAway();
  if (constant != 0) {
    // In bytes: the offset may be negative, and the sum not.
    const UnitArithmetic pair(module_, Form::kPair);
    const Place moved = pair.Add({low, high}, pair.Constant(constant * unit), at);
    low = moved[0];
    high = moved[1];
  }
  uint32_t units = low;
  if (bits != 0) {
    units = at->Binary(spv::Op::OpShiftRightLogical, low, module_->Uint(bits));
    const uint32_t carried = at->Binary(spv::Op::OpShiftLeftLogical, high, module_->Uint(32 - bits));
    units = at->Binary(spv::Op::OpBitwiseOr, units, carried);
  }
  const uint32_t upper = bits == 0 ? high : at->Binary(spv::Op::OpShiftRightLogical, high, module_->Uint(bits));
  if (form_ == Form::kNarrow) {
    return Guarded({units}, at->Compare(spv::Op::OpIEqual, upper, module_->Uint(0)), at);
  }
  // A negative offset stays past 2^60: far away.
  if (form_ == Form::kPair) return {units, upper};
  const uint32_t both =
      at->EmitIds(spv::Op::OpCompositeConstruct, module_->VectorType(module_->UintType(), 2), {units, upper});
  return {at->EmitIds(spv::Op::OpBitcast, module_->UintType(64), {both})};
}

uint32_t UnitArithmetic::IsBelow(const Place& place, uint32_t count, CodeBuilder* at) const {
  if (form_ == Form::kNarrow) return at->Compare(spv::Op::OpULessThan, place[0], count);
  if (form_ == Form::kLong) {
    const uint32_t wide = at->EmitIds(spv::Op::OpUConvert, module_->UintType(64), {count});
    return at->Compare(spv::Op::OpULessThan, place[0], wide);
  }
  const uint32_t is_near = at->Compare(spv::Op::OpIEqual, place[1], module_->Uint(0));
  return at->And(is_near, at->Compare(spv::Op::OpULessThan, place[0], count));
}

UnitArithmetic::Place UnitArithmetic::Minus(const Place& place, uint32_t count, CodeBuilder* at) const {
  if (form_ == Form::kNarrow) return {at->Binary(spv::Op::OpISub, place[0], count)};
  if (form_ == Form::kLong) {
    const uint32_t wide = at->EmitIds(spv::Op::OpUConvert, module_->UintType(64), {count});
    return {at->EmitIds(spv::Op::OpISub, module_->UintType(64), {place[0], wide})};
  }
  const uint32_t difference = at->EmitIds(spv::Op::OpISubBorrow, module_->UintPairType(), {place[0], count});
  return {Extract(difference, 0, at), at->Binary(spv::Op::OpISub, place[1], Extract(difference, 1, at))};
}

UnitArithmetic::Place UnitArithmetic::Select(uint32_t condition, const Place& a, const Place& b,
                                             CodeBuilder* at) const {
  const std::vector<uint32_t> types = PartTypes();
  Place chosen;
  for (size_t i = 0; i < types.size(); ++i) chosen.push_back(at->Select(types[i], condition, a[i], b[i]));
  return chosen;
}

uint32_t UnitArithmetic::Low(const Place& place, CodeBuilder* at) const {
  if (form_ != Form::kLong) return place[0];
  return at->EmitIds(spv::Op::OpUConvert, module_->UintType(), {place[0]});
}

}  // namespace lacuna
