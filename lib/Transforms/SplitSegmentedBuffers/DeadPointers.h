// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SPLITSEGMENTEDBUFFERS_DEADPOINTERS_H_
#define LACUNA_SPLITSEGMENTEDBUFFERS_DEADPOINTERS_H_

#include "Support/ModuleBuilder.h"

namespace lacuna {

// Removes a variable that nothing accesses any more, with the access chains,
// copies and loads of images that begin at it, its names, decorations and
// places in interfaces. Debug info of the variable goes over to
// `replacement`, if that is not 0.
void RemoveVariable(ModuleBuilder* module, Instruction* variable, uint32_t replacement);

}  // namespace lacuna

#endif  // LACUNA_SPLITSEGMENTEDBUFFERS_DEADPOINTERS_H_
