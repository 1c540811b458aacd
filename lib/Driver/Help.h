// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_DRIVER_HELP_H_
#define LACUNA_DRIVER_HELP_H_

#include <string>
#include <vector>

#include "lacuna/Registry.h"

namespace lacuna {

// Each returns a whole text for standard output.
std::string HelpText(const Registry& registry);
std::string PassHelpText(const PassInfo& pass);
std::string PassListText(const Registry& registry);
std::string PassListJson(const Registry& registry);
std::string VersionText();

// The names that --target-env takes with this SPIRV-Tools.
std::vector<std::string> TargetEnvironments();

// What passes counted: one line each, or a JSON array.
std::string StatisticsText(const std::vector<Statistic>& statistics, const Registry& registry);
std::string StatisticsJson(const std::vector<Statistic>& statistics);

}  // namespace lacuna

#endif  // LACUNA_DRIVER_HELP_H_
