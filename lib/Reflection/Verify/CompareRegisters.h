// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_VERIFY_COMPAREREGISTERS_H_
#define LACUNA_REFLECTION_VERIFY_COMPAREREGISTERS_H_

#include "lacuna/Reflection/Verifier.h"

namespace lacuna::reflection {

// Compares the constants of D3D9 bytecode, which lie in registers, with the
// variables of all constant buffers of the other module: by name, in class,
// shape and majority. Places cannot be compared. A constant table has only what
// the shader uses, so what it lacks is a warning.
void CompareRegisters(const Module& first, const Module& second, Findings* findings);

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_VERIFY_COMPAREREGISTERS_H_
