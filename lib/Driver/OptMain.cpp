// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/OptMain.h"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "Driver/Arguments.h"
#include "Driver/Diagnostics.h"
#include "Driver/Help.h"
#include "Driver/ModuleReader.h"
#include "Driver/OutputFile.h"
#include "Driver/RemarkYaml.h"
#include "Interface/EmbeddedMap.h"
#include "Support/Text.h"
#include "spirv-tools/libspirv.hpp"

namespace lacuna {

namespace {

constexpr int kFailure = 1;

int PrintToStdout(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return 0;
  PrintError("standard output cannot be written");
  return kFailure;
}

int PrintPassHelp(const std::string& name, const Registry& registry) {
  if (const auto pass = registry.Find(name)) return PrintToStdout(PassHelpText(*pass));
  std::vector<std::string> names;
  for (const auto& pass : registry.passes()) names.push_back(pass->flag);
  PrintError("--help= takes the name of one of Lacuna's passes, not '" + name + "'" + DidYouMean(name, names) +
             "\nthe passes are " + Join(names, ", "));
  return kFailure;
}

// The result as it is to be written: words, or assembly text.
bool Encode(const std::vector<uint32_t>& words, const Arguments& arguments, std::string* contents) {
  if (!arguments.text_output) {
    contents->assign(reinterpret_cast<const char*>(words.data()), words.size() * sizeof(uint32_t));
    return true;
  }
  spvtools::SpirvTools tools(arguments.options.target_env);
  if (tools.Disassemble(words, contents, SPV_BINARY_TO_TEXT_OPTION_INDENT | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES)) {
    return true;
  }
  PrintError(InputName(arguments.input), {}, "the result cannot be written as assembly text");
  return false;
}

int Run(Arguments& arguments, const Registry& registry) {
  ModuleInput input;
  if (!ReadModule(arguments.input, arguments.options.target_env, &input)) return kFailure;

  YamlRemarks remarks;
  if (!arguments.remarks.empty()) arguments.options.remarks = &remarks;
  RunResult result = arguments.pipeline.Run(input.words.data(), input.words.size(), arguments.options);
  PrintDiagnostics(input, result);
  if (!result.ok()) return kFailure;
  if (arguments.stats) std::fputs(StatisticsText(result.statistics, registry).c_str(), stderr);
  if (arguments.stats_json) std::fputs(StatisticsJson(result.statistics).c_str(), stderr);

  const std::string interface = result.interface_map.ToJson();
  std::string module, error;
  if (arguments.embed_interface && !EmbedInterfaceMap(interface, arguments.options.target_env,
                                                      arguments.options.max_id_bound, &result.words, &error)) {
    PrintError(InputName(arguments.input), {}, error);
    return kFailure;
  }
  if (!Encode(result.words, arguments, &module)) return kFailure;

  // First all temporary files, then all names, so that no failure to write one
  // output leaves another one written. The module comes last: where it is, so
  // is its map.
  std::vector<std::unique_ptr<OutputFile>> files;
  const auto prepare = [&files](const std::string& path, const std::string& contents) {
    if (path.empty()) return true;
    files.push_back(std::make_unique<OutputFile>(path));
    return files.back()->Prepare(contents);
  };
  if (!prepare(arguments.interface, interface) || !prepare(arguments.remarks, remarks.text()) ||
      !prepare(arguments.output, module)) {
    return kFailure;
  }
  for (const auto& file : files) {
    if (!file->Commit()) return kFailure;
  }
  return 0;
}

}  // namespace

int OptMain(int argc, const char* const* argv, Registry& registry) {
  Arguments arguments = ParseArguments(argc, argv, registry);
  switch (arguments.action) {
    case Arguments::Action::kFail:
      return kFailure;
    case Arguments::Action::kPrintHelp:
      return PrintToStdout(HelpText(registry));
    case Arguments::Action::kPrintPassHelp:
      return PrintPassHelp(arguments.help_pass, registry);
    case Arguments::Action::kPrintVersion:
      return PrintToStdout(VersionText());
    case Arguments::Action::kPrintPasses:
      return PrintToStdout(PassListText(registry));
    case Arguments::Action::kPrintPassesJson:
      return PrintToStdout(PassListJson(registry));
    case Arguments::Action::kPrintPipeline:
      return PrintToStdout(arguments.pipeline.ToString() + '\n');
    case Arguments::Action::kRun:
      break;
  }
  return Run(arguments, registry);
}

}  // namespace lacuna
