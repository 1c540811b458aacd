// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "Reflection/JsonWriter.h"
#include "lacuna/Reflection/Verifier.h"

namespace lacuna::reflection {

std::string Finding::ToText() const {
  std::string text = severity == Severity::kError ? "error: " : "warning: ";
  text += ToUtf8(subject) + ": " + what;
  if (first == "-") return text + " is " + ToUtf8(second) + " in the second only";
  if (second == "-") return text + " is " + ToUtf8(first) + " in the first only";
  return text + " is " + ToUtf8(first) + ", then " + ToUtf8(second);
}

void Findings::Error(std::string subject, std::string what, std::string first, std::string second) {
  list.push_back({Finding::Severity::kError, std::move(subject), std::move(what), std::move(first), std::move(second)});
}

void Findings::Warning(std::string subject, std::string what, std::string first, std::string second) {
  list.push_back(
      {Finding::Severity::kWarning, std::move(subject), std::move(what), std::move(first), std::move(second)});
}

size_t Findings::errors() const {
  return static_cast<size_t>(std::count_if(
      list.begin(), list.end(), [](const Finding& finding) { return finding.severity == Finding::Severity::kError; }));
}

size_t Findings::warnings() const { return list.size() - errors(); }

std::string ToJson(const Findings& findings) {
  JsonWriter json;
  json.BeginArray();
  for (const Finding& finding : findings.list) {
    json.BeginObject();
    json.Field("severity", finding.severity == Finding::Severity::kError ? "error" : "warning");
    json.Field("subject", finding.subject);
    json.Field("what", finding.what);
    json.Field("first", finding.first);
    json.Field("second", finding.second);
    json.EndObject();
  }
  json.EndArray();
  return json.Take();
}

}  // namespace lacuna::reflection
