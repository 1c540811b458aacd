// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Options.h"

#include <string_view>

#include "Support/BadOption.h"

namespace lacuna::reflect {

namespace {

struct ActionFlag {
  std::string_view flag;
  Action action;
  size_t min_files, max_files;
};

constexpr size_t kAnyNumber = SIZE_MAX;

constexpr ActionFlag kActions[] = {
    {"--effect", Action::kEffect, 1, 1},
    {"--pairs", Action::kPairs, 1, 1},
    {"--vertex-inputs", Action::kVertexInputs, 1, 1},
    {"--verify", Action::kVerify, 2, 2},
    {"--check", Action::kCheck, 1, 1},
    {"--stages", Action::kStages, 2, 2},
    {"--layout", Action::kLayout, 1, kAnyNumber},
    {"--c-header", Action::kCHeader, 1, 1},
    {"--cpp", Action::kCppHeader, 1, 1},
    {"--interface", Action::kInterface, 1, 1},
    {"--diff", Action::kDiff, 2, 2},
};

bool ParseStage(std::string_view text, reflection::Stage* stage) {
  for (int i = 1; i <= static_cast<int>(reflection::Stage::kCallable); ++i) {
    *stage = static_cast<reflection::Stage>(i);
    if (reflection::Name(*stage) == text) return true;
  }
  return false;
}

// Kinds that get presence bits on request, separated by commas.
bool ParsePresence(std::string_view text, reflection::PresenceNumbering* numbering) {
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    const std::string_view kind = text.substr(0, comma);
    if (kind == "storage-buffers") {
      numbering->storage_buffers = true;
    } else if (kind == "uniform-buffers") {
      numbering->uniform_buffers = true;
    } else {
      return false;
    }
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return true;
}

class Parser {
 public:
  Parser(Options* options, std::string* error) : options_(*options), error_(*error) {}

  bool Run(const std::vector<std::string>& arguments) {
    for (size_t i = 0; i < arguments.size(); ++i) {
      const std::string& argument = arguments[i];
      if (argument == "--") {
        options_.files.insert(options_.files.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                              arguments.end());
        break;
      }
      if (argument == "--help" || argument == "-h" || argument == "--version") {
        options_.action = argument == "--version" ? Action::kVersion : Action::kHelp;
        return true;
      }
      if (argument.size() < 2 || argument[0] != '-') {
        options_.files.push_back(argument);
      } else if (!ParseFlag(argument)) {
        return false;
      }
    }
    return CheckFiles();
  }

 private:
  bool Fail(const std::string& message) {
    error_ = message;
    return false;
  }

  bool ParseFlag(const std::string& argument) {
    for (const ActionFlag& action : kActions) {
      if (argument != action.flag) continue;
      if (!action_flag_.empty() && action_flag_ != argument) {
        return Fail("'" + argument + "' and '" + action_flag_ + "' cannot be done at once");
      }
      action_flag_ = argument;
      options_.action = action.action;
      return true;
    }
    if (argument == "--json") return options_.json = true;
    if (argument == "--only-used") return options_.only_used = true;
    if (argument == "--sampler-parameters") return options_.sampler_parameters = true;
    if (argument == "--empty-buffers") return options_.empty_buffers = true;
    const size_t equals = argument.find('=');
    if (equals == std::string::npos) return Unknown(argument);
    const std::string key = argument.substr(0, equals), value = argument.substr(equals + 1);
    if (key == "--entry") return Take(value, &options_.entry_point);
    if (key == "--annotations") return Take(value, &options_.annotations);
    if (key == "--against-layout") return Take(value, &options_.layout);
    if (key == "--against-slots") return Take(value, &options_.slots);
    if (key == "--scope") return Take(value, &options_.scope);
    if (key == "--stage") {
      return ParseStage(value, &options_.stage) ||
             Fail("'" + value +
                  "' is no stage; stages are vertex, tessellation-control, tessellation-evaluation, "
                  "geometry, fragment, compute, kernel, task, mesh, ray-generation, intersection, any-hit, "
                  "closest-hit, miss and callable");
    }
    if (key == "--presence") {
      return ParsePresence(value, &options_.numbering) ||
             Fail("--presence= takes storage-buffers and uniform-buffers, separated by a comma");
    }
    if (key == "--runtime-counts") {
      std::string why;
      return RuntimeCounts::Parse(value, &options_.numbering.runtime_counts, &why) || Fail("--runtime-counts=: " + why);
    }
    return Unknown(argument);
  }

