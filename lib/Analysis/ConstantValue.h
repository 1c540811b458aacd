// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_CONSTANTVALUE_H_
#define LACUNA_ANALYSIS_CONSTANTVALUE_H_

#include <cstdint>

#include "Support/SpirvToolsCompat.h"

namespace lacuna {

// What is known of an integer id at the time the pass runs.
struct ConstantValue {
  bool known = false;     // `value` is the value, or a specialization constant's default
  bool is_plain = false;  // known, and cannot be specialized
  int64_t value = 0;      // extended to 64 bits as EvaluateConstant says
  bool fits = true;       // false for an unsigned 64-bit value past INT64_MAX
};

// Evaluates OpConstant, OpConstantNull, OpSpecConstant of integer type. Every
// other id, OpSpecConstantOp included, is not known. Unsigned types narrower
// than 64 bits are sign-extended too when `as_signed` (access-chain indices are
// signed whatever their type: SPIR-V specification, OpAccessChain), else
// zero-extended.
ConstantValue EvaluateConstant(opt::analysis::DefUseManager* defs, uint32_t id, bool as_signed = false);

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_CONSTANTVALUE_H_
