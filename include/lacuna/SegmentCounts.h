// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SEGMENTCOUNTS_H_
#define LACUNA_SEGMENTCOUNTS_H_

#include <string>
#include <string_view>

#include "lacuna/BindingNumbers.h"

namespace lacuna {

// How many pieces the buffer at a binding has: `S.B:n`, separated by commas,
// with n from 1 to kMost. Parse and ToString are as PresenceOptions.h says.
class SegmentCounts : public BindingNumbers {
 public:
  static constexpr uint32_t kMost = 64;

  static bool Parse(std::string_view text, SegmentCounts* result, std::string* error);
};

}  // namespace lacuna

#endif  // LACUNA_SEGMENTCOUNTS_H_
