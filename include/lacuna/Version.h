// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_VERSION_H_
#define LACUNA_VERSION_H_

#define LACUNA_VERSION_MAJOR 0
#define LACUNA_VERSION_MINOR 1
#define LACUNA_VERSION_PATCH 0

#include <string>

namespace lacuna {

// The library's version, "major.minor.patch".
std::string VersionString();

// The release of the SPIRV-Tools that the library is linked with, e.g.
// "v2025.1".
std::string SpirvToolsVersionString();

}  // namespace lacuna

#endif  // LACUNA_VERSION_H_
