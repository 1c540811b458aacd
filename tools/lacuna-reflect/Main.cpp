// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// lacuna-reflect: tells what is in a shader. docs/Reflection.md is its manual.

#include <cstdio>
#include <string>
#include <vector>

#include "Options.h"
#include "lacuna/Reflection/Json.h"
#include "lacuna/Reflection/Reader.h"

namespace lacuna::reflect {
namespace {

int Fail(const std::string& message) {
  std::fprintf(stderr, "lacuna-reflect: error: %s\n", message.c_str());
  return 1;
}

bool ReadFile(const std::string& name, std::vector<uint8_t>* bytes) {
  std::FILE* file = name == "-" ? stdin : std::fopen(name.c_str(), "rb");
  if (file == nullptr) return false;
  uint8_t buffer[65536];
  size_t count = 0;
  while ((count = std::fread(buffer, 1, sizeof(buffer), file)) != 0)
    bytes->insert(bytes->end(), buffer, buffer + count);
  const bool ok = std::ferror(file) == 0;
  if (file != stdin) std::fclose(file);
  return ok;
}

int Run(const Options& options) {
  std::vector<uint8_t> bytes;
  if (!ReadFile(options.files[0], &bytes)) return Fail("'" + options.files[0] + "' cannot be read");
  auto module = reflection::ReadShader({bytes.data(), bytes.size()});
  if (!module) {
    module.error().file = options.files[0];
    return Fail(module.error().ToText());
  }
  const std::string text = options.action == Action::kJson ? reflection::ToJson(*module) : reflection::ToText(*module);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

}  // namespace
}  // namespace lacuna::reflect

int main(int argc, char** argv) {
  using namespace lacuna::reflect;
  Options options;
  std::string error;
  if (!ParseOptions({argv + 1, argv + argc}, &options, &error)) return Fail(error);
  if (options.action == Action::kHelp) {
    std::fputs(HelpText().c_str(), stdout);
    return 0;
  }
  return Run(options);
}
