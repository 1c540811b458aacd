// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_STANDINS_H_
#define LACUNA_TOOLS_RUN_STANDINS_H_

#include "Failure.h"
#include "Plan.h"

namespace lacuna::run {

// Makes what is bound in place of a null element of the resource: what an
// interface map says, else what the modules declare at the binding. `declared`
// has the image types that they declare there.
bool MakeStandIn(const Resource& resource, const std::vector<ImageType>& declared, const PlanOptions& options,
                 PlannedDescriptor* descriptor, Failure* failure);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_STANDINS_H_
