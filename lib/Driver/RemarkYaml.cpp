// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Driver/RemarkYaml.h"

#include <cstdio>

namespace lacuna {

namespace {

const char* Tag(RemarkKind kind) {
  switch (kind) {
    case RemarkKind::kPassed:
      return "!Passed";
    case RemarkKind::kMissed:
      return "!Missed";
    case RemarkKind::kDeclined:
      break;
  }
  return "!Failure";
}

// A double-quoted scalar, which can hold anything.
std::string Quote(const std::string& text) {
  std::string quoted = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (byte < 0x20 || byte >= 0x7F) {
      // Bytes past ASCII may be no UTF-8: names come from modules.
      char escape[5];
      std::snprintf(escape, sizeof(escape), "\\x%02X", byte);
      quoted += escape;
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

}  // namespace

void YamlRemarks::Emit(const Remark& remark) {
  text_ += std::string("--- ") + Tag(remark.kind) + '\n';
  text_ += "Pass:            " + remark.pass + '\n';
  text_ += "Name:            " + remark.name + '\n';
  if (!remark.location.file.empty()) {
    text_ += "DebugLoc:        { File: " + Quote(remark.location.file) +
             ", Line: " + std::to_string(remark.location.line) + ", Column: " + std::to_string(remark.location.column) +
             " }\n";
  }
  text_ += "Function:        " + Quote(remark.function) + '\n';
  text_ += "Args:\n";
  text_ += "  - String:          " + Quote(remark.message) + '\n';
  if (remark.set) text_ += "  - Set:             '" + std::to_string(*remark.set) + "'\n";
  if (remark.binding) text_ += "  - Binding:         '" + std::to_string(*remark.binding) + "'\n";
  if (!remark.instruction.empty()) text_ += "  - Instruction:     " + Quote(remark.instruction) + '\n';
  text_ += "...\n";
}

}  // namespace lacuna
