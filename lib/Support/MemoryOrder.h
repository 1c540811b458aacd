// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SUPPORT_MEMORYORDER_H_
#define LACUNA_SUPPORT_MEMORYORDER_H_

#include "Support/CodeBuilder.h"

namespace lacuna {

// Whether an atomic's (first) semantics order memory accesses around it, so that
// a barrier must stand where the atomic is dropped.
bool OrdersMemory(IRContext* context, const Instruction& atomic);

// An OpMemoryBarrier with an atomic's scope and semantics (ids).
void EmitBarrier(CodeBuilder* at, uint32_t scope, uint32_t semantics);

}  // namespace lacuna

#endif  // LACUNA_SUPPORT_MEMORYORDER_H_
