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
// they declare, 4 of an array without a size, with the kind, dimension and format
// that they ask for. Buffers have `buffer_bytes` bytes and the fill, which is for
// bytes; images of numbers hold a ramp.
std::vector<Resource> SuggestResources(const std::vector<ModuleInfo>& modules, uint64_t buffer_bytes,
                                       const FillPattern& fill);

// These resources, and push constants of zeros as long as the modules declare
// them, as options for a command line, quoted for a shell.
std::string SuggestOptions(const std::vector<ModuleInfo>& modules, uint64_t buffer_bytes, const FillPattern& fill);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_SUGGEST_H_
