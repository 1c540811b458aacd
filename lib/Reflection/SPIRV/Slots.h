// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_SPIRV_SLOTS_H_
#define LACUNA_REFLECTION_SPIRV_SLOTS_H_

#include "lacuna/Reflection/Model.h"

namespace lacuna::reflection::spirv {

// Gives constant buffers, textures and samplers their slots. SPIR-V has none:
// each class is sorted by set and binding and counted from 0. Combined samplers
// come after the separate ones and take a slot of textures and one of samplers.
// An array takes one slot.
void AssignSlots(Module* module);

}  // namespace lacuna::reflection::spirv

#endif  // LACUNA_REFLECTION_SPIRV_SLOTS_H_
