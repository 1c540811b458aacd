// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Driver/Diagnostics.h"

#include <cstdio>
#include <map>
#include <utility>

namespace lacuna {

namespace {

const char* SeverityName(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::kError:
      return "error";
    case Diagnostic::Severity::kWarning:
      return "warning";
    case Diagnostic::Severity::kInfo:
      break;
  }
  return "info";
}

void Print(const std::string& file, const char* severity, const std::string& place, std::string message) {
  while (!message.empty() && message.back() == '\n') message.pop_back();
  std::fprintf(stderr, "%s: %s: %s%s%s\n", file.c_str(), severity, place.c_str(), place.empty() ? "" : ": ",
               message.c_str());
}

std::string PlaceOf(const Diagnostic& diagnostic, const ModuleInput& input) {
  if (diagnostic.instruction && *diagnostic.instruction < input.instruction_lines.size()) {
    return "line " + std::to_string(input.instruction_lines[*diagnostic.instruction]);
  }
  if (!diagnostic.word) return {};
  const std::string word = "word " + std::to_string(*diagnostic.word);
  // Only a binary file has its words at these bytes.
  if (input.form != ModuleInput::Form::kBinary) return word;
  return word + " (byte " + std::to_string(*diagnostic.word * 4) + ')';
}

std::string TextOf(const Remark& remark) {
  std::string text = remark.pass + ": ";
  if (!remark.location.file.empty()) {
    text += remark.location.file + ':' + std::to_string(remark.location.line) + ": ";
  }
  text += remark.message;
  if (remark.set && remark.binding) {
    text += " (set " + std::to_string(*remark.set) + ", binding " + std::to_string(*remark.binding) + ')';
  }
  if (!remark.instruction.empty()) text += "\n  " + remark.instruction;
  if (!remark.function.empty()) text += "\n  in function " + remark.function;
  return text;
}

// One cause often declines every use of a buffer; so many are shown of each
// message before the rest is only counted.
constexpr size_t kShownOfOneMessage = 10;

void PrintDeclined(const std::string& file, const char* severity, const std::vector<Remark>& declined) {
  std::map<std::pair<std::string, std::string>, size_t> count;  // by pass and message
  std::vector<const Remark*> first_left_out;
  for (const Remark& remark : declined) {
    const size_t shown = count[{remark.pass, remark.message}]++;
    if (shown < kShownOfOneMessage) {
      Print(file, severity, {}, TextOf(remark));
    } else if (shown == kShownOfOneMessage) {
      first_left_out.push_back(&remark);
    }
  }
  for (const Remark* remark : first_left_out) {
    const size_t left_out = count[{remark->pass, remark->message}] - kShownOfOneMessage;
    Print(file, "note", {},
          remark->pass + ": " + std::to_string(left_out) + " more like these: " + remark->message);
  }
}

}  // namespace

void PrintError(const std::string& message) {
  const size_t line_end = message.find('\n');
  Print("spirv-opt", "error", {}, message.substr(0, line_end));
  if (line_end != std::string::npos) Print("spirv-opt", "note", {}, message.substr(line_end + 1));
}

void PrintError(const std::string& file, const std::string& place, const std::string& message) {
  Print(file, "error", place, message);
}

void PrintDiagnostics(const ModuleInput& input, const RunResult& result) {
  const std::string file = InputName(input.file);
  PrintDeclined(file, result.ok() ? "warning" : "error", result.declined);
  bool any_error = !result.ok() && !result.declined.empty();
  for (const Diagnostic& diagnostic : result.diagnostics) {
    any_error = any_error || diagnostic.severity == Diagnostic::Severity::kError;
    Print(file, SeverityName(diagnostic.severity), PlaceOf(diagnostic, input), diagnostic.message);
  }
  if (!result.ok() && !any_error) Print(file, "error", {}, "a pass failed and gave no reason");
}

std::string InputName(const std::string& file) { return file == "-" ? "<stdin>" : file; }

std::string OutputName(const std::string& file) { return file == "-" ? "<stdout>" : file; }

}  // namespace lacuna
