// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Pipeline/Flags.h"

namespace lacuna {

const std::vector<FlagInfo>& AllFlags() {
  static const std::vector<FlagInfo> flags = {
#define LACUNA_DRIVER_FLAG(SPELLING, ARGUMENT, HELP) {FlagInfo::Kind::kDriver, SPELLING, ARGUMENT, HELP},
#define STOCK_MACRO_FLAG(SPELLING, ARGUMENT, HELP) {FlagInfo::Kind::kStockMacro, SPELLING, ARGUMENT, HELP},
#define STOCK_PASS_FLAG(SPELLING, ARGUMENT, HELP) {FlagInfo::Kind::kStockPass, SPELLING, ARGUMENT, HELP},
#define STOCK_OPTION_FLAG(SPELLING, ARGUMENT, HELP) {FlagInfo::Kind::kStockOption, SPELLING, ARGUMENT, HELP},
#include "Pipeline/Flags.def"
#undef LACUNA_DRIVER_FLAG
#undef STOCK_MACRO_FLAG
#undef STOCK_PASS_FLAG
#undef STOCK_OPTION_FLAG
  };
  return flags;
}

const FlagInfo* FindFlag(std::string_view name) {
  for (const FlagInfo& flag : AllFlags()) {
    if (flag.Name() == name) return &flag;
  }
  return nullptr;
}

}  // namespace lacuna
