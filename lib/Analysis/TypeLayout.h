// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_TYPELAYOUT_H_
#define LACUNA_ANALYSIS_TYPELAYOUT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "Analysis/DecorationTable.h"
#include "Support/SpirvToolsCompat.h"

namespace lacuna {

// An amount of bytes: constant + the sum of (value of id) x stride.
struct ByteCount {
  struct Term {
    uint32_t id;      // an integer id
    uint64_t stride;  // bytes
  };
  uint64_t constant = 0;
  std::vector<Term> terms;
};

// A type as it lies in a buffer. What a matrix's or vector's own type does not
// say comes from the struct member that holds it (SPIR-V specification,
// decorations MatrixStride, RowMajor, ColMajor).
struct LaidOutType {
  uint32_t type = 0;
  uint32_t matrix_stride = 0;     // bytes; of the enclosing member, 0 if none
  bool row_major = false;         // of the enclosing member
  uint32_t component_stride = 0;  // bytes between a vector's components; 0: adjacent
};

// Sizes and offsets of explicitly laid out types, by their decorations alone:
// Offset, ArrayStride, MatrixStride, RowMajor and ColMajor.
class TypeLayout {
 public:
  TypeLayout(IRContext* context, const DecorationTable& decorations) : context_(context), decorations_(decorations) {}

  // From the first byte of `type` to the end of the last byte that a load of it
  // reads. An array sized by a specialization constant n adds the term
  // (n, stride) and takes one stride off the constant part, which is then
  // meant modulo 2^64. Returns false and says in *why what is missing: a
  // runtime array has no extent, a type without layout decorations neither.
  bool Extent(const LaidOutType& type, ByteCount* extent, std::string* why) const;

  // The bytes of one scalar: numbers, and 8 for physical pointers; 0 otherwise.
  uint32_t ScalarBytes(uint32_t type) const;

  // Goes from a composite to its part. `index` is the constant index of a
  // struct member and is not read for other types. *stride is set to the
  // distance of neighbouring parts, or for a member, with *offset, to 0 and its
  // offset. Returns false and a reason if the layout is not stated.
  bool Part(const LaidOutType& composite, uint64_t index, LaidOutType* part, uint64_t* offset, uint64_t* stride,
            std::string* why) const;

 private:
  IRContext* context_;
  const DecorationTable& decorations_;
};

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_TYPELAYOUT_H_
