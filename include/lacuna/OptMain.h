// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_OPTMAIN_H_
#define LACUNA_OPTMAIN_H_

#include "lacuna/Registry.h"

namespace lacuna {

// The spirv-opt tool: everything but its main(), so that a project with passes
// of its own builds such a tool from a registry that has them too. Takes
// main()'s arguments, reads and writes files and the standard streams, and
// returns the exit status: 0, or 1 after any error.
int OptMain(int argc, const char* const* argv, Registry& registry);

}  // namespace lacuna

#endif  // LACUNA_OPTMAIN_H_
