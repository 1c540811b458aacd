// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_D3D_SIGNATUREVARIABLES_H_
#define LACUNA_REFLECTION_D3D_SIGNATUREVARIABLES_H_

#include <vector>

#include "lacuna/Reflection/D3D/Signature.h"
#include "lacuna/Reflection/Model.h"

namespace lacuna::reflection::d3d {

enum class SignatureUse { kInput, kOutput };

// The inputs or outputs that the elements of a signature are, in its order. An
// input is used when the shader reads a component of it; the mask of an output
// names components that are never written.
std::vector<InterfaceVariable> VariablesFromSignature(const std::vector<SignatureElement>& elements, SignatureUse use);

}  // namespace lacuna::reflection::d3d

#endif  // LACUNA_REFLECTION_D3D_SIGNATUREVARIABLES_H_
