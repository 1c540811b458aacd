// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TRANSFORMS_UTILS_CLEANUP_H_
#define LACUNA_TRANSFORMS_UTILS_CLEANUP_H_

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "Analysis/DescriptorTable.h"
#include "Support/ModuleBuilder.h"

namespace lacuna {

// Of the functions with these result ids, removes those that nothing calls or
// exports any more.
void RemoveUnusedFunctions(IRContext* context, const std::set<uint32_t>& functions);

// Removes those of the variables that nothing but names, decorations, debug info
// and entry points' interfaces mention.
void RemoveUnusedVariables(IRContext* context, const std::set<uint32_t>& variables);

// Where every call gives a parameter the same constant, the parameter becomes
// that constant; one that nothing reads goes. `parameters` holds candidates by
// function.
void FoldConstantParameters(ModuleBuilder* module, const std::map<uint32_t, std::vector<uint32_t>>& parameters);

// Arrays of buffers that functions other than entry points use and that are
// Restrict: SPIRV-Cross gives the entry point's array that qualifier and the
// function's parameter none, which does not fit. The decoration only allows
// more, so it can go.
std::vector<const Descriptor*> FindRestrictedArrays(IRContext* context, const DescriptorTable& descriptors,
                                                    const CallGraph& calls);
void DropRestrict(IRContext* context, const std::vector<const Descriptor*>& arrays);

// Adds the capabilities for indexing arrays of descriptors with values that are
// no constants, where the module does so.
void AddIndexingCapabilities(IRContext* context, const DescriptorTable& descriptors);

// The same, and drops VariablePointers and VariablePointersStorageBuffer, with
// their extension, where nothing needs them.
void UpdateCapabilities(IRContext* context, const DescriptorTable& descriptors);

}  // namespace lacuna

#endif  // LACUNA_TRANSFORMS_UTILS_CLEANUP_H_
