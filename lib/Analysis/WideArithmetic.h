// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_WIDEARITHMETIC_H_
#define LACUNA_ANALYSIS_WIDEARITHMETIC_H_

#include <cstdint>

#include "Analysis/TypeLayout.h"
#include "Support/CodeBuilder.h"

namespace lacuna {

// Emits 64-bit arithmetic on byte offsets without 64-bit integers.
class WideArithmetic {
 public:
  // A 64-bit number in two words, right only if the bool `is_exact`, where
  // there is one, holds: otherwise it is far from any place in a buffer.
  struct Number {
    uint32_t low, high;
    uint32_t is_exact = 0;
  };

  explicit WideArithmetic(ModuleBuilder* module) : module_(module) {}

  Number Constant(uint64_t value) const;
  Number Add(const Number& a, const Number& b, CodeBuilder* at) const;
  // A signed index times a stride, which is below 2^31 bytes.
  Number Product(uint32_t index, uint64_t stride, CodeBuilder* at) const;
  // base + offset, of signed indices, modulo 2^64.
  Number Offset(const Number& base, const ByteCount& offset, CodeBuilder* at) const;

 private:
  ModuleBuilder* module_;
};

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_WIDEARITHMETIC_H_
