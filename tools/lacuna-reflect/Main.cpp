// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// lacuna-reflect: tells what is in a shader. docs/Reflection.md is its manual.

#include <cstdio>
#include <string>
#include <vector>

#include "Commands.h"
#include "Options.h"
#include "lacuna/Version.h"

int main(int argc, char** argv) {
  using namespace lacuna::reflect;
  Options options;
  Output output;
  std::string error;
  if (!ParseOptions({argv + 1, argv + argc}, &options, &error)) {
    output.Fail(error);
  } else if (options.action == Action::kHelp) {
    output.text = HelpText();
  } else if (options.action == Action::kVersion) {
    output.text =
        "lacuna-reflect " + lacuna::VersionString() + ", SPIRV-Tools " + lacuna::SpirvToolsVersionString() + "\n";
  } else {
    RunCommand(options, &output);
  }
  for (const std::string& message : output.messages) std::fprintf(stderr, "lacuna-reflect: %s\n", message.c_str());
  if (std::fwrite(output.text.data(), 1, output.text.size(), stdout) != output.text.size() ||
      std::fflush(stdout) != 0) {
    std::fprintf(stderr, "lacuna-reflect: error: standard output cannot be written\n");
    return 1;
  }
  return output.status;
}
