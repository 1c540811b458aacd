// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// lacuna-run: executes a compute shader on a description of resources.
// docs/Running.md is its manual.

#include <cstdio>

#include "Dump.h"
#include "Files.h"
#include "Numbers.h"
#include "Options.h"
#include "VulkanRun.h"

namespace lacuna::run {
namespace {

struct Outcome {
  Dump dump;
  bool stand_in_touched = false;
};

// Ends the tool's work: prints the message, returns the status.
int Fail(const Failure& failure) {
  std::fprintf(stderr, "lacuna-run: error: %s\n", failure.message.c_str());
  return failure.status;
}

void Print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

bool ReadMap(const std::string& path, std::optional<InterfaceMap>* map, Failure* failure) {
  if (path.empty()) return true;
  std::string text, error;
  if (!ReadFile(path, &text, failure)) return false;
  map->emplace();
  return InterfaceMap::FromJson(text, &**map, &error) || failure->Error("'" + path + "': " + error);
}

class Tool {
 public:
  explicit Tool(const Options& options) : options_(options) {}

  int Run() {
    Failure failure;
    std::optional<InterfaceMap> map;
    if (!ReadMap(options_.description.map_file, &map, &failure)) return Fail(failure);
    Dump expected;
    if (!options_.expect_file.empty() && !ReadExpected(&expected, &failure)) return Fail(failure);
    context_ = VulkanContext::Create(options_.device, options_.validate, &failure);
    if (!context_) return Fail(failure);
    if (options_.verbose) std::fprintf(stderr, "lacuna-run: device %s\n", context_->properties().deviceName);

    std::vector<Outcome> outcomes(options_.modules.size());
    for (size_t i = 0; i < outcomes.size(); ++i) {
      // The map describes the rewritten module, the second of a comparison.
      const bool has_map = map && i + 1 == outcomes.size();
      if (!LoadAndRun(i, has_map ? &*map : nullptr, &outcomes[i], &failure)) return Fail(failure);
    }
    for (const std::string& message : context_->validation_messages()) {
      std::fprintf(stderr, "lacuna-run: validation layer: %s\n", message.c_str());
    }
    const bool same = Report(outcomes, expected);
    if (!same || !context_->validation_messages().empty()) return kExitError;
    for (const Outcome& outcome : outcomes) {
      if (outcome.stand_in_touched) return kExitStandInTouched;
    }
    return kExitOk;
  }

 private:
  bool ReadExpected(Dump* expected, Failure* failure) {
    std::string text, error;
    if (!ReadFile(options_.expect_file, &text, failure)) return false;
    return ParseDump(text, expected, &error) || failure->Error("'" + options_.expect_file + "': " + error);
  }

  bool LoadAndRun(size_t index, const InterfaceMap* map, Outcome* outcome, Failure* failure) {
    const std::string& path = options_.modules[index];
    std::vector<uint32_t> words;
    if (!ReadModule(path, &words, failure)) return false;
    if (options_.check_module && !ValidateModule(path, words, failure)) return false;
    if (RunModule(index, words, map, outcome, failure)) return true;
    failure->message = "'" + path + "': " + failure->message;
    return false;
  }

  bool RunModule(size_t index, const std::vector<uint32_t>& words, const InterfaceMap* map, Outcome* outcome,
                 Failure* failure) {
    const std::string& path = options_.modules[index];
    ModuleInfo module;
    if (!ScanModule(words, options_.description.entry_point, &module, failure)) return false;
    PlanOptions plan_options;
    plan_options.null_mode = options_.null_mode[index];
    plan_options.map = map;
    plan_options.stand_in_range = options_.stand_in_range;
    Plan plan;
    if (!MakePlan(options_.description, module, plan_options, &plan, failure)) return false;
    if (options_.verbose) {
      std::fprintf(stderr, "lacuna-run: %s: null is %s, push constants %s\n", path.c_str(),
                   plan_options.null_mode == NullMode::kNative ? "native" : "a stand-in",
                   plan.push_constants.empty()
                       ? "none"
                       : FormatHexBytes(plan.push_constants.data(), plan.push_constants.size()).c_str());
    }
    VulkanRunOptions run_options;
    run_options.robust = options_.robust[index];
    run_options.timeout_s = options_.timeout_s;
    RunOutput output;
    if (!RunOnVulkan(*context_, words, module, plan, run_options, &output, failure)) return false;
    outcome->dump = MakeDump(plan, output);
    if (options_.allow_stand_in_writes) return true;
    for (const std::string& line : FindTouchedStandIns(plan, output)) {
      std::fprintf(stderr, "lacuna-run: %s: %s\n", path.c_str(), line.c_str());
      outcome->stand_in_touched = true;
    }
    return true;
  }

  // Prints what was asked for; returns false when it is a difference.
  bool Report(const std::vector<Outcome>& outcomes, const Dump& expected) {
    std::string difference;
    if (options_.compare) {
      difference = FirstDifference(outcomes[0].dump, options_.modules[0], outcomes[1].dump, options_.modules[1]);
    } else if (!options_.expect_file.empty()) {
      difference = FirstDifference(expected, options_.expect_file, outcomes[0].dump, options_.modules[0]);
    } else {
      Print(options_.json ? FormatDumpJson(outcomes[0].dump) : FormatDump(outcomes[0].dump));
    }
    if (difference.empty()) return true;
    Print(difference + "\n");
    return false;
  }

  const Options& options_;
  std::unique_ptr<VulkanContext> context_;
};

}  // namespace
}  // namespace lacuna::run

int main(int argc, char** argv) {
  lacuna::run::Options options;
  lacuna::run::Failure failure;
  if (!lacuna::run::ParseOptions(argc, argv, &options, &failure)) return lacuna::run::Fail(failure);
  if (options.help) {
    lacuna::run::Print(lacuna::run::HelpText());
    return lacuna::run::kExitOk;
  }
  return lacuna::run::Tool(options).Run();
}
