// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECT_COMMANDS_H_
#define LACUNA_REFLECT_COMMANDS_H_

#include <string>
#include <vector>

#include "Options.h"

namespace lacuna::reflect {

// What the tool leaves behind.
struct Output {
  static constexpr int kBad = 1, kMismatch = 2;

  std::string text;                   // for standard output
  std::vector<std::string> messages;  // for standard error, without the tool's name
  int status = 0;

  // Always returns false.
  bool Fail(const std::string& message) {
    messages.push_back("error: " + message);
    text.clear();
    status = kBad;
    return false;
  }
};

// Does what the options ask for.
void RunCommand(const Options& options, Output* output);

}  // namespace lacuna::reflect

#endif  // LACUNA_REFLECT_COMMANDS_H_
