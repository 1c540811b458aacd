// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_STATISTIC_H_
#define LACUNA_STATISTIC_H_

#include <cstdint>
#include <string>

namespace lacuna {

// How often a pass did something in one run; what, says Passes.def.
struct Statistic {
  std::string pass;  // the pass's flag
  std::string name;  // the statistic's name
  uint64_t value = 0;
};

}  // namespace lacuna

#endif  // LACUNA_STATISTIC_H_
