// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_FILES_H_
#define LACUNA_TOOLS_RUN_FILES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "Failure.h"

namespace lacuna::run {

// The whole content of a file; "-" is standard input. The failure names the file.
bool ReadFile(const std::string& path, std::string* content, Failure* failure);

// The words of a SPIR-V module in this machine's byte order. The file holds the
// module in either byte order, or its assembly text: assembled for the version
// that a "; Version: <major>.<minor>" comment at its top names, else for 1.6.
bool ReadModule(const std::string& path, std::vector<uint32_t>* words, Failure* failure);

// Runs SPIRV-Tools' validator for Vulkan 1.3 with scalar block layout.
// `path` is for the message only.
bool ValidateModule(const std::string& path, const std::vector<uint32_t>& words, Failure* failure);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_FILES_H_
