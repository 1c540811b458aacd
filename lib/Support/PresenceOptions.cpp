// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/PresenceOptions.h"

#include "Support/Text.h"

namespace lacuna {

bool PresenceSource::Parse(std::string_view text, PresenceSource* result, std::string* error) {
  text = Trim(text);
  PresenceSource parsed;
  const size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  bool good = false;
  if (colon == std::string_view::npos) {
    good = kind == "push-constant";
  } else {
    parsed.kind = kind == "uniform-buffer" ? Kind::kUniformBuffer : Kind::kStorageBuffer;
    good = (kind == "uniform-buffer" || kind == "storage-buffer") &&
           ParseBinding(text.substr(colon + 1), &parsed.set, &parsed.binding);
  }
  if (!good) {
    *error = "'" + std::string(text) +
             "' is no source: write push-constant, uniform-buffer:set.binding or storage-buffer:set.binding";
    return false;
  }
  *result = parsed;
  return true;
}

std::string PresenceSource::ToString() const {
  switch (kind) {
    case Kind::kPushConstant:
      return "push-constant";
    case Kind::kUniformBuffer:
      return "uniform-buffer:" + BindingText(set, binding);
    case Kind::kStorageBuffer:
      return "storage-buffer:" + BindingText(set, binding);
  }
  return {};
}

bool RuntimeCounts::Parse(std::string_view text, RuntimeCounts* result, std::string* error) {
  return result->ParseNumbers(text, "count", UINT32_MAX, error);
}

bool LayoutFile::Parse(std::string_view text, LayoutFile* result, std::string*) {
  result->path = std::string(text);
  return true;
}

std::string LayoutFile::ToString() const { return path; }

}  // namespace lacuna
