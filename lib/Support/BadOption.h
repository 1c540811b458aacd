// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SUPPORT_BADOPTION_H_
#define LACUNA_SUPPORT_BADOPTION_H_

#include <string>
#include <string_view>

namespace lacuna {

// What is wrong with `argument`, an option as written on the command line, that
// a tool with this help text did not take: it is unknown, has no =<value> or has
// one too many. The options are the words in `help` that begin with two dashes.
std::string BadOptionText(std::string_view argument, std::string_view help);

}  // namespace lacuna

#endif  // LACUNA_SUPPORT_BADOPTION_H_
