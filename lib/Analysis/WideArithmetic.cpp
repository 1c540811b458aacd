// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/WideArithmetic.h"

namespace lacuna {

WideArithmetic::Number WideArithmetic::Constant(uint64_t value) const {
  return {module_->Uint(static_cast<uint32_t>(value)), module_->Uint(static_cast<uint32_t>(value >> 32))};
}

WideArithmetic::Number WideArithmetic::Add(const Number& a, const Number& b, CodeBuilder* at) const {
  const Number zero = Constant(0);
  if (a.low == zero.low && a.high == zero.high) return b;
  if (b.low == zero.low && b.high == zero.high) return a;
  const uint32_t sum = at->EmitIds(spv::Op::OpIAddCarry, module_->UintPairType(), {a.low, b.low});
  Number result;
  result.low = at->Emit(spv::Op::OpCompositeExtract, module_->UintType(), {IdOperand(sum), LiteralOperand(0)});
  const uint32_t carry =
      at->Emit(spv::Op::OpCompositeExtract, module_->UintType(), {IdOperand(sum), LiteralOperand(1)});
  const uint32_t high = at->Binary(spv::Op::OpIAdd, a.high, b.high);
  result.high = at->Binary(spv::Op::OpIAdd, high, carry);
  result.is_exact = at->And(a.is_exact, b.is_exact);
  return result;
}

// A signed index times a stride.
WideArithmetic::Number WideArithmetic::Product(uint32_t index, uint64_t stride, CodeBuilder* at) const {
  opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
  const Instruction* type = defs->GetDef(defs->GetDef(index)->type_id());
  const uint32_t width = type->GetSingleWordInOperand(0), uint_type = module_->UintType();
  uint32_t is_exact = 0;
  if (width == 64) {
    // An index that needs more than 32 bits leads out of any buffer.
    const uint32_t low = at->EmitIds(spv::Op::OpUConvert, uint_type, {index});
    const uint32_t extended = at->EmitIds(spv::Op::OpSConvert, type->result_id(), {low});
    is_exact = at->Compare(spv::Op::OpIEqual, index, extended);
    index = low;
  } else if (width < 32) {
    index = at->EmitIds(spv::Op::OpSConvert, uint_type, {index});
  } else if (type->result_id() != uint_type) {
    index = at->EmitIds(spv::Op::OpBitcast, uint_type, {index});
  }
  // Strides are below 2^31, so that this factor is positive, too.
  const uint32_t product = at->EmitIds(spv::Op::OpSMulExtended, module_->UintPairType(),
                                       {index, module_->Uint(static_cast<uint32_t>(stride))});
  return {at->Emit(spv::Op::OpCompositeExtract, uint_type, {IdOperand(product), LiteralOperand(0)}),
          at->Emit(spv::Op::OpCompositeExtract, uint_type, {IdOperand(product), LiteralOperand(1)}), is_exact};
}

WideArithmetic::Number WideArithmetic::Offset(const Number& base, const ByteCount& offset, CodeBuilder* at) const {
  Number sum = Add(base, Constant(offset.constant), at);
  for (const ByteCount::Term& term : offset.terms) sum = Add(sum, Product(term.id, term.stride, at), at);
  return sum;
}

}  // namespace lacuna
