// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_JSONFIELDS_H_
#define LACUNA_REFLECTION_JSONFIELDS_H_

// Parts of the model that several outputs write.

#include <string>

#include "Reflection/JsonWriter.h"
#include "lacuna/Reflection/Model.h"

namespace lacuna::reflection {

// A variable as one JSON object, its members included.
void WriteVariable(JsonWriter* json, const Variable& variable);

// The default value as its type writes it: "true", "-3", "0.5".
std::string SpecConstantText(const SpecConstant& constant);

// The variable's type in short: "float3x4[2]", "uint", "Light[?]".
std::string TypeText(const Variable& variable);
std::string TypeText(const InterfaceVariable& variable);

// How an input or output varies over a primitive: "flat", "patch"; empty when it
// is interpolated as usual.
std::string RateText(const InterfaceVariable& variable);

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_JSONFIELDS_H_
