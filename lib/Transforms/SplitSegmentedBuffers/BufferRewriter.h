// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SPLITSEGMENTEDBUFFERS_BUFFERREWRITER_H_
#define LACUNA_SPLITSEGMENTEDBUFFERS_BUFFERREWRITER_H_

#include <map>
#include <optional>
#include <vector>

#include "Transforms/SplitSegmentedBuffers/HelperTable.h"
#include "Transforms/SplitSegmentedBuffers/SegmentPlan.h"
#include "Transforms/SplitSegmentedBuffers/SiteCode.h"

namespace lacuna {

// Rewrites the accesses to segmented storage buffers.
//
// A value is taken apart into scalars, and those into units: 32- and 64-bit
// scalars into words of 32 bits, narrower ones into themselves, so that no store
// ever touches a neighbour's bytes. Neighbouring units of a vector that lie in
// one aligned line of 8 or 16 bytes are found together, and the segment's
// `multiple` says so; everything else is found unit by unit. Atomics use a view
// of their own width and, where they compute with floats, type.
class BufferRewriter {
 public:
  BufferRewriter(ModuleBuilder* module, const AccessPaths& paths, const DecorationTable& decorations,
                 const SplitSegmentedBuffersOptions& options, const SegmentPlan& plan, PieceViews* views,
                 AccessEmitter* emitter, HelperTable* helpers)
      : module_(module),
        paths_(paths),
        decorations_(decorations),
        options_(options),
        plan_(plan),
        views_(views),
        emitter_(emitter),
        helpers_(helpers) {}

  void Rewrite(Segment* segment, const AccessSite& site);

 private:
  // One run of neighbouring scalars of a value.
  struct Run {
    uint32_t element_type;  // of the view
    uint32_t unit;          // bytes
    uint32_t count;         // units
    uint64_t offset;        // bytes from the value's start
  };
  struct Part {
    LaidOutType type;
    uint64_t offset = 0;
  };

  uint32_t Load(const LaidOutType& type, uint64_t offset);
  uint32_t LoadCarried();
  void StoreConverted();
  void Store(const LaidOutType& type, uint64_t offset, uint32_t value);
  uint32_t Atomic();
  uint32_t ArrayLength();

  Run RunOf(uint32_t scalar_type, uint32_t count, uint64_t offset);
  // Numbers, and vectors of up to 16 bytes without gaps, are one run; everything
  // else is its parts, of which PartsOf returns the places: bytes from the
  // value's start, on top of `offset`.
  std::optional<Run> WholeRun(const LaidOutType& type, uint64_t offset);
  std::vector<Part> PartsOf(const LaidOutType& type, uint64_t offset) const;
  // The type of a run's units together: an element, or a vector of them.
  uint32_t ValueType(const Run& run) {
    return run.count == 1 ? run.element_type : module_->VectorType(run.element_type, run.count);
  }
  // The pieces of a run that one access each can take: their counts of units.
  std::vector<uint32_t> Cut(const Run& run);
  UnitAccess MakeAccess(UnitAccess::Kind kind, const Run& run, uint32_t components);
  std::vector<uint32_t> LoadUnits(const Run& run);
  void StoreUnits(const Run& run, const std::vector<uint32_t>& units);
  UnitArithmetic::Place PlaceOf(UnitArithmetic::Form form, uint32_t unit, uint64_t offset);
  uint32_t Perform(const UnitAccess& access, uint64_t offset, const std::vector<uint32_t>& values);

  std::vector<opt::Operand> MemoryOperands(uint32_t first, uint32_t unit) const;
  MemoryQualifiers QualifiersOf(const AccessSite& site) const;
  bool MustBeInline() const;
  uint32_t NarrowScalar(uint32_t type, uint32_t bytes) const;
  CodeBuilder At() { return code_->At(); }

  ModuleBuilder* module_;
  const AccessPaths& paths_;
  const DecorationTable& decorations_;
  const SplitSegmentedBuffersOptions& options_;
  const SegmentPlan& plan_;
  PieceViews* views_;
  AccessEmitter* emitter_;
  HelperTable* helpers_;

  // Of the access that is being rewritten.
  Segment* segment_ = nullptr;
  const AccessSite* site_ = nullptr;
  SiteCode* code_ = nullptr;
  DescriptorElement element_;
  MemoryQualifiers qualifiers_;
  uint32_t carrier_type_ = 0;  // of loads; 0 for none
  std::map<std::pair<UnitArithmetic::Form, uint32_t>, UnitArithmetic::Sum> sums_;
};

}  // namespace lacuna

#endif  // LACUNA_SPLITSEGMENTEDBUFFERS_BUFFERREWRITER_H_
