// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_OPTIONS_H_
#define LACUNA_TOOLS_RUN_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "Failure.h"
#include "Plan.h"
#include "RunDescription.h"

namespace lacuna::run {

struct Options {
  bool help = false;
  bool compare = false;
  std::vector<std::string> modules;  // two with --compare, else one
  RunDescription description;
  // The null mode and robustness of the only or first module, and of the second.
  NullMode null_mode[2] = {NullMode::kNative, NullMode::kStandIn};
  bool robust[2] = {false, false};
  std::optional<uint64_t> stand_in_range;  // bytes
  bool allow_stand_in_writes = false;
  bool check_module = true;
  bool json = false;
  std::string expect_file, device;
  bool validate = false, verbose = false;
  uint32_t timeout_s = 20;
};

// The text of --help.
const char* HelpText();

// Reads the command line, and the description file that it names.
bool ParseOptions(int argc, char** argv, Options* options, Failure* failure);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_OPTIONS_H_
