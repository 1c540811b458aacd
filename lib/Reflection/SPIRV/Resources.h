// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_SPIRV_RESOURCES_H_
#define LACUNA_REFLECTION_SPIRV_RESOURCES_H_

#include "Reflection/SPIRV/Context.h"

namespace lacuna::reflection::spirv {

// Fills Module::resources and buffer_references. False after a failure.
bool ReadResources(Context* context);

}  // namespace lacuna::reflection::spirv

#endif  // LACUNA_REFLECTION_SPIRV_RESOURCES_H_
