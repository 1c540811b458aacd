// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_IMAGEOPS_H_
#define LACUNA_ANALYSIS_IMAGEOPS_H_

#include <optional>

#include "Support/SpirvToolsCompat.h"

namespace lacuna {

// What an image instruction does with the image in its in operand 0.
struct ImageOp {
  enum class Effect {
    kTexels,    // reads texels by integer coordinates: fetch, read
    kSample,    // reads through a sampler with an explicit level, or gathers
    kImplicit,  // takes derivatives: must stay in uniform control flow
    kWrite,
    kQuery,     // the size, level or sample count
  };
  Effect effect;
  bool is_sparse = false;  // the result is a struct { residency code, texel }
  // The in operand that holds the image operands mask, if the instruction has
  // one; 0 if it cannot.
  uint32_t image_operands = 0;
};

// Nothing for instructions that are not known.
std::optional<ImageOp> ClassifyImageOp(spv::Op op);

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_IMAGEOPS_H_
