// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_DRIVER_DIAGNOSTICS_H_
#define LACUNA_DRIVER_DIAGNOSTICS_H_

// Everything the tool says besides what it was asked for, on standard error.

#include <string>

#include "Driver/ModuleReader.h"
#include "lacuna/Pipeline.h"

namespace lacuna {

// "spirv-opt: error: <message>"; further lines of `message` become notes.
void PrintError(const std::string& message);

// "<file>: error: [<place>: ]<message>".
void PrintError(const std::string& file, const std::string& place, const std::string& message);

// All that a run has to say about the module that `input` came from.
void PrintDiagnostics(const ModuleInput& input, const RunResult& result);

// How a file's name stands in messages: "-" is a stream.
std::string InputName(const std::string& file);
std::string OutputName(const std::string& file);

}  // namespace lacuna

#endif  // LACUNA_DRIVER_DIAGNOSTICS_H_
