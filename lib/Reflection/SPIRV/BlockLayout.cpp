// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/SPIRV/BlockLayout.h"

#include <algorithm>
#include <limits>

namespace lacuna::reflection::spirv {

using spv::Decoration;
using spv::Op;
using Kind = Type::Kind;

namespace {

constexpr uint64_t kPointerBytes = 8;

bool MultiplyChecked(uint64_t a, uint64_t b, uint64_t* product) {
  if (a != 0 && b > std::numeric_limits<uint64_t>::max() / a) return false;
  *product = a * b;
  return true;
}

// `size` is below 2^64 - 16 wherever this is used; saturates otherwise.
uint64_t RoundUp16(uint64_t size) {
  return size > std::numeric_limits<uint64_t>::max() - 15 ? size : (size + 15) / 16 * 16;
}

}  // namespace

bool DescribeScalar(const Type& type, ScalarKind* kind, uint32_t* bits, ParameterType* parameter_type) {
  switch (type.kind) {
    case Kind::kBool:
      // A boolean has no size in SPIR-V; 32 bits are what D3D and GLSL give it.
      *kind = ScalarKind::kBool;
      *bits = 32;
      *parameter_type = ParameterType::kBool;
      return true;
    case Kind::kInt:
      *kind = type.is_signed ? ScalarKind::kSint : ScalarKind::kUint;
      *bits = type.width;
      *parameter_type = ParameterType::kInt32;
      return true;
    case Kind::kFloat:
      // Encoding 0 of the enumeration is BFloat16; the others are 8 bits wide.
      *kind =
          type.encoding == 0 ? ScalarKind::kFloat : (type.encoding == 1 ? ScalarKind::kBfloat : ScalarKind::kFloat8);
      *bits = type.width;
      *parameter_type = ParameterType::kSingle;
      return true;
    default:
      return false;
  }
}

uint32_t CountComponents(const Variable& variable) {
  constexpr uint64_t kMax = std::numeric_limits<uint32_t>::max();
  uint64_t each = 0;
  if (variable.parameter_class == ParameterClass::kStruct) {
    each = variable.columns;
  } else if (variable.parameter_class != ParameterClass::kObject) {
    each = uint64_t{variable.rows} * variable.columns;
  }
  const uint64_t count = std::max<uint64_t>(1, std::min(variable.elements, kMax));
  return static_cast<uint32_t>(std::min(kMax, std::min(each, kMax) * count));
}

bool BlockLayout::Describe(const Type& structure, bool constant_buffer, const std::string& name, Block* block) {
  constant_buffer_ = constant_buffer;
  block->type_name = context_.decorations.Name(structure.id);
  if (!context_.progress.TakeText(block->type_name.size())) return false;
  if (!DescribeMembers(structure, name, 0, &block->members, &block->size, &block->size_known)) return false;
  block->padded_size = RoundUp16(block->size);
  for (const Variable& member : block->members) {
    if (!member.dimensions.empty() && member.dimensions[0].known && member.dimensions[0].length == 0) {
      block->runtime_stride = member.dimensions[0].stride;
    }
  }
  return true;
}

bool BlockLayout::AddChecked(const Inst& inst, uint64_t a, uint64_t b, uint64_t* sum) {
  if (a > std::numeric_limits<uint64_t>::max() - b) {
    return context_.Fail(inst, "the size of the type is past 64 bits", "a structure that fits into memory");
  }
  *sum = a + b;
  return true;
}

void BlockLayout::NoteOnce(const Inst& inst, const std::string& text) {
  if (std::find(noted_.begin(), noted_.end(), inst.first) != noted_.end()) return;
  if (noted_.size() < 100) noted_.push_back(inst.first);
  context_.AddNote(inst, text);
}

bool BlockLayout::DescribeMembers(const Type& structure, const std::string& name, uint64_t base,
                                  std::vector<Variable>* members, uint64_t* size, bool* size_known) {
  const uint32_t count = structure.member_count();
  uint64_t end = 0;
  for (uint32_t i = 0; i < count; ++i) {
    Variable member;
    member.name = context_.decorations.MemberName(structure.id, i);
    if (member.name.empty()) member.name = "member" + std::to_string(i);
    if (!context_.progress.TakeRecord(member.name) || !context_.progress.TakePath(name.size() + member.name.size())) {
      return false;
    }
    const auto offset = context_.decorations.MemberValue(structure.id, i, Decoration::Offset);
    member.offset = offset.value_or(0);
    member.offset_missing = !offset;
    if (!AddChecked(*structure.inst, base, member.offset, &member.absolute_offset)) return false;
    if (!offset) {
      NoteOnce(*structure.inst,
               "members of structure %" + std::to_string(structure.id) + " have no Offset; they are taken to be at 0");
    }
    MatrixLayout matrix;
    matrix.row_major = context_.decorations.HasMember(structure.id, i, Decoration::RowMajor);
    matrix.stride = context_.decorations.MemberValue(structure.id, i, Decoration::MatrixStride).value_or(0);
    const uint32_t type_id = context_.table.Word(*structure.inst, 2 + i);
    const Type* type = context_.types.Find(type_id);
    // A pointer that was declared forward and then never.
    if (type == nullptr) {
      return context_.Fail(*structure.inst, "type %" + std::to_string(type_id) + " is not declared", "a pointer type");
    }
    const std::string path = name + "." + member.name;
    if (!DescribeType(*type, matrix, path, &member)) return false;
    if (member.scalar == ScalarKind::kPointer) {
      member.pointee_alignment =
          context_.decorations.MemberValue(structure.id, i, Decoration::Alignment).value_or(member.pointee_alignment);
    }
    uint64_t member_end = 0;
    if (!AddChecked(*structure.inst, member.offset, member.size, &member_end)) return false;
    end = std::max(end, member_end);
    *size_known = *size_known && member.size_known;
    members->push_back(std::move(member));
  }
  *size = end;
  MarkOverlaps(members);
  return true;
}

void BlockLayout::MarkOverlaps(std::vector<Variable>* members) {
  std::vector<size_t> order(members->size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return (*members)[a].offset < (*members)[b].offset; });
  uint64_t end = 0;
  for (size_t index : order) {
    Variable& member = (*members)[index];
    if (member.size != 0 && member.offset < end) member.overlaps = true;
    end = std::max(end, member.offset + member.size);
  }
}

