// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_DUMP_H_
#define LACUNA_TOOLS_RUN_DUMP_H_

// What shaders could write to, after a run: as text, as JSON, and compared.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "Plan.h"

namespace lacuna::run {

// A buffer, a layer of a level of an image, or the target of a graphics pipeline.
struct DumpedBuffer {
  uint32_t set = 0, binding = 0, element = 0;
  std::vector<uint8_t> bytes;
  std::optional<uint32_t> level = std::nullopt, layer = std::nullopt;  // of images
  bool target = false;                                                 // then there is no set, binding and element
};
using Dump = std::vector<DumpedBuffer>;  // sorted by (set, binding, element, level, layer), the target last

// Everything writable that the description binds, the whole of it, the pieces of
// a segmented buffer joined. What cannot
// be written is left out, and so are stand-ins, which must not change.
Dump MakeDump(const Plan& plan, const RunOutput& output);

// The text form: a line `set.binding[element] size=<bytes>` (for an image with
// `level=<n> layer=<n>` before the size; `target size=<bytes>` for a target), then
// lines of a byte offset in hex and up to eight words; bytes that fill no word
// stand alone.
std::string FormatDump(const Dump& dump);

// The JSON form: {"buffers": [{"set", "binding", "element", "size", "hex"}]} with
// the bytes in memory order, images with "level" and "layer", the target with
// "target": true in place of its set, binding and element.
std::string FormatDumpJson(const Dump& dump);

// Reads either form back. Returns false and says what is wrong in *error.
bool ParseDump(const std::string& text, Dump* dump, std::string* error);

// The first difference in words, with the labels of both sides; empty when
// there is none.
std::string FirstDifference(const Dump& a, const std::string& label_a, const Dump& b, const std::string& label_b);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_DUMP_H_
