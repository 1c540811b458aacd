// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/MslVersion.h"

#include "Support/Text.h"

namespace lacuna {

bool MslVersion::Parse(std::string_view text, MslVersion* result, std::string* error) {
  const auto pieces = Split(text, '.');
  uint32_t first = 0, second = 0;
  if (pieces.size() != 2 || !ParseUint32(pieces[0], &first) || !ParseUint32(pieces[1], &second) || first == 0) {
    *error = "'" + std::string(text) + "' is not a version of the Metal Shading Language, such as 2.1";
    return false;
  }
  result->major_number = first;
  result->minor_number = second;
  return true;
}

std::string MslVersion::ToString() const { return std::to_string(major_number) + "." + std::to_string(minor_number); }

}  // namespace lacuna
