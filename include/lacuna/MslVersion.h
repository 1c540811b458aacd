// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_MSLVERSION_H_
#define LACUNA_MSLVERSION_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace lacuna {

// A version of the Metal Shading Language, an option's value: `2.1`. Parse and
// ToString are as PresenceOptions.h says.
struct MslVersion {
  uint32_t major_number = 2, minor_number = 1;

  static bool Parse(std::string_view text, MslVersion* result, std::string* error);
  std::string ToString() const;

  bool AtLeast(uint32_t other_major, uint32_t other_minor) const {
    return major_number != other_major ? major_number > other_major : minor_number >= other_minor;
  }
};

}  // namespace lacuna

#endif  // LACUNA_MSLVERSION_H_
