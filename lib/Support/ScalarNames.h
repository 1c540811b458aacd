// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SUPPORT_SCALARNAMES_H_
#define LACUNA_SUPPORT_SCALARNAMES_H_

#include <cstdint>
#include <string>

#include "Support/SpirvToolsCompat.h"

namespace lacuna {

// A short name for a scalar or vector type, for names of helpers: "u32", "i16",
// "f64", "f32x4".
std::string ScalarName(IRContext* context, uint32_t type);

}  // namespace lacuna

#endif  // LACUNA_SUPPORT_SCALARNAMES_H_
