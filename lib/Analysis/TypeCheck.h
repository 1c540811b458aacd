// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_TYPECHECK_H_
#define LACUNA_ANALYSIS_TYPECHECK_H_

#include <string>

#include "Support/SpirvToolsCompat.h"

namespace lacuna {

// Do the module's types hold what walks over them rely on: that they are built
// from types declared before them, not too deeply, and that variables are
// pointers? The validator asks more, but may be switched off. On failure puts a
// sentence into *why.
bool CheckTypes(IRContext* context, std::string* why);

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_TYPECHECK_H_
