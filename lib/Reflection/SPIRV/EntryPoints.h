// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_SPIRV_ENTRYPOINTS_H_
#define LACUNA_REFLECTION_SPIRV_ENTRYPOINTS_H_

#include <string>

#include "Reflection/SPIRV/Context.h"
#include "Reflection/SPIRV/ResourceUses.h"

namespace lacuna::reflection::spirv {

// Fills Module::entry_points. False after a failure.
bool ReadEntryPoints(const CallGraph& calls, ResourceUses* uses, Context* context);

// The first OpEntryPoint that has the name ("" for any) and the stage (kUnknown
// for any), or null.
const Inst* FindEntryPoint(const ModuleTable& table, const std::string& name, Stage stage);

}  // namespace lacuna::reflection::spirv

#endif  // LACUNA_REFLECTION_SPIRV_ENTRYPOINTS_H_
