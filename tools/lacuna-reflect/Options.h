// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECT_OPTIONS_H_
#define LACUNA_REFLECT_OPTIONS_H_

#include <string>
#include <vector>

#include "lacuna/Reflection/Types.h"

namespace lacuna::reflect {

// What the tool is asked to do.
enum class Action {
  kText,
  kJson,
  kHelp,
};

struct Options {
  Action action = Action::kText;
  std::vector<std::string> files;
};

// Reads the command line. On failure returns false and puts one sentence into
// *error.
bool ParseOptions(const std::vector<std::string>& arguments, Options* options, std::string* error);

// What --help prints.
std::string HelpText();

}  // namespace lacuna::reflect

#endif  // LACUNA_REFLECT_OPTIONS_H_
