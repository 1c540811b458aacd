// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// lacuna-run: executes shaders on a description of resources. docs/Running.md is
// its manual.

#include <cstdio>

#include "Batch.h"
#include "Files.h"
#include "Options.h"
#include "Tool.h"
#include "lacuna/Version.h"

namespace lacuna::run {
namespace {

void Print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

// Results that reach nobody are no success, whatever the run came to: `status`,
// or that of an error where standard output took less than it was given.
int Finish(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  std::fprintf(stderr, "lacuna-run: error: standard output cannot be written\n");
  return kExitError;
}

// Ends the tool's work: prints the message, returns the status.
int Fail(const Failure& failure) {
  std::fprintf(stderr, "lacuna-run: error: %s\n", failure.message.c_str());
  return failure.status;
}

// One line of a batch: the options of the batch's own command line, then its own.
Report RunLine(const std::vector<std::string>& shared, const Options& batch, const BatchLine& line, Tool* tool) {
  std::vector<std::string> arguments = shared;
  arguments.insert(arguments.end(), line.arguments.begin(), line.arguments.end());
  Options options;
  Failure failure;
  if (ParseOptions(arguments, &options, &failure)) {
    if (options.device != batch.device || options.validate != batch.validate || !options.batch_file.empty() ||
        options.help || options.version) {
      failure.Error("--device=, --validate, --batch=, --help and --version do not belong into a line of a batch");
    } else {
      return tool->Run(options);
    }
  }
  Report report;
  report.status = failure.status;
  report.messages.push_back("error: " + failure.message);
  return report;
}

std::string Indent(const std::string& text) {
  std::string indented;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    const size_t next = end == std::string::npos ? text.size() : end + 1;
    indented += "    " + text.substr(begin, next - begin);
    begin = next;
  }
  return indented;
}

int RunBatch(const std::vector<std::string>& arguments, const Options& batch) {
  Failure failure;
  std::string text;
  std::vector<BatchLine> lines;
  if (!ReadFile(batch.batch_file, &text, &failure)) return Fail(failure);
  if (!ParseBatch(text, &lines, &failure)) {
    failure.message = "'" + batch.batch_file + "': " + failure.message;
    return Fail(failure);
  }
  std::vector<std::string> shared;
  for (const std::string& argument : arguments) {
    if (argument.rfind("--batch=", 0) != 0) shared.push_back(argument);
  }
  Tool tool(batch.device, batch.validate);
  size_t failed = 0;
  for (const BatchLine& line : lines) {
    // What a crash or a timeout ends must be seen to have been begun.
    std::printf("line %zu: ", line.number);
    std::fflush(stdout);
    const Report report = RunLine(shared, batch, line, &tool);
    failed += report.status != kExitOk;
    std::printf("exit status %d\n", static_cast<int>(report.status));
    Print(Indent(report.output));
    std::fflush(stdout);
    for (const std::string& message : report.messages) {
      std::fprintf(stderr, "lacuna-run: line %zu: %s\n", line.number, message.c_str());
    }
  }
  std::printf("%zu line%s, %zu of them with another exit status than 0\n", lines.size(), lines.size() == 1 ? "" : "s",
              failed);
  return Finish(failed ? kExitError : kExitOk);
}

int Run(const std::vector<std::string>& arguments) {
  Options options;
  Failure failure;
  if (!ParseOptions(arguments, &options, &failure)) return Fail(failure);
  if (options.help) {
    Print(HelpText());
    return Finish(kExitOk);
  }
  if (options.version) {
    Print("lacuna-run " + VersionString() + ", SPIRV-Tools " + SpirvToolsVersionString() + "\n");
    return Finish(kExitOk);
  }
  if (!options.batch_file.empty()) return RunBatch(arguments, options);
  const Report report = Tool(options.device, options.validate).Run(options);
  for (const std::string& message : report.messages) std::fprintf(stderr, "lacuna-run: %s\n", message.c_str());
  Print(report.output);
  return Finish(report.status);
}

}  // namespace
}  // namespace lacuna::run

int main(int argc, char** argv) { return lacuna::run::Run({argv + 1, argv + argc}); }
