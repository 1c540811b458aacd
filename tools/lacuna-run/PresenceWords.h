// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_PRESENCEWORDS_H_
#define LACUNA_TOOLS_RUN_PRESENCEWORDS_H_

#include <vector>

#include "Failure.h"
#include "Plan.h"
#include "RunDescription.h"
#include "lacuna/InterfaceMap.h"

namespace lacuna::run {

// Puts the presence words of all maps into the plan: into the push constants,
// into a buffer that the description has, or into one that is made for them.
// Maps that share words must agree on whose the bits are. A bit is 1 when its
// element is described and not null.
bool AddPresenceWords(const RunDescription& description, const std::vector<const InterfaceMap*>& maps, Plan* plan,
                      Failure* failure);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_PRESENCEWORDS_H_
