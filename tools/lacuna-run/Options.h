// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_OPTIONS_H_
#define LACUNA_TOOLS_RUN_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "CpuRun.h"
#include "Failure.h"
#include "Plan.h"
#include "RunDescription.h"

namespace lacuna::run {

struct ShaderFile {
  Stage stage = Stage::kCompute;
  std::string path;
};

struct Options {
  bool help = false;
  bool version = false;
  // Print resources for the modules and run nothing: buffers of that size and fill.
  bool suggest = false;
  uint64_t suggested_bytes = 4096;
  FillPattern suggested_fill;
  bool compare = false;
  // What is run: two with --compare, else one. Each has a compute module, or the
  // modules of a graphics pipeline in the order of Stage.
  std::vector<std::vector<ShaderFile>> programs;
  RunDescription description;
  // The null mode and robustness of the only or first program, and of the second.
  NullMode null_mode[2] = {NullMode::kNative, NullMode::kStandIn};
  PieceMode piece_mode[2] = {PieceMode::kCut, PieceMode::kCut};  // with --compare the first is whole
  bool robust[2] = {false, false};
  std::optional<uint64_t> stand_in_range;  // bytes
  bool allow_stand_in_writes = false;
  bool check_module = true;
  bool ignore_missing_features = false;
  bool json = false;
  std::string expect_file, output_file, device, batch_file;
  bool on_cpu = false, on_vulkan = true;  // what executes the modules: one of them, or both
  CpuRunOptions cpu;
  bool validate = false, verbose = false;
  uint32_t timeout_s = 20;
};

// The text of --help.
const char* HelpText();

// Reads the arguments of a command line (without the program's name), and the
// description file that they name. With --batch= there need be no module.
bool ParseOptions(const std::vector<std::string>& arguments, Options* options, Failure* failure);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_OPTIONS_H_
