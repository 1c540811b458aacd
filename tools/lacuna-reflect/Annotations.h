// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECT_ANNOTATIONS_H_
#define LACUNA_REFLECT_ANNOTATIONS_H_

#include <map>
#include <string>
#include <vector>

#include "lacuna/Reflection/Effect.h"

namespace lacuna::reflect {

// Reads {"parameter": {"name": "value"}}. Values may be numbers and booleans,
// too; they become text. On failure returns false and puts one sentence into
// *error.
bool ParseAnnotations(const std::string& text, std::map<std::string, std::vector<reflection::Annotation>>* annotations,
                      std::string* error);

}  // namespace lacuna::reflect

#endif  // LACUNA_REFLECT_ANNOTATIONS_H_
