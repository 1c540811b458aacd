// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "CpuRun.h"

#include "Interpreter/Interpreter.h"

namespace lacuna::run {
namespace {

// The plan's resources over copies of their contents, which the shader changes.
std::vector<interpreter::BoundResource> Bind(const Plan& plan, RunOutput* output) {
  std::vector<interpreter::BoundResource> resources;
  output->descriptors.clear();
  for (const PlannedBinding& binding : plan.bindings) {
    interpreter::BoundResource resource;
    resource.set = binding.set;
    resource.binding = binding.binding;
    resource.kind = binding.kind;
    output->descriptors.emplace_back();
    for (const PlannedDescriptor& descriptor : binding.descriptors) {
      output->descriptors.back().push_back(descriptor.contents);
      interpreter::BoundDescriptor bound;
      bound.null = descriptor.null;
      bound.stand_in = descriptor.stand_in;
      bound.memory = output->descriptors.back().back().data();
      bound.offset = descriptor.offset;
      bound.range = descriptor.range;
      bound.readable = descriptor.readable;
      bound.shape = descriptor.shape;
      bound.sampler = descriptor.sampler;
      resource.descriptors.push_back(bound);
    }
    resources.push_back(std::move(resource));
  }
  return resources;
}

}  // namespace

bool RunOnCpu(const std::vector<uint32_t>& words, const Plan& plan, const CpuRunOptions& options, RunOutput* output,
              CpuRunReport* report, Failure* failure) {
  if (plan.is_graphics()) {
    return failure->Unsupported("graphics pipelines do not run on the CPU; --on=vulkan runs them");
  }
  interpreter::LoadOptions load;
  load.entry_point = plan.stages[0].entry_point;
  load.spec_constants = plan.stages[0].spec_constants;
  interpreter::LoadError error;
  const interpreter::ProgramPtr program = interpreter::LoadProgram(words, load, &error);
  if (!program) return error.unsupported ? failure->Unsupported(error.message) : failure->Error(error.message);

  interpreter::RunOptions run;
  run.resources = Bind(plan, output);
  run.push_constants = plan.push_constants;
  run.groups = plan.groups;
  run.null_descriptors = plan.null_mode == NullMode::kNative;
  run.find_data_races = options.find_data_races;
  run.max_steps = options.max_steps;
  run.max_memory = options.max_memory;
  run.max_faults = options.max_faults;
  const interpreter::RunResult result = interpreter::RunProgram(*program, run);
  report->steps = result.steps;
  report->undefined_stores = result.undefined_stores;
  // Read back is what shaders can write to, as from a device.
  for (size_t b = 0; b < plan.bindings.size(); ++b) {
    if (IsWritable(plan.bindings[b].kind)) continue;
    for (std::vector<uint8_t>& contents : output->descriptors[b]) contents.clear();
  }
  if (result.completed) return true;
  for (const interpreter::Fault& fault : result.faults) report->faults.push_back(fault.Text());
  if (!report->faults.empty()) {
    failure->Error(report->faults.front());
    report->faults.erase(report->faults.begin());
    failure->status = kExitFault;
    return false;
  }
  return failure->Error(result.error);
}

}  // namespace lacuna::run
