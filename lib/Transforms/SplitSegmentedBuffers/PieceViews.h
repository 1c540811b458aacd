// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SPLITSEGMENTEDBUFFERS_PIECEVIEWS_H_
#define LACUNA_SPLITSEGMENTEDBUFFERS_PIECEVIEWS_H_

#include <cstdint>
#include <map>
#include <vector>

#include "Analysis/DescriptorTable.h"
#include "Support/CodeBuilder.h"

namespace lacuna {

// A variable that stands for all pieces of a storage buffer as arrays of one
// scalar type: struct { T units[]; }, in an array with `pieces` descriptors for
// each one of the original. Every piece begins at its first byte, so all have
// one type, whatever the original block had in front of its array.
struct PieceView {
  uint32_t variable = 0;
  uint32_t block = 0;         // the struct type
  uint32_t element_type = 0;  // T
  uint32_t unit = 0;          // bytes of T
  uint32_t pieces = 0;
  const Descriptor* shape = nullptr;  // a descriptor with the same dimensions
  bool is_written = false;
  uint64_t order = 0;
};

// What the declaration of a memory object says of every access through it.
struct MemoryQualifiers {
  bool is_coherent = false, is_volatile = false;
};

// Where in an array of descriptors an access goes: one uint per dimension.
struct DescriptorElement {
  std::vector<uint32_t> indices;
  bool non_uniform = false;
};

// Makes the views, each when it is first asked for. Variables of one binding
// share those that do not differ.
class PieceViews {
 public:
  explicit PieceViews(ModuleBuilder* module) : module_(module) {}

  PieceView* For(const Descriptor& descriptor, uint32_t pieces, uint32_t element_type, uint32_t unit,
                 const MemoryQualifiers& qualifiers);

  // A pointer to the block of piece `piece`, a uint.
  uint32_t BlockPointer(const PieceView& view, const DescriptorElement& element, uint32_t piece, CodeBuilder* at);
  // A pointer to one unit of that piece.
  uint32_t UnitPointer(const PieceView& view, const DescriptorElement& element, uint32_t piece, uint32_t index,
                       CodeBuilder* at);

  // The first view that was made for the variable's binding and shape, or 0.
  uint32_t FirstVariableFor(const Descriptor& descriptor) const;

  // Once all accesses are there: says which views are not written to, and which
  // alias each other or something else.
  void Decorate(const DecorationTable& decorations, const std::vector<const Descriptor*>& originals);

 private:
  uint32_t BlockType(spv::StorageClass storage_class, uint32_t element_type, uint32_t unit);
  std::vector<uint32_t> Path(const PieceView& view, const DescriptorElement& element, uint32_t piece, CodeBuilder* at);

  ModuleBuilder* module_;
  std::map<std::pair<uint32_t, spv::StorageClass>, uint32_t> blocks_;
  std::map<std::vector<uint32_t>, PieceView> views_;
};

// The type of an array with the dimensions of `shape` and `factor` times as
// many elements in the innermost one.
uint32_t MultipliedArrayType(ModuleBuilder* module, uint32_t element_type, const Descriptor& shape, uint32_t factor);

// The index in the innermost dimension of piece `piece` of the descriptor at
// `element`: k * pieces + piece.
DescriptorElement PieceElement(ModuleBuilder* module, const DescriptorElement& element, uint32_t pieces, uint32_t piece,
                               CodeBuilder* at);

}  // namespace lacuna

#endif  // LACUNA_SPLITSEGMENTEDBUFFERS_PIECEVIEWS_H_