  static bool Take(const std::string& value, std::string* result) {
    *result = value;
    return true;
  }

  bool Unknown(const std::string& argument) { return Fail(BadOptionText(argument, HelpText())); }

  bool CheckFiles() {
    size_t min_files = 1, max_files = 1;
    for (const ActionFlag& action : kActions) {
      if (action.flag != action_flag_) continue;
      min_files = action.min_files;
      max_files = action.max_files;
    }
    const bool against = !options_.layout.empty() || !options_.slots.empty();
    if (against && options_.action != Action::kVerify && options_.action != Action::kCheck) {
      return Fail("--against-layout= and --against-slots= go with --verify and --check only");
    }
    // What a module is verified against need not be another module.
    if (options_.action == Action::kVerify && against) min_files = 1;
    const size_t count = options_.files.size();
    if (count >= min_files && count <= max_files) return true;
    const std::string what = action_flag_.empty() ? "the tool" : "'" + action_flag_ + "'";
    const std::string wanted = max_files == kAnyNumber  ? "one file or more"
                               : max_files == 1         ? "one file"
                               : min_files == max_files ? "two files"
                                                        : "one file or two";
    return Fail(what + " takes " + wanted + ", but " + std::to_string(count) + (count == 1 ? " is" : " are") +
                " given; --help shows how");
  }

  Options& options_;
  std::string& error_;
  std::string action_flag_;
};

}  // namespace

bool ParseOptions(const std::vector<std::string>& arguments, Options* options, std::string* error) {
  return Parser(options, error).Run(arguments);
}

std::string HelpText() {
  return R"(usage: lacuna-reflect [options] <file>...

Tells what is in a shader. A file is SPIR-V in either byte order, a DXBC
container (shader models 4 and 5) or D3D9 bytecode (1 to 3); "-" is standard input.

What to print (one of):
  (nothing)              a table
  --effect               constant buffers, textures, samplers and parameters of one entry point, as JSON
  --pairs                texture and sampler pairs in the order in which SPIRV-Cross declares them
  --vertex-inputs        inputs by location, with usage and index
  --check                what is wrong within the module
  --verify <a> <b>       whether b can stand in for a: what is missing, renumbered or resized
  --verify <b>           with --against-layout= or --against-slots=: whether b fits what the file says
  --stages <a> <b>       whether the outputs of a fit the inputs of b
  --diff <a> <b>         all differences
  --layout <file>...     the pipeline layout of all files together, with numbered presence bits, as JSON that
                         the pass option layout= takes
  --c-header, --cpp      structures of C or C++ for every block, with static assertions
  --interface            the interface map that spirv-opt --embed-interface put into the module

Options:
  --json                 JSON instead of text
  --entry=<name>         the entry point for --effect, --pairs, --vertex-inputs and --stages (default: the first)
  --stage=<stage>        the same, by stage
  --only-used            --effect: only what the entry point uses
  --sampler-parameters   --effect: samplers are parameters, too
  --empty-buffers        DXBC: constant buffers without variables, too
  --annotations=<file>   --effect: a JSON object from a parameter's name to an object of annotations
  --against-layout=<file>  --verify, --check: against the output of --layout
  --against-slots=<file>   --verify, --check: against {"textures": {"name": slot}, "samplers": {}}
  --presence=<kinds>     --layout: bits for storage-buffers, uniform-buffers as well
  --runtime-counts=<set>.<binding>:<count>,...  --layout: lengths that the shaders leave open
  --scope=<name>         --c-header: prefix of all names; --cpp: the namespace (default: shader)
  --version, --help

Exit status: 0, or 1 when an input or option is bad, or 2 when --check, --verify or --stages found an error or
--diff a difference.
)";
}

}  // namespace lacuna::reflect
