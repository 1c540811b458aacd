// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Tool.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "Files.h"
#include "Numbers.h"
#include "Suggest.h"

namespace lacuna::run {
namespace {

bool ReadMaps(const std::vector<std::string>& paths, std::vector<InterfaceMap>* maps, Failure* failure) {
  for (const std::string& path : paths) {
    std::string text, error;
    if (!ReadFile(path, &text, failure)) return false;
    maps->emplace_back();
    if (!InterfaceMap::FromJson(text, &maps->back(), &error)) return failure->Error("'" + path + "': " + error);
  }
  return true;
}

bool ReadDump(const std::string& path, Dump* dump, Failure* failure) {
  std::string text, error;
  if (!ReadFile(path, &text, failure)) return false;
  return ParseDump(text, dump, &error) || failure->Error("'" + path + "': " + error);
}

bool WriteFile(const std::string& path, const std::string& content, Failure* failure) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) return failure->Error("cannot write '" + path + "': " + std::strerror(errno));
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  const bool closed = std::fclose(file) == 0;
  return (written && closed) || failure->Error("cannot write '" + path + "': " + std::strerror(errno));
}

// How messages name a program: its module, or the modules of its stages.
std::string LabelOf(const std::vector<ShaderFile>& program) {
  std::string label;
  for (const ShaderFile& file : program) label += (label.empty() ? "" : "+") + file.path;
  return label;
}

}  // namespace

bool Tool::Start(const Options& options, Failure* failure) {
  if (context_) return true;
  context_ = VulkanContext::Create(device_, validate_, failure);
  if (!context_) return false;
  devices_ = std::make_unique<VulkanDevices>(*context_);
  if (options.verbose) report_.messages.push_back("device " + std::string(context_->properties().deviceName));
  return true;
}

Report Tool::Run(const Options& options) {
  report_ = Report();
  Failure failure;
  std::vector<InterfaceMap> maps;
  Dump expected;
  std::vector<Outcome> outcomes;
  if (options.suggest) return Suggest(options);
  bool good = ReadMaps(options.description.map_files, &maps, &failure) &&
              (options.expect_file.empty() || ReadDump(options.expect_file, &expected, &failure)) &&
              (!options.on_vulkan || Start(options, &failure));
  for (size_t i = 0; good && i < options.programs.size(); ++i) {
    // The maps describe the rewritten program, the second of a comparison.
    std::vector<const InterfaceMap*> used;
    for (const InterfaceMap& map : maps) {
      if (i + 1 == options.programs.size()) used.push_back(&map);
    }
    good = RunProgram(options, i, used, &outcomes, &failure);
  }
  if (good) report_.status = Finish(options, outcomes, expected, &failure);
  if (!failure.message.empty()) {
    report_.status = failure.status;
    report_.messages.insert(report_.messages.begin(), "error: " + failure.message);
  }
  return std::move(report_);
}

Report Tool::Suggest(const Options& options) {
  Failure failure;
  std::vector<ModuleInfo> modules;
  std::vector<Shader> shaders;
  for (size_t i = 0; i < options.programs.size() && failure.message.empty(); ++i) {
    ReadProgram(options, i, &shaders, &failure);
    for (const Shader& shader : shaders) modules.push_back(shader.info);
  }
  if (!failure.message.empty() ||
      !SuggestOptions(modules, options.suggested_bytes, options.suggested_fill, &report_.output, &failure)) {
    report_.status = failure.status;
    report_.messages.push_back("error: " + failure.message);
  }
  return std::move(report_);
}

bool Tool::ReadProgram(const Options& options, size_t index, std::vector<Shader>* shaders, Failure* failure) {
  shaders->clear();
  for (const ShaderFile& file : options.programs[index]) {
    Shader shader;
    if (!ReadModule(file.path, &shader.words, failure)) return false;
    if (options.check_module && !ValidateModule(file.path, shader.words, failure)) return false;
    if (!ScanModule(shader.words, file.stage, options.description.entry_point, &shader.info, failure)) {
      failure->message = "'" + file.path + "': " + failure->message;
      return false;
    }
    shaders->push_back(std::move(shader));
  }
  return true;
}

bool Tool::RunProgram(const Options& options, size_t index, const std::vector<const InterfaceMap*>& maps,
                      std::vector<Outcome>* outcomes, Failure* failure) {
  std::vector<Shader> shaders;
  if (!ReadProgram(options, index, &shaders, failure)) return false;
  if (RunShaders(options, index, maps, &shaders, outcomes, failure)) return true;
  failure->message = "'" + LabelOf(options.programs[index]) + "': " + failure->message;
  return false;
}

