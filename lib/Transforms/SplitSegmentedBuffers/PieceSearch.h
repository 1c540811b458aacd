// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SPLITSEGMENTEDBUFFERS_PIECESEARCH_H_
#define LACUNA_SPLITSEGMENTEDBUFFERS_PIECESEARCH_H_

#include <cstdint>
#include <functional>

#include "Transforms/SplitSegmentedBuffers/CodeRegion.h"
#include "Transforms/SplitSegmentedBuffers/UnitArithmetic.h"

namespace lacuna {

// How the piece that holds a place is looked for, with constant piece numbers:
//
//   if (place < n0) { in piece 0 } else { place -= n0; if (place < n1) ... }
struct PieceSearch {
  UnitArithmetic arithmetic;
  uint32_t pieces;
  uint32_t result_type;  // of what is found; 0 for none
  // Emits the number of units in a piece, a uint.
  std::function<uint32_t(uint32_t piece, CodeBuilder* at)> count;
  // Emits what happens in a piece, `index` units (a uint) behind its start;
  // `count` is what the former gave for it.
  std::function<uint32_t(uint32_t piece, uint32_t index, uint32_t count)> access;
  // Emits what happens behind the last piece.
  CodeRegion::Body nowhere;
};

// Emits the search at the region's end and returns what is found.
uint32_t SearchPieces(const PieceSearch& search, const UnitArithmetic::Place& place, CodeRegion* region);

}  // namespace lacuna

#endif  // LACUNA_SPLITSEGMENTEDBUFFERS_PIECESEARCH_H_
