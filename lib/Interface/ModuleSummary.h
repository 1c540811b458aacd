// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERFACE_MODULESUMMARY_H_
#define LACUNA_INTERFACE_MODULESUMMARY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lacuna/InterfaceMap.h"
#include "spirv-tools/libspirv.h"

namespace lacuna {

// What an interface map says of a module as a whole.
struct ModuleSummary {
  std::vector<InterfaceMap::EntryPoint> entry_points;  // in module order
  std::set<uint32_t> capabilities;
  std::set<std::string> extensions;
  // What the push constant blocks together span; nothing without a block, or
  // when a specialization constant operation that is not understood sizes it.
  std::optional<InterfaceMap::PushConstantRange> push_constants;
};

// Why a module could not be parsed.
struct ParseFailure {
  std::optional<size_t> instruction;  // its number, from 0; nothing for the header
  std::string message;
};

// Parses a module in either byte order, instruction by instruction, as the
// rules of `env` have it. Returns false and fills *failure if it is malformed.
// `summary` may be null: then the module is only checked.
bool SummarizeModule(const uint32_t* words, size_t count, spv_target_env env, ModuleSummary* summary,
                     ParseFailure* failure);

// A capability's name, e.g. "Shader".
std::string CapabilityName(uint32_t capability);

}  // namespace lacuna

#endif  // LACUNA_INTERFACE_MODULESUMMARY_H_