bool Tool::RunShaders(const Options& options, size_t index, const std::vector<const InterfaceMap*>& maps,
                      std::vector<Shader>* shaders, std::vector<Outcome>* outcomes, Failure* failure) {
  const std::string label = LabelOf(options.programs[index]);
  PlanOptions plan_options;
  plan_options.null_mode = options.null_mode[index];
  plan_options.piece_mode = options.piece_mode[index];
  plan_options.maps = maps;
  plan_options.stand_in_range = options.stand_in_range;
  std::vector<ModuleInfo> modules;
  for (const Shader& shader : *shaders) modules.push_back(shader.info);
  Plan plan;
  if (!MakePlan(options.description, modules, plan_options, &plan, failure)) return false;
  if (options.verbose) {
    const std::vector<uint8_t>& push = plan.push_constants;
    const char* null_text = plan.null_mode == NullMode::kNative   ? "native"
                            : plan.null_mode == NullMode::kAbsent ? "absent"
                                                                  : "a stand-in";
    report_.messages.push_back(label + ": null is " + null_text + ", push constants " +
                               (push.empty() ? "none" : FormatHexBytes(push.data(), push.size())));
  }
  const bool both = options.on_cpu && options.on_vulkan;
  if (options.on_vulkan) {
    Outcome outcome;
    outcome.label = label + (both ? " on vulkan" : "");
    RunOutput output;
    if (!RunDevice(options, index, *shaders, plan, &output, failure)) return false;
    Look(options, plan, output, &outcome);
    outcomes->push_back(std::move(outcome));
  }
  if (options.on_cpu) {
    Outcome outcome;
    outcome.label = label + (both ? " on cpu" : "");
    RunOutput output;
    if (!RunInterpreter(options, *shaders, plan, outcome.label, &output, failure)) return false;
    Look(options, plan, output, &outcome);
    outcomes->push_back(std::move(outcome));
  }
  return true;
}

bool Tool::RunDevice(const Options& options, size_t index, const std::vector<Shader>& shaders, const Plan& plan,
                     RunOutput* output, Failure* failure) {
  VulkanRunOptions run_options;
  run_options.ignore_missing_features = options.ignore_missing_features;
  run_options.robust = options.robust[index];
  run_options.timeout_s = options.timeout_s;
  const bool good = RunOnVulkan(devices_.get(), shaders, plan, run_options, output, failure);
  const std::vector<std::string>& validation = context_->validation_messages();
  for (; validation_messages_ < validation.size(); ++validation_messages_) {
    report_.messages.push_back("validation layer: " + validation[validation_messages_]);
    report_.status = kExitError;
  }
  return good;
}

bool Tool::RunInterpreter(const Options& options, const std::vector<Shader>& shaders, const Plan& plan,
                          const std::string& label, RunOutput* output, Failure* failure) {
  CpuRunReport cpu;
  std::vector<const std::vector<uint32_t>*> modules;
  for (const Shader& shader : shaders) modules.push_back(&shader.words);
  const bool good = RunOnCpu(modules, plan, options.cpu, output, &cpu, failure);
  for (const std::string& fault : cpu.faults) report_.messages.push_back("error: '" + label + "': " + fault);
  if (options.verbose) {
    report_.messages.push_back(label + ": " + std::to_string(cpu.steps) + " instructions, " +
                               std::to_string(cpu.undefined_stores) + " undefined values stored");
  }
  return good;
}

void Tool::Look(const Options& options, const Plan& plan, const RunOutput& output, Outcome* outcome) {
  outcome->dump = MakeDump(plan, output);
  if (options.allow_stand_in_writes) return;
  for (const std::string& line : FindTouchedStandIns(plan, output)) {
    report_.messages.push_back(outcome->label + ": " + line);
    outcome->stand_in_touched = true;
  }
}

// Puts what was asked for into the report, and returns how the run ends.
ExitStatus Tool::Finish(const Options& options, const std::vector<Outcome>& outcomes, const Dump& expected,
                        Failure* failure) {
  // Everything must be like the expected dump, or else like the first outcome.
  const bool has_expected = !options.expect_file.empty();
  const Outcome& first = outcomes[0];
  std::string difference;
  for (size_t i = has_expected ? 0 : 1; i < outcomes.size() && difference.empty(); ++i) {
    difference = FirstDifference(has_expected ? expected : first.dump, has_expected ? options.expect_file : first.label,
                                 outcomes[i].dump, outcomes[i].label);
  }
  if (!difference.empty()) report_.output += difference + "\n";
  const std::string dump = options.json ? FormatDumpJson(outcomes[0].dump) : FormatDump(outcomes[0].dump);
  if (!options.output_file.empty()) {
    if (!WriteFile(options.output_file, dump, failure)) return kExitError;
  } else if (!options.compare && options.expect_file.empty()) {
    report_.output += dump;
  }
  if (!difference.empty() || report_.status == kExitError) return kExitError;
  for (const Outcome& outcome : outcomes) {
    if (outcome.stand_in_touched) return kExitStandInTouched;
  }
  return kExitOk;
}

}  // namespace lacuna::run
