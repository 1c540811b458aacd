// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TRANSFORMS_LEGALIZEMSLARRAYPOINTERS_HELDVALUES_H_
#define LACUNA_TRANSFORMS_LEGALIZEMSLARRAYPOINTERS_HELDVALUES_H_

#include <set>
#include <vector>

#include "Analysis/DescriptorTable.h"
#include "Support/ModuleBuilder.h"

namespace lacuna {

// SPIRV-Cross makes Workgroup and Private variables local to the entry point, and
// from then on forgets that atomics and calls change them: what was loaded before
// is read again behind. These are the loads of which a value is used there.
std::vector<Instruction*> FindForgottenLoads(IRContext* context);
// Each goes through a Function variable of its own, which it is read from.
void HoldValues(ModuleBuilder* module, const std::vector<Instruction*>& loads);

// The same happens to buffers that are Restrict. Those of which a loaded value is
// used behind an atomic or a call that writes buffers.
std::vector<const Descriptor*> FindForgottenBuffers(IRContext* context, const DescriptorTable& descriptors);

}  // namespace lacuna

#endif  // LACUNA_TRANSFORMS_LEGALIZEMSLARRAYPOINTERS_HELDVALUES_H_
