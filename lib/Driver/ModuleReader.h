// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_DRIVER_MODULEREADER_H_
#define LACUNA_DRIVER_MODULEREADER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "spirv-tools/libspirv.h"

namespace lacuna {

// A module as it was read.
struct ModuleInput {
  enum class Form { kBinary, kHex, kAssembly };

  std::string file;  // "-" is standard input
  Form form = Form::kBinary;
  std::vector<uint32_t> words;  // in the file's byte order
  // Assembly only: the line that each instruction begins on, from 1. Empty
  // when the text does not map to instructions one by one.
  std::vector<size_t> instruction_lines;
};

// Reads a module from `file`: SPIR-V words in either byte order, hexadecimal
// text of words or bytes, or assembly text. That is assembled as the version in
// a comment "; Version: 1.3" before the first instruction, or else for `env`.
// On failure prints why and returns false.
bool ReadModule(const std::string& file, spv_target_env env, ModuleInput* input);

}  // namespace lacuna

#endif  // LACUNA_DRIVER_MODULEREADER_H_
