// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interface/PushConstantExtent.h"

#include <algorithm>
#include <limits>

#include "spirv/unified1/spirv.hpp11"

namespace lacuna {

namespace {

// Types nest no deeper in a valid module; the bound is for the other ones.
constexpr int kMaxDepth = 255;

// Larger sizes are no sizes of push constants, and could overflow.
constexpr uint64_t kMaxSize = std::numeric_limits<uint32_t>::max();

std::optional<uint64_t> IfPossible(uint64_t size) {
  if (size > kMaxSize) return std::nullopt;
  return size;
}

std::optional<uint64_t> Fold(spv::Op opcode, uint64_t a, uint64_t b) {
  switch (opcode) {
    case spv::Op::OpIAdd:
      return (a + b) & 0xFFFFFFFF;
    case spv::Op::OpISub:
      return (a - b) & 0xFFFFFFFF;
    case spv::Op::OpIMul:
      return (a * b) & 0xFFFFFFFF;
    case spv::Op::OpUDiv:
      if (b) return a / b;
      break;
    case spv::Op::OpUMod:
      if (b) return a % b;
      break;
    case spv::Op::OpShiftLeftLogical:
      if (b < 32) return (a << b) & 0xFFFFFFFF;
      break;
    case spv::Op::OpShiftRightLogical:
      if (b < 32) return a >> b;
      break;
    case spv::Op::OpBitwiseAnd:
      return a & b;
    case spv::Op::OpBitwiseOr:
      return a | b;
    default:
      break;
  }
  return std::nullopt;
}

}  // namespace

void PushConstantExtent::Visit(const spv_parsed_instruction_t& instruction) {
  const uint32_t* words = instruction.words;
  const size_t count = instruction.num_words;
  switch (static_cast<spv::Op>(instruction.opcode)) {
    case spv::Op::OpDecorate:
      if (count > 3 && words[2] == static_cast<uint32_t>(spv::Decoration::ArrayStride))
        array_strides_[words[1]] = words[3];
      break;
    case spv::Op::OpMemberDecorate: {
      const Member member(words[1], words[2]);
      const auto decoration = static_cast<spv::Decoration>(words[3]);
      if (count > 4 && decoration == spv::Decoration::Offset) offsets_[member] = words[4];
      if (count > 4 && decoration == spv::Decoration::MatrixStride) matrix_strides_[member] = words[4];
      if (decoration == spv::Decoration::RowMajor) row_major_[member] = true;
      break;
    }
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypeMatrix:
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeStruct:
    case spv::Op::OpTypePointer:
      types_[instruction.result_id] = {instruction.opcode, std::vector<uint32_t>(words + 2, words + count)};
      // Found once, when the struct is defined: types that share members could
      // otherwise be walked exponentially often.
      if (const auto end = StructEnd(instruction.result_id)) struct_ends_[instruction.result_id] = *end;
      break;
    case spv::Op::OpConstant:
    case spv::Op::OpSpecConstant:
    case spv::Op::OpSpecConstantOp:
      VisitConstant(instruction);
      break;
    case spv::Op::OpVariable:
      if (words[3] == static_cast<uint32_t>(spv::StorageClass::PushConstant)) {
        push_constant_pointers_.push_back(instruction.type_id);
      }
      break;
    default:
      break;
  }
}

void PushConstantExtent::VisitConstant(const spv_parsed_instruction_t& instruction) {
  const auto type = types_.find(instruction.type_id);
  if (type == types_.end() || type->second.opcode != static_cast<uint16_t>(spv::Op::OpTypeInt)) return;
  const uint32_t* words = instruction.words;
  if (static_cast<spv::Op>(instruction.opcode) != spv::Op::OpSpecConstantOp) {
    const uint64_t high = instruction.num_words > 4 ? words[4] : 0;
    constants_[instruction.result_id] = high << 32 | words[3];
    return;
  }
  if (instruction.num_words != 6) return;
  const auto a = constants_.find(words[4]), b = constants_.find(words[5]);
  if (a == constants_.end() || b == constants_.end()) return;
  const auto folded = Fold(static_cast<spv::Op>(words[3]), a->second, b->second);
  if (folded) constants_[instruction.result_id] = *folded;
}

// The bytes from a value's start to the end of its last component.
std::optional<uint64_t> PushConstantExtent::SizeOf(uint32_t id, uint32_t matrix_stride, bool row_major,
                                                   int depth) const {
  const auto found = types_.find(id);
  if (found == types_.end() || depth > kMaxDepth) return std::nullopt;
  const Type& type = found->second;
  switch (static_cast<spv::Op>(type.opcode)) {
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
      return type.operands[0] / 8;
    case spv::Op::OpTypePointer:
      return 8;  // only physical addresses stand in blocks
    case spv::Op::OpTypeVector: {
      const auto component = SizeOf(type.operands[0], 0, false, depth + 1);
      if (!component) return std::nullopt;
      return IfPossible(*component * type.operands[1]);
    }
    case spv::Op::OpTypeMatrix:
      return MatrixSize(type, matrix_stride, row_major);
    case spv::Op::OpTypeArray:
      return ArraySize(id, type, matrix_stride, row_major, depth);
    case spv::Op::OpTypeStruct: {
      const auto end = struct_ends_.find(id);
      if (end == struct_ends_.end()) return std::nullopt;
      return end->second;
    }
    default:
      return std::nullopt;
  }
}

std::optional<uint64_t> PushConstantExtent::MatrixSize(const Type& type, uint32_t matrix_stride, bool row_major) const {
  const auto column = types_.find(type.operands[0]);
  if (column == types_.end() || column->second.opcode != static_cast<uint16_t>(spv::Op::OpTypeVector))
    return std::nullopt;
  const auto component = SizeOf(column->second.operands[0], 0, false, 0);
  const uint64_t columns = type.operands[1], rows = column->second.operands[1];
  const uint64_t vectors = row_major ? rows : columns, width = row_major ? columns : rows;
  if (!component || *component > sizeof(uint64_t) || vectors == 0) return std::nullopt;
  const auto before_last = IfPossible((vectors - 1) * matrix_stride);
  if (!before_last) return std::nullopt;
  return IfPossible(*before_last + width * *component);
}

std::optional<uint64_t> PushConstantExtent::ArraySize(uint32_t id, const Type& type, uint32_t matrix_stride,
                                                      bool row_major, int depth) const {
  const auto length = constants_.find(type.operands[1]);
  const auto stride = array_strides_.find(id);
  const auto element = SizeOf(type.operands[0], matrix_stride, row_major, depth + 1);
  if (length == constants_.end() || stride == array_strides_.end() || !element || length->second == 0 ||
      length->second > kMaxSize) {
    return std::nullopt;
  }
  const auto before_last = IfPossible((length->second - 1) * stride->second);
  if (!before_last) return std::nullopt;
  return IfPossible(*before_last + *element);
}

// The end of a struct's last byte that a member has; nothing for other types.
std::optional<uint64_t> PushConstantExtent::StructEnd(uint32_t id) const {
  const auto found = types_.find(id);
  if (found == types_.end() || found->second.opcode != static_cast<uint16_t>(spv::Op::OpTypeStruct))
    return std::nullopt;
  uint64_t end = 0;
  for (uint32_t i = 0; i < found->second.operands.size(); ++i) {
    const Member member(id, i);
    const auto offset = offsets_.find(member);
    const auto stride = matrix_strides_.find(member);
    const auto size = SizeOf(found->second.operands[i], stride == matrix_strides_.end() ? 0 : stride->second,
                             row_major_.count(member) != 0, 0);
    if (offset == offsets_.end() || !size) return std::nullopt;
    end = std::max(end, offset->second + *size);
  }
  return IfPossible(end);
}

std::optional<InterfaceMap::PushConstantRange> PushConstantExtent::Range() const {
  uint64_t begin = std::numeric_limits<uint64_t>::max(), end = 0;
  for (uint32_t pointer : push_constant_pointers_) {
    const auto type = types_.find(pointer);
    if (type == types_.end() || type->second.opcode != static_cast<uint16_t>(spv::Op::OpTypePointer))
      return std::nullopt;
    const uint32_t block = type->second.operands[1];
    const auto block_end = struct_ends_.find(block);
    if (block_end == struct_ends_.end()) return std::nullopt;
    end = std::max(end, block_end->second);
    for (auto member = offsets_.lower_bound({block, 0}); member != offsets_.end() && member->first.first == block;
         ++member) {
      begin = std::min<uint64_t>(begin, member->second);
    }
  }
  if (begin >= end) return std::nullopt;
  return InterfaceMap::PushConstantRange{static_cast<uint32_t>(begin), static_cast<uint32_t>(end - begin)};
}

}  // namespace lacuna
