// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_SPIRV_BLOCKLAYOUT_H_
#define LACUNA_REFLECTION_SPIRV_BLOCKLAYOUT_H_

#include <string>
#include <vector>

#include "Reflection/SPIRV/Context.h"

namespace lacuna::reflection::spirv {

// Describes memory by the decorations of the module: offsets, strides, and sizes
// that follow from them. All functions return false after a failure.
class BlockLayout {
 public:
  explicit BlockLayout(Context* context) : context_(*context) {}

  // A block of a buffer. `constant_buffer` says how sizes are padded. `name` is
  // what notes and specialization constants call it.
  bool Describe(const Type& structure, bool constant_buffer, const std::string& name, Block* block);

  // The dimensions of an array type, outermost first, and what its elements
  // are; no dimensions for any other type. `name` as above.
  bool Dimensions(const Type* type, const std::string& name, std::vector<ArrayDimension>* dimensions,
                  const Type** element);

 private:
  // How the enclosing structure says that a matrix in it lies.
  struct MatrixLayout {
    bool row_major = false;
    uint64_t stride = 0;
  };

  bool DescribeMembers(const Type& structure, const std::string& name, uint64_t base, std::vector<Variable>* members,
                       uint64_t* size, bool* size_known);
  bool DescribeType(const Type& type, const MatrixLayout& matrix, const std::string& name, Variable* variable);
  bool DescribeElement(const Type& type, const MatrixLayout& matrix, const std::string& name, Variable* variable);
  bool DescribeMatrix(const Type& type, const MatrixLayout& matrix, Variable* variable);
  bool AddChecked(const Inst& inst, uint64_t a, uint64_t b, uint64_t* sum);
  bool ArraySize(const Type& type, Variable* variable);
  void MarkOverlaps(std::vector<Variable>* members);
  void NoteOnce(const Inst& inst, const std::string& text);

  Context& context_;
  bool constant_buffer_ = false;
  std::vector<uint32_t> noted_;
};

// What a scalar type is in the model's terms. False for anything else.
bool DescribeScalar(const Type& type, ScalarKind* kind, uint32_t* bits, ParameterType* parameter_type);

// All scalar components of a variable or its members, at most UINT32_MAX.
uint32_t CountComponents(const Variable& variable);

}  // namespace lacuna::reflection::spirv

#endif  // LACUNA_REFLECTION_SPIRV_BLOCKLAYOUT_H_
