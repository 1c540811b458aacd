// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SUPPORT_PASSMARKER_H_
#define LACUNA_SUPPORT_PASSMARKER_H_

#include <string>

#include "Support/ModuleBuilder.h"
#include "lacuna/Passes.h"

namespace lacuna {

// A module that a pass has rewritten says so, with the pass's options, so that
// a second run leaves it alone: in an OpModuleProcessed, or, as SPIR-V 1.0 has
// none, an OpSourceExtension. Both survive the optimizer, but not strip-debug.
bool HasPassMarker(IRContext* context, const std::string& text);
void AddPassMarker(IRContext* context, const std::string& text);

// The marker of a pass with these options, one function per pass of Passes.def:
// two runs with equal text do the same. A layout's file name is left out, as it
// says nothing of the module.
#define LACUNA_PASS_BEGIN(ID, FLAG, SUMMARY) std::string MarkerText(const ID##Options& options);
#include "lacuna/Passes.def"

}  // namespace lacuna

#endif  // LACUNA_SUPPORT_PASSMARKER_H_
