// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SUPPORT_FUNCTIONBUILDER_H_
#define LACUNA_SUPPORT_FUNCTIONBUILDER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "Support/ModuleBuilder.h"

namespace lacuna {

// A function that has been added to a module: its id, those of its parameters,
// and its entry block, which is empty. Null and 0 if ids ran out.
struct NewFunction {
  uint32_t id = 0;
  std::vector<uint32_t> parameters;
  BasicBlock* entry = nullptr;
};

// Adds a function at the module's end. `control` is its FunctionControlMask.
NewFunction AddFunction(ModuleBuilder* module, spv::FunctionControlMask control, uint32_t return_type,
                        const std::vector<uint32_t>& parameter_types, const std::string& name);

// May a function take and return the type? 8- and 16-bit types that the module
// may only load, store and convert cannot be passed.
bool IsPassable(IRContext* context, uint32_t type);

}  // namespace lacuna

#endif  // LACUNA_SUPPORT_FUNCTIONBUILDER_H_
