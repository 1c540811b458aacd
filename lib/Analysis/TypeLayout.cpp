// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/TypeLayout.h"

#include <algorithm>

#include "Analysis/ConstantValue.h"

namespace lacuna {

uint32_t TypeLayout::ScalarBytes(uint32_t type) const {
  const Instruction* inst = context_->get_def_use_mgr()->GetDef(type);
  switch (inst->opcode()) {
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
      return inst->GetSingleWordInOperand(0) / 8;
    case spv::Op::OpTypePointer:
      return inst->GetSingleWordInOperand(0) == uint32_t(spv::StorageClass::PhysicalStorageBuffer) ? 8 : 0;
    default:
      return 0;
  }
}

bool TypeLayout::Part(const LaidOutType& composite, uint64_t index, LaidOutType* part, uint64_t* offset,
                      uint64_t* stride, std::string* why) const {
  const Instruction* type = context_->get_def_use_mgr()->GetDef(composite.type);
  *offset = *stride = 0;
  *part = composite;
  part->component_stride = 0;
  switch (type->opcode()) {
    case spv::Op::OpTypeStruct: {
      if (index >= type->NumInOperands()) {
        *why = "a struct member index is out of range";
        return false;
      }
      const uint32_t member = static_cast<uint32_t>(index);
      const auto member_offset = decorations_.MemberValue(composite.type, member, spv::Decoration::Offset);
      if (!member_offset) {
        *why = "a struct member has no Offset decoration";
        return false;
      }
      *offset = *member_offset;
      part->type = type->GetSingleWordInOperand(member);
      part->matrix_stride = decorations_.MemberValue(composite.type, member, spv::Decoration::MatrixStride).value_or(0);
      part->row_major = decorations_.HasMember(composite.type, member, spv::Decoration::RowMajor);
      return true;
    }
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeRuntimeArray: {
      const auto array_stride = decorations_.Value(composite.type, spv::Decoration::ArrayStride);
      if (!array_stride) {
        *why = "an array has no ArrayStride decoration";
        return false;
      }
      *stride = *array_stride;
      part->type = type->GetSingleWordInOperand(0);
      return true;
    }
    case spv::Op::OpTypeMatrix: {
      if (composite.matrix_stride == 0) {
        *why = "a matrix has no MatrixStride decoration";
        return false;
      }
      part->type = type->GetSingleWordInOperand(0);
      if (composite.row_major) {
        const Instruction* column = context_->get_def_use_mgr()->GetDef(part->type);
        *stride = ScalarBytes(column->GetSingleWordInOperand(0));
        part->component_stride = composite.matrix_stride;
      } else {
        *stride = composite.matrix_stride;
      }
      return true;
    }
    case spv::Op::OpTypeVector: {
      part->type = type->GetSingleWordInOperand(0);
      *stride = composite.component_stride != 0 ? composite.component_stride : ScalarBytes(part->type);
      if (*stride == 0) {
        *why = "a vector's component type has no size";
        return false;
      }
      return true;
    }
    default:
      *why = "an index goes into a type that has no parts";
      return false;
  }
}

bool TypeLayout::Extent(const LaidOutType& laid_out, ByteCount* extent, std::string* why) const {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const Instruction* type = defs->GetDef(laid_out.type);
  LaidOutType part;
  uint64_t offset = 0, stride = 0;
  switch (type->opcode()) {
    case spv::Op::OpTypeStruct: {
      // Members do not overlap, so the one that starts last ends last.
      uint64_t last_offset = 0;
      bool any = false;
      LaidOutType last;
      for (uint32_t i = 0; i < type->NumInOperands(); ++i) {
        if (!Part(laid_out, i, &part, &offset, &stride, why)) return false;
        if (!any || offset >= last_offset) {
          any = true;
          last = part;
          last_offset = offset;
        }
      }
      if (!any) {
        *extent = {};
        return true;
      }
      if (!Extent(last, extent, why)) return false;
      extent->constant += last_offset;
      return true;
    }
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeMatrix:
    case spv::Op::OpTypeVector: {
      if (!Part(laid_out, 0, &part, &offset, &stride, why)) return false;
      if (!Extent(part, extent, why)) return false;
      if (type->opcode() != spv::Op::OpTypeArray) {
        extent->constant += uint64_t{type->GetSingleWordInOperand(1) - 1} * stride;
        return true;
      }
      const uint32_t length_id = type->GetSingleWordInOperand(1);
      const ConstantValue length = EvaluateConstant(defs, length_id);
      if (length.is_plain) {
        // No buffer is that large; the sums stay far from wrapping.
        constexpr uint64_t kFarAway = uint64_t{1} << 60;
        const uint64_t last = static_cast<uint64_t>(length.value) - 1;
        const bool is_far = !length.fits || (stride != 0 && last > kFarAway / stride);
        const uint64_t before = is_far ? kFarAway : last * stride;
        extent->constant += before;
        // With terms the constant part may be negative, modulo 2^64.
        if (extent->terms.empty()) extent->constant = std::min(extent->constant, kFarAway);
      } else {
        extent->constant -= stride;
        extent->terms.push_back({length_id, stride});
      }
      return true;
    }
    case spv::Op::OpTypeRuntimeArray:
      *why = "a runtime array has no size";
      return false;
    default: {
      const uint32_t bytes = ScalarBytes(laid_out.type);
      if (bytes == 0) {
        *why = "a type has no size in memory";
        return false;
      }
      *extent = {bytes, {}};
      return true;
    }
  }
}

}  // namespace lacuna
