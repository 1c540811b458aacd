// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_JSON_H_
#define LACUNA_REFLECTION_JSON_H_

// JSON as docs/reflection.schema.json and docs/reflection-views.schema.json have
// it. The same input gives the same
// bytes; keys have one fixed order; names that are no UTF-8 are escaped.

#include <string>
#include <vector>

#include "lacuna/Reflection/CombinedSamplers.h"
#include "lacuna/Reflection/Effect.h"
#include "lacuna/Reflection/Model.h"
#include "lacuna/Reflection/VertexInputs.h"

namespace lacuna::reflection {

// All end in a newline.
std::string ToJson(const Module& module);
std::string ToJson(const ReflectedEffect& effect);
std::string ToJson(const std::vector<CombinedSamplerPair>& pairs);
std::string ToJson(const VertexInputTable& table);

// A table for people.
std::string ToText(const Module& module);

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_JSON_H_
