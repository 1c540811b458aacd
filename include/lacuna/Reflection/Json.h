// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_JSON_H_
#define LACUNA_REFLECTION_JSON_H_

// JSON as docs/reflection.schema.json has it. The same input gives the same
// bytes; keys have one fixed order; names that are no UTF-8 are escaped.

#include <string>

#include "lacuna/Reflection/Effect.h"
#include "lacuna/Reflection/Model.h"

namespace lacuna::reflection {

// Both end in a newline.
std::string ToJson(const Module& module);
std::string ToJson(const ReflectedEffect& effect);

// A table for people.
std::string ToText(const Module& module);

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_JSON_H_
