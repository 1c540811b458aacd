// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/SplitSegmentedBuffers/PieceSearch.h"

namespace lacuna {

namespace {

uint32_t SearchFrom(const PieceSearch& search, uint32_t piece, const UnitArithmetic::Place& place, CodeRegion* region) {
  CodeBuilder at = region->At();
  const uint32_t count = search.count(piece, &at);
  const uint32_t is_here = search.arithmetic.IsBelow(place, count, &at);
  return region->If(
      is_here, search.result_type,
      [&] {
        CodeBuilder inside = region->At();
        return search.access(piece, search.arithmetic.Low(place, &inside), count);
      },
      [&] {
        if (piece + 1 == search.pieces) return search.nowhere();
        CodeBuilder behind = region->At();
        return SearchFrom(search, piece + 1, search.arithmetic.Minus(place, count, &behind), region);
      });
}

}  // namespace

uint32_t SearchPieces(const PieceSearch& search, const UnitArithmetic::Place& place, CodeRegion* region) {
  return SearchFrom(search, 0, place, region);
}

}  // namespace lacuna
