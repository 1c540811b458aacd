// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Options.h"

namespace lacuna::reflect {

bool ParseOptions(const std::vector<std::string>& arguments, Options* options, std::string* error) {
  for (const std::string& argument : arguments) {
    if (argument == "--json") {
      options->action = Action::kJson;
    } else if (argument == "--help" || argument == "-h") {
      options->action = Action::kHelp;
      return true;
    } else if (argument.size() > 1 && argument[0] == '-') {
      *error = "unknown option '" + argument + "'; --help lists the options";
      return false;
    } else {
      options->files.push_back(argument);
    }
  }
  if (options->files.empty()) {
    *error = "no file is given; --help shows how";
    return false;
  }
  return true;
}

std::string HelpText() { return "usage: lacuna-reflect [--json] <file>\n"; }

}  // namespace lacuna::reflect
