// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_SPECCONSTANTS_H_
#define LACUNA_TOOLS_RUN_SPECCONSTANTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "ModuleScan.h"

namespace lacuna::run {

// The little-endian bytes of a spec constant's value: true or false, a decimal
// number (with a sign where the type has one), or the bits after 0x. A bool
// takes 4 bytes, as VkBool32. Returns false and says why in *error.
bool ParseSpecValue(const SpecConstant& constant, const std::string& text, std::vector<uint8_t>* bytes,
                    std::string* error);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_SPECCONSTANTS_H_
