// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_DRIVER_ARGUMENTS_H_
#define LACUNA_DRIVER_ARGUMENTS_H_

#include <string>

#include "lacuna/Pipeline.h"
#include "lacuna/Registry.h"

namespace lacuna {

// What the command line asks for.
struct Arguments {
  enum class Action {
    kRun,
    kFail,  // the command line is wrong; the reason has been printed
    kPrintHelp,
    kPrintPassHelp,
    kPrintVersion,
    kPrintPasses,
    kPrintPassesJson,
    kPrintPipeline,
  };

  Action action = Action::kRun;
  std::string help_pass;  // kPrintPassHelp

  std::string input = "-";
  std::string output;     // empty: not given
  std::string interface;  // empty: not wanted
  std::string remarks;    // empty: not wanted
  bool stats = false, stats_json = false;
  bool text_output = false;
  bool embed_interface = false;

  Pipeline pipeline;
  RunOptions options;  // print_all and time_report are set to std::cerr
};

// Reads a command line the way SPIRV-Tools' spirv-opt does: options may stand
// anywhere, flags of passes are collected in order, those of a -Oconfig file
// coming before those of the command line. The first of --help, --version and
// --print-passes stops the reading.
Arguments ParseArguments(int argc, const char* const* argv, const Registry& registry);

}  // namespace lacuna

#endif  // LACUNA_DRIVER_ARGUMENTS_H_