bool BlockLayout::Dimensions(const Type* type, const std::string& name, std::vector<ArrayDimension>* dimensions,
                             const Type** element) {
  for (; type != nullptr && type->is_array(); type = context_.types.Component(*type)) {
    ArrayDimension dimension;
    dimension.stride = context_.decorations.Value(type->id, Decoration::ArrayStride).value_or(0);
    if (type->kind == Kind::kArray) {
      const Value length = context_.constants.Find(type->length_id);
      const std::string what = "the length of array %" + std::to_string(type->id);
      if (!length.known && !context_.constants.IsSpecialized(type->length_id)) {
        return context_.Fail(*type->inst, what + " is no constant that can be computed", "an integer constant");
      }
      if (length.known && (!length.is_integer || length.bits == 0 || (length.is_signed && length.Signed() < 0))) {
        const std::string text = length.is_signed ? std::to_string(length.Signed()) : std::to_string(length.bits);
        return context_.Fail(*type->inst, what + " is " + (length.is_integer ? text : "no integer"), "at least 1");
      }
      dimension.known = length.known;
      dimension.length = length.bits;
      if (!context_.constants.SpecIdsOf(type->length_id, &context_.progress, &dimension.spec_ids)) return false;
      for (uint32_t spec_id : dimension.spec_ids) {
        if (!context_.progress.TakeText(name.size())) return false;
        context_.sized.emplace_back(spec_id, name);
      }
      if (!length.known) {
        NoteOnce(*type->inst, what + " is an operation that is not understood; it counts as unknown");
      }
    }
    dimensions->push_back(std::move(dimension));
  }
  *element = type;
  return true;
}

bool BlockLayout::ArraySize(const Type& type, Variable* variable) {
  uint64_t size = variable->size, total = 1;
  for (size_t i = variable->dimensions.size(); i-- > 0;) {
    ArrayDimension& dimension = variable->dimensions[i];
    if (dimension.stride == 0) {
      NoteOnce(*type.inst, "array type %" + std::to_string(type.id) +
                               " has no ArrayStride; its elements are taken to follow each other");
      dimension.stride = size;
    }
    if (!dimension.known) variable->size_known = false;
    if (dimension.length == 0) {
      size = 0;
      total = 0;
      continue;
    }
    uint64_t before_last = 0;
    if (!MultiplyChecked(dimension.length - 1, dimension.stride, &before_last) ||
        !MultiplyChecked(total, dimension.length, &total)) {
      return context_.Fail(*type.inst, "the size of array %" + std::to_string(type.id) + " is past 64 bits",
                           "an array that fits into memory");
    }
    if (!AddChecked(*type.inst, before_last, size, &size)) return false;
  }
  variable->elements = total;
  variable->size = size;
  if (constant_buffer_) {
    variable->padded_size = RoundUp16(size);
  } else if (!MultiplyChecked(variable->dimensions[0].length, variable->dimensions[0].stride, &variable->padded_size)) {
    return context_.Fail(*type.inst, "the size of array %" + std::to_string(type.id) + " is past 64 bits",
                         "an array that fits into memory");
  }
  return true;
}

