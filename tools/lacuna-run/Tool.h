// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_TOOL_H_
#define LACUNA_TOOLS_RUN_TOOL_H_

#include <memory>
#include <string>
#include <vector>

#include "Dump.h"
#include "Options.h"
#include "VulkanContext.h"
#include "VulkanRun.h"

namespace lacuna::run {

// What one command line comes to.
struct Report {
  ExitStatus status = kExitOk;
  std::string output;                 // for standard output
  std::vector<std::string> messages;  // for standard error, a line each
};

// Executes command lines; all of them share one Vulkan instance and its devices.
class Tool {
 public:
  // The device and the validation layer are chosen for the tool's whole life.
  Tool(std::string device, bool validate) : device_(std::move(device)), validate_(validate) {}

  Report Run(const Options& options);

 private:
  struct Outcome {
    std::string label;
    Dump dump;
    bool stand_in_touched = false;
  };

  bool Start(const Options& options, Failure* failure);
  Report Suggest(const Options& options);
  bool ReadProgram(const Options& options, size_t index, std::vector<Shader>* shaders, Failure* failure);
  // Each appends an outcome for every back end that runs.
  bool RunProgram(const Options& options, size_t index, const std::vector<const InterfaceMap*>& maps,
                  std::vector<Outcome>* outcomes, Failure* failure);
  bool RunShaders(const Options& options, size_t index, const std::vector<const InterfaceMap*>& maps,
                  std::vector<Shader>* shaders, std::vector<Outcome>* outcomes, Failure* failure);
  bool RunDevice(const Options& options, size_t index, const std::vector<Shader>& shaders, const Plan& plan,
                 RunOutput* output, Failure* failure);
  bool RunInterpreter(const Options& options, const std::vector<Shader>& shaders, const Plan& plan,
                      const std::string& label, RunOutput* output, Failure* failure);
  void Look(const Options& options, const Plan& plan, const RunOutput& output, Outcome* outcome);
  ExitStatus Finish(const Options& options, const std::vector<Outcome>& outcomes, const Dump& expected,
                    Failure* failure);

  std::string device_;
  bool validate_;
  std::unique_ptr<VulkanContext> context_;
  std::unique_ptr<VulkanDevices> devices_;  // destroyed before the context
  size_t validation_messages_ = 0;          // those that are reported already
  Report report_;                           // of the command line that runs
};

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_TOOL_H_
