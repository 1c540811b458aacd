// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECT_OPTIONS_H_
#define LACUNA_REFLECT_OPTIONS_H_

#include <string>
#include <vector>

#include "lacuna/Reflection/PipelineLayout.h"
#include "lacuna/Reflection/Types.h"

namespace lacuna::reflect {

// What the tool is asked to do.
enum class Action {
  kTable,
  kEffect,
  kPairs,
  kVertexInputs,
  kVerify,
  kCheck,
  kStages,
  kLayout,
  kCHeader,
  kCppHeader,
  kInterface,
  kDiff,
  kHelp,
  kVersion,
};

struct Options {
  Action action = Action::kTable;
  bool json = false;
  std::vector<std::string> files;
  std::string entry_point;
  reflection::Stage stage = reflection::Stage::kUnknown;
  bool only_used = false, sampler_parameters = false;
  bool empty_buffers = false;  // constant buffers without variables, which D3D compilers leave behind
  std::string annotations;     // file of annotations for the effect view
  std::string layout, slots;   // files to check against
  std::string scope;           // of generated structures
  reflection::PresenceNumbering numbering;
};

// Reads the command line. On failure returns false and puts one sentence into
// *error.
bool ParseOptions(const std::vector<std::string>& arguments, Options* options, std::string* error);

// What --help prints.
std::string HelpText();

}  // namespace lacuna::reflect

#endif  // LACUNA_REFLECT_OPTIONS_H_
