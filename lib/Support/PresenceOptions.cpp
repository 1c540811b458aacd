// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/PresenceOptions.h"

#include "Support/Text.h"

namespace lacuna {

namespace {

bool ParsePlace(std::string_view text, uint32_t* set, uint32_t* binding) {
  const size_t dot = text.find('.');
  return dot != std::string_view::npos && ParseUint32(text.substr(0, dot), set) &&
         ParseUint32(text.substr(dot + 1), binding);
}

std::string PlaceText(uint32_t set, uint32_t binding) { return std::to_string(set) + "." + std::to_string(binding); }

}  // namespace

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
           ParsePlace(text.substr(colon + 1), &parsed.set, &parsed.binding);
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
      return "uniform-buffer:" + PlaceText(set, binding);
    case Kind::kStorageBuffer:
      return "storage-buffer:" + PlaceText(set, binding);
  }
  return {};
}

bool RuntimeCounts::Parse(std::string_view text, RuntimeCounts* result, std::string* error) {
  RuntimeCounts parsed;
  if (!Trim(text).empty()) {
    for (std::string_view piece : Split(text, ',')) {
      piece = Trim(piece);
      const size_t colon = piece.find(':');
      uint32_t set = 0, binding = 0, count = 0;
      if (colon == std::string_view::npos || !ParsePlace(piece.substr(0, colon), &set, &binding) ||
          !ParseUint32(piece.substr(colon + 1), &count) || count == 0) {
        *error = "'" + std::string(piece) + "' is no count: write set.binding:count, with a count of at least 1";
        return false;
      }
      if (!parsed.counts_.emplace(std::pair(set, binding), count).second) {
        *error = "binding " + PlaceText(set, binding) + " has two counts";
        return false;
      }
    }
  }
  *result = parsed;
  return true;
}

std::string RuntimeCounts::ToString() const {
  std::vector<std::string> pieces;
  for (const auto& [place, count] : counts_) {
    pieces.push_back(PlaceText(place.first, place.second) + ":" + std::to_string(count));
  }
  return Join(pieces, ",");
}

std::optional<uint32_t> RuntimeCounts::Find(uint32_t set, uint32_t binding) const {
  auto found = counts_.find({set, binding});
  return found == counts_.end() ? std::nullopt : std::optional<uint32_t>(found->second);
}

bool LayoutFile::Parse(std::string_view text, LayoutFile* result, std::string*) {
  result->path = std::string(text);
  return true;
}

std::string LayoutFile::ToString() const { return path; }

}  // namespace lacuna