bool BlockLayout::DescribeType(const Type& type, const MatrixLayout& matrix, const std::string& name,
                               Variable* variable) {
  const Type* element = nullptr;
  if (!Dimensions(&type, name, &variable->dimensions, &element)) return false;
  if (element == nullptr) {
    return context_.Fail(*type.inst, "the elements of array %" + std::to_string(type.id) + " have no type");
  }
  if (!DescribeElement(*element, matrix, name, variable)) return false;
  variable->padded_size = variable->size;
  if (constant_buffer_ && variable->parameter_class == ParameterClass::kStruct) {
    variable->padded_size = RoundUp16(variable->size);
  }
  return variable->dimensions.empty() || ArraySize(type, variable);
}

bool BlockLayout::DescribeElement(const Type& type, const MatrixLayout& matrix, const std::string& name,
                                  Variable* variable) {
  variable->rows = variable->columns = 1;
  if (DescribeScalar(type, &variable->scalar, &variable->scalar_bits, &variable->parameter_type)) {
    variable->size = (variable->scalar_bits + 7) / 8;
    return true;
  }
  switch (type.kind) {
    case Kind::kVector: {
      const Type* component = context_.types.Component(type);
      variable->parameter_class = ParameterClass::kVector;
      variable->columns = type.count;
      if (!DescribeScalar(*component, &variable->scalar, &variable->scalar_bits, &variable->parameter_type)) {
        variable->scalar = ScalarKind::kPointer;
        variable->scalar_bits = kPointerBytes * 8;
      }
      variable->size = uint64_t{type.count} * ((variable->scalar_bits + 7) / 8);
      return true;
    }
    case Kind::kMatrix:
      return DescribeMatrix(type, matrix, variable);
    case Kind::kStruct: {
      variable->parameter_class = ParameterClass::kStruct;
      variable->scalar = ScalarKind::kStruct;
      variable->type_name = context_.decorations.Name(type.id);
      if (!context_.progress.TakeText(variable->type_name.size())) return false;
      if (!DescribeMembers(type, name, variable->absolute_offset, &variable->members, &variable->size,
                           &variable->size_known)) {
        return false;
      }
      uint64_t components = 0;
      for (const Variable& member : variable->members) components += CountComponents(member);
      variable->columns = static_cast<uint32_t>(std::min<uint64_t>(components, std::numeric_limits<uint32_t>::max()));
      return true;
    }
    case Kind::kPointer:
    case Kind::kUntypedPointer: {
      variable->scalar = ScalarKind::kPointer;
      variable->scalar_bits = kPointerBytes * 8;
      variable->size = kPointerBytes;
      variable->pointee_alignment = context_.decorations.Value(type.id, Decoration::Alignment).value_or(0);
      const Type* pointee = context_.types.Component(type);
      if (pointee != nullptr) variable->type_name = context_.decorations.Name(pointee->id);
      return context_.progress.TakeText(variable->type_name.size());
    }
    default:
      variable->parameter_class = ParameterClass::kObject;
      variable->scalar = ScalarKind::kOpaque;
      variable->rows = variable->columns = 0;
      return true;
  }
}

bool BlockLayout::DescribeMatrix(const Type& type, const MatrixLayout& matrix, Variable* variable) {
  const Type* column = context_.types.Component(type);
  const Type* scalar = context_.types.Component(*column);
  if (scalar == nullptr ||
      !DescribeScalar(*scalar, &variable->scalar, &variable->scalar_bits, &variable->parameter_type)) {
    return context_.Fail(*type.inst, "matrix %" + std::to_string(type.id) + " is not made of numbers");
  }
  // Front ends of HLSL turn a floatRxC into R columns of C components, so that
  // the row of the source is SPIR-V's column, and majorities swap names.
  variable->parameter_class = ParameterClass::kMatrix;
  variable->rows = type.count;
  variable->columns = column->count;
  variable->spirv_row_major = matrix.row_major;
  variable->majority = matrix.row_major ? MatrixMajority::kColumn : MatrixMajority::kRow;
  const uint64_t vectors = matrix.row_major ? column->count : type.count;
  const uint64_t vector_bytes =
      uint64_t{matrix.row_major ? type.count : column->count} * ((variable->scalar_bits + 7) / 8);
  variable->matrix_stride = matrix.stride;
  if (variable->matrix_stride == 0) {
    NoteOnce(*type.inst, "a matrix of type %" + std::to_string(type.id) +
                             " has no MatrixStride; its vectors are taken to follow each other");
    variable->matrix_stride = vector_bytes;
  }
  // At most 1024 vectors and a stride of 32 bits.
  variable->size = (vectors - 1) * variable->matrix_stride + vector_bytes;
  return true;
}

}  // namespace lacuna::reflection::spirv
