// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_SUGGEST_H_
#define LACUNA_TOOLS_RUN_SUGGEST_H_

#include <string>
#include <vector>

#include "ModuleScan.h"
#include "RunDescription.h"

namespace lacuna::run {

// Resources on which the modules can run: one descriptor for each element that
// they declare, 8 of an array whose size is not in its type, with the kind, dimension and format
// that they ask for. Buffers have `buffer_bytes` bytes and the fill, which is for
// bytes; images of numbers hold a ramp.
// Returns false, with the reason, when a binding has variables of two kinds.
bool SuggestResources(const std::vector<ModuleInfo>& modules, uint64_t buffer_bytes, const FillPattern& fill,
                      std::vector<Resource>* resources, Failure* failure);

// These resources, and push constants of zeros as long as the modules declare
// them, as options for a command line, quoted for a shell.
bool SuggestOptions(const std::vector<ModuleInfo>& modules, uint64_t buffer_bytes, const FillPattern& fill,
                    std::string* options, Failure* failure);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_SUGGEST_H_
