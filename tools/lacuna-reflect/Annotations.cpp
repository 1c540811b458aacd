// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Annotations.h"

#include <nlohmann/json.hpp>

#include "Interface/JsonError.h"

namespace lacuna::reflect {

bool ParseAnnotations(const std::string& text, std::map<std::string, std::vector<reflection::Annotation>>* annotations,
                      std::string* error) {
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    *error = "the annotations are no JSON: " + JsonError(text);
    return false;
  }
  if (!json.is_object()) {
    *error = "the annotations are no JSON object";
    return false;
  }
  for (const auto& [parameter, list] : json.items()) {
    if (!list.is_object()) {
      *error = "the annotations of '" + parameter + "' are no JSON object";
      return false;
    }
    for (const auto& [name, value] : list.items()) {
      if (value.is_structured() || value.is_null()) {
        *error = "the annotation '" + name + "' of '" + parameter + "' is no text, number or boolean";
        return false;
      }
      (*annotations)[parameter].push_back({name, value.is_string() ? value.get<std::string>() : value.dump()});
    }
  }
  return true;
}

}  // namespace lacuna::reflect
