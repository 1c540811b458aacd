// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERFACE_EMBEDDEDMAP_H_
#define LACUNA_INTERFACE_EMBEDDEDMAP_H_

#include <cstdint>
#include <string>
#include <vector>

#include "spirv-tools/libspirv.h"

namespace lacuna {

// Puts an interface map (its JSON, in UTF-8) into the module `words`: as
// instruction 1 of the set NonSemantic.Lacuna.Interface.1, whose operands are
// OpStrings that make the text together. Drivers ignore it, as all sets of
// SPV_KHR_non_semantic_info, and lacuna-reflect --interface prints it.
//
// Returns false, leaves *words as it was and puts one sentence into *error if
// the module has a map already (which of the two holds, nobody could tell) or if
// ids run out: those at or past `max_id_bound` are refused.
bool EmbedInterfaceMap(const std::string& json, spv_target_env target_env, uint32_t max_id_bound,
                       std::vector<uint32_t>* words, std::string* error);

}  // namespace lacuna

#endif  // LACUNA_INTERFACE_EMBEDDEDMAP_H_
