// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SPLITSEGMENTEDBUFFERS_UNITARITHMETIC_H_
#define LACUNA_SPLITSEGMENTEDBUFFERS_UNITARITHMETIC_H_

#include <cstdint>
#include <vector>

#include "Analysis/TypeLayout.h"
#include "Support/CodeBuilder.h"

namespace lacuna {

// Emits the arithmetic on places in a logical buffer. A place is a number of
// units (the bytes of a view's element) from the buffer's start. A place that
// the form cannot hold, and one at a negative index, becomes the place far
// away: the largest number there is, which is behind every buffer. No place
// ever wraps around.
class UnitArithmetic {
 public:
  enum class Form {
    kNarrow,  // a uint; all pieces together have fewer than 2^32 units
    kLong,    // a 64-bit uint
    kPair,    // two uints, the low one first: 64 bits without 64-bit integers
  };
  // The ids that hold a place: one or two.
  using Place = std::vector<uint32_t>;

  UnitArithmetic(ModuleBuilder* module, Form form) : module_(module), form_(form) {}

  Form form() const { return form_; }

  // The types of a place's ids.
  std::vector<uint32_t> PartTypes() const;

  // A sum of (value of an index) x stride, in units.
  struct Sum {
    std::vector<ByteCount::Term> terms;  // strides in units; indices as uints
    Place value;                         // empty for no terms
    uint32_t in_reach = 0;               // bool; 0: always
  };
  // `terms` have strides that are multiples of `unit` bytes.
  Sum Scale(const std::vector<ByteCount::Term>& terms, uint32_t unit, CodeBuilder* at) const;

  // The place `constant` units behind `sum`.
  Place At(const Sum& sum, uint64_t constant, CodeBuilder* at) const;

  // The place of a byte offset that is given exactly in two words and is a
  // multiple of `unit`, moved on by `constant` units. An offset past 2^63 is
  // negative.
  Place FromBytes(uint32_t low, uint32_t high, uint32_t unit, uint64_t constant, CodeBuilder* at) const;

  // place < count, for a uint count.
  uint32_t IsBelow(const Place& place, uint32_t count, CodeBuilder* at) const;
  // place - count; only for places that are not below.
  Place Minus(const Place& place, uint32_t count, CodeBuilder* at) const;
  Place Select(uint32_t condition, const Place& a, const Place& b, CodeBuilder* at) const;
  // The place as a uint: of one that is below a uint.
  uint32_t Low(const Place& place, CodeBuilder* at) const;

 private:
  Place Constant(uint64_t value) const;
  Place FarAway() const { return Constant(~uint64_t{0}); }
  Place Guarded(const Place& place, uint32_t in_reach, CodeBuilder* at) const;
  // Makes an index a uint; *in_reach also says whether it is at most `most`.
  uint32_t Index(uint32_t id, uint64_t most, uint32_t* in_reach, CodeBuilder* at) const;
  // The same for a 64-bit uint.
  uint32_t LongIndex(uint32_t id, uint64_t most, uint32_t* in_reach, CodeBuilder* at) const;
  Place Add(const Place& a, const Place& b, CodeBuilder* at) const;
  Place Multiply(uint32_t index, uint64_t factor, CodeBuilder* at) const;
  uint32_t Extract(uint32_t pair, uint32_t member, CodeBuilder* at) const;

  ModuleBuilder* module_;
  Form form_;
};

}  // namespace lacuna

#endif  // LACUNA_SPLITSEGMENTEDBUFFERS_UNITARITHMETIC_H_
