// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_ACCESSPATH_H_
#define LACUNA_ANALYSIS_ACCESSPATH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "Analysis/DescriptorTable.h"
#include "Analysis/TypeLayout.h"

namespace lacuna {

// What a pointer into a descriptor points to, in bytes.
//
// The pointer stands `offset` bytes into the memory of one element of
// `descriptor`, or behind another pointer, where every term's index counts as a
// signed number of its own width. Constant indices are folded into the constant
// part.
struct AccessPath {
  // Null if the path begins at a pointer whose own origin is not one variable.
  const Descriptor* descriptor = nullptr;
  // The id of the variable, or of the pointer where the path begins.
  uint32_t root = 0;

  // The descriptor's element: one index id per dimension that the pointer has
  // indexed, outermost first. Fewer than the dimensions: the pointer is to an
  // array of descriptors and has no offset.
  std::vector<uint32_t> element;

  ByteCount offset;

  // The offset is a sum of signed numbers, modulo 2^64: OpPtrAccessChain may go
  // back from where its base stands, or the path begins at a pointer. Otherwise
  // no part of the sum is negative in an access that is in range.
  bool is_signed = false;

  // A constant index is negative, or the constant part passes 2^63: no byte of
  // any buffer is there. `offset` then means nothing. Not set if is_signed.
  bool outside = false;

  LaidOutType pointee;

  // The instructions between the variable and the pointer, in order: access
  // chains and copies. The last one is the pointer's own, if any.
  std::vector<Instruction*> chain;

  bool whole_array() const { return descriptor != nullptr && element.size() < descriptor->dimensions.size(); }
};

// Computes access paths.
class AccessPaths {
 public:
  AccessPaths(IRContext* context, const DecorationTable& decorations, const DescriptorTable& descriptors)
      : context_(context), decorations_(decorations), descriptors_(descriptors), layout_(context, decorations) {}

  // Follows the pointer `pointer_id` to its variable through OpAccessChain,
  // OpInBoundsAccessChain, OpPtrAccessChain, OpInBoundsPtrAccessChain and
  // OpCopyObject. Returns false with one reason in *why for every other origin
  // (a phi, a select, a parameter, a loaded pointer, ...): nothing is guessed.
  bool Trace(uint32_t pointer_id, AccessPath* path, std::string* why) const;

  // The same, but a path may begin at a pointer of another origin: then it has
  // no descriptor, `root` is that pointer, and the layout that a matrix or a
  // strided vector gets from its struct member is not known.
  bool TraceToRoot(uint32_t pointer_id, AccessPath* path, std::string* why) const;

  const TypeLayout& layout() const { return layout_; }

 private:
  bool Walk(AccessPath* path, const Instruction& link, std::string* why) const;
  bool Index(AccessPath* path, uint32_t index_id, std::string* why) const;
  void AddTerm(AccessPath* path, uint32_t index_id, uint64_t stride) const;

  IRContext* context_;
  const DecorationTable& decorations_;
  const DescriptorTable& descriptors_;
  TypeLayout layout_;
};

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_ACCESSPATH_H_
