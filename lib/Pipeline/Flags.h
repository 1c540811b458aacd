// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_PIPELINE_FLAGS_H_
#define LACUNA_PIPELINE_FLAGS_H_

#include <string>
#include <string_view>
#include <vector>

namespace lacuna {

// The entries of Flags.def.
struct FlagInfo {
  enum class Kind { kDriver, kStockMacro, kStockPass, kStockOption };
  Kind kind;
  std::string_view spelling;  // with its dashes
  std::string_view argument;  // how an argument is written, e.g. "=<n>"
  std::string_view help;

  // Whether it can be a step of a pipeline.
  bool IsStep() const { return kind == Kind::kStockPass || (kind == Kind::kStockMacro && spelling != "-Oconfig"); }
  // The spelling without dashes.
  std::string_view Name() const { return spelling.substr(spelling.find_first_not_of('-')); }
};

const std::vector<FlagInfo>& AllFlags();

// The entry with this name (no dashes), or null.
const FlagInfo* FindFlag(std::string_view name);

}  // namespace lacuna

#endif  // LACUNA_PIPELINE_FLAGS_H_
