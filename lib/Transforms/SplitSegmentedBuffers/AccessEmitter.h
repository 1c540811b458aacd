// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SPLITSEGMENTEDBUFFERS_ACCESSEMITTER_H_
#define LACUNA_SPLITSEGMENTEDBUFFERS_ACCESSEMITTER_H_

#include <cstdint>
#include <vector>

#include "Transforms/SplitSegmentedBuffers/CodeRegion.h"
#include "Transforms/SplitSegmentedBuffers/PieceViews.h"
#include "Transforms/SplitSegmentedBuffers/UnitArithmetic.h"

namespace lacuna {

// How the piece that has a unit is found.
struct SearchRule {
  UnitArithmetic::Form form = UnitArithmetic::Form::kNarrow;
  uint32_t piece_bytes = 0;  // of all pieces but the last; 0: measured
  bool is_dynamic = false;   // by a computed index, not by branches
};

// One load, store or atomic on `components` neighbouring units of a view, all of
// which are in one piece if the first one is in any piece but the last.
struct UnitAccess {
  enum class Kind { kLoad, kStore, kAtomic };
  Kind kind = Kind::kLoad;
  PieceView* view = nullptr;
  SearchRule rule;
  uint32_t components = 1;

  // Of a load or store: its memory operands. Of an atomic: its operands behind
  // the pointer, an id of 0 standing for the next value.
  std::vector<opt::Operand> operands;

  // Of a load: the type that what is loaded is converted to before anything else
  // is done with it, where the module may not compute with its own; else 0.
  uint32_t carrier_type = 0;

  // Of an atomic: what it is, the types of its result (0 for none) and values,
  // and whether a dropped one must still order memory.
  spv::Op atomic = spv::Op::OpNop;
  uint32_t atomic_type = 0;
  std::vector<uint32_t> atomic_value_types;
  bool orders_memory = false;
};

// The type that the access gives (0 for none): a scalar, or a vector for
// several components, as is the single value of a store.
uint32_t ResultType(ModuleBuilder* module, const UnitAccess& access);
std::vector<uint32_t> ValueTypes(ModuleBuilder* module, const UnitAccess& access);

// Emits accesses into a region. Loads past the last piece give 0, and stores and
// atomics there do nothing.
class AccessEmitter {
 public:
  AccessEmitter(ModuleBuilder* module, PieceViews* views) : module_(module), views_(views) {}

  uint32_t Emit(const UnitAccess& access, const DescriptorElement& element, const UnitArithmetic::Place& place,
                const std::vector<uint32_t>& values, CodeRegion* region);

  // How many elements a runtime array at byte `offset` with `stride` has.
  uint32_t EmitLength(const PieceView& view, const SearchRule& rule, uint64_t offset, uint64_t stride,
                      const DescriptorElement& element, CodeBuilder* at);

 private:
  struct Request;
  uint32_t Search(const Request& request);
  void Divide(uint32_t place, uint32_t units, uint32_t* quotient, uint32_t* remainder, CodeBuilder* at);
  uint32_t EqualPieces(const Request& request);
  uint32_t ComputedPiece(const Request& request);
  uint32_t InPiece(const Request& request, uint32_t piece, uint32_t index);
  uint32_t InLastPiece(const Request& request, uint32_t piece, uint32_t index, uint32_t count);
  uint32_t Component(const Request& request, uint32_t piece, uint32_t index, uint32_t component);
  uint32_t Nowhere(const Request& request);
  uint32_t Units(const PieceView& view, const DescriptorElement& element, uint32_t piece, CodeBuilder* at);

  ModuleBuilder* module_;
  PieceViews* views_;
};

}  // namespace lacuna

#endif  // LACUNA_SPLITSEGMENTEDBUFFERS_ACCESSEMITTER_H_
