// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/Version.h"

#include "spirv-tools/libspirv.h"

namespace lacuna {

std::string VersionString() {
  return std::to_string(LACUNA_VERSION_MAJOR) + '.' + std::to_string(LACUNA_VERSION_MINOR) + '.' +
         std::to_string(LACUNA_VERSION_PATCH);
}

std::string SpirvToolsVersionString() {
  const std::string text = spvSoftwareVersionString();
  return text.substr(0, text.find(' '));
}

}  // namespace lacuna
