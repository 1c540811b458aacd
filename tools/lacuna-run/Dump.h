// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_DUMP_H_
#define LACUNA_TOOLS_RUN_DUMP_H_

// The storage buffers after a run, as text, as JSON, and compared.

#include <cstdint>
#include <string>
#include <vector>

#include "Plan.h"

namespace lacuna::run {

struct DumpedBuffer {
  uint32_t set = 0, binding = 0, element = 0;
  std::vector<uint8_t> bytes;
};
using Dump = std::vector<DumpedBuffer>;  // sorted by (set, binding, element)

// Every storage buffer that the description binds, the whole of it. Uniform
// buffers cannot change, stand-ins must not.
Dump MakeDump(const Plan& plan, const RunOutput& output);

// The text form: a line `set.binding[element] size=<bytes>`, then lines of a
// byte offset in hex and up to eight words; bytes that fill no word stand alone.
std::string FormatDump(const Dump& dump);

// The JSON form: {"buffers": [{"set", "binding", "element", "size", "hex"}]} with
// the bytes in memory order.
std::string FormatDumpJson(const Dump& dump);

// Reads either form back. Returns false and says what is wrong in *error.
bool ParseDump(const std::string& text, Dump* dump, std::string* error);

// The first difference in words, with the labels of both sides; empty when
// there is none.
std::string FirstDifference(const Dump& a, const std::string& label_a, const Dump& b, const std::string& label_b);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_DUMP_H_
