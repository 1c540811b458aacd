// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "CpuRun.h"

#include "Interpreter/Draw.h"
#include "Interpreter/Interpreter.h"
#include "Interpreter/Lane.h"
#include "Interpreter/TexelCodec.h"

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

// The stages that the interpreter has.
bool FindModel(Stage stage, spv::ExecutionModel* model, Failure* failure) {
  switch (stage) {
    case Stage::kCompute:
      *model = spv::ExecutionModel::GLCompute;
      return true;
    case Stage::kVertex:
      *model = spv::ExecutionModel::Vertex;
      return true;
    case Stage::kFragment:
      *model = spv::ExecutionModel::Fragment;
      return true;
    default:
      return failure->Unsupported("tessellation and geometry shaders do not run on the CPU; --on=vulkan runs them");
  }
}

interpreter::RunResult Draw(const GraphicsState& graphics, const interpreter::Program& vertex,
                            const interpreter::Program* fragment, const interpreter::RunOptions& run,
                            RunOutput* output) {
  const TexelFormatInfo& format = GetFormat(graphics.target);
  Texel clear;
  clear.fill(format.format_class() == FormatClass::kFloat ? ToLane(GraphicsState::kClearNumber)
                                                          : uint64_t{GraphicsState::kClearInteger});
  const size_t pixels = size_t{graphics.width} * graphics.height;
  output->target.resize(pixels * format.texel_bytes());
  for (size_t i = 0; i < pixels; ++i) StoreTexel(format, clear, output->target.data() + i * format.texel_bytes());
  interpreter::DrawOptions draw;
  draw.points = graphics.topology == GraphicsState::Topology::kPoints;
  draw.vertices = graphics.vertices;
  draw.format = graphics.target;
  draw.width = graphics.width;
  draw.height = graphics.height;
  draw.target = output->target.data();
  return interpreter::DrawPrograms(vertex, fragment, draw, run);
}

}  // namespace

bool RunOnCpu(const std::vector<const std::vector<uint32_t>*>& modules, const Plan& plan, const CpuRunOptions& options,
              RunOutput* output, CpuRunReport* report, Failure* failure) {
  interpreter::ProgramPtr compute, vertex, fragment;
  for (size_t i = 0; i < modules.size(); ++i) {
    interpreter::LoadOptions load;
    if (!FindModel(plan.stages[i].stage, &load.model, failure)) return false;
    load.entry_point = plan.stages[i].entry_point;
    load.spec_constants = plan.stages[i].spec_constants;
    interpreter::LoadError error;
    interpreter::ProgramPtr program = interpreter::LoadProgram(*modules[i], load, &error);
    if (!program) return error.unsupported ? failure->Unsupported(error.message) : failure->Error(error.message);
    const Stage stage = plan.stages[i].stage;
    (stage == Stage::kVertex ? vertex : stage == Stage::kFragment ? fragment : compute) = std::move(program);
  }
  interpreter::RunOptions run;
  run.resources = Bind(plan, output);
  run.push_constants = plan.push_constants;
  run.groups = plan.groups;
  run.null_descriptors = plan.null_mode == NullMode::kNative;
  run.find_data_races = options.find_data_races;
  if (options.reverse) run.order = interpreter::InvocationOrder::kReverse;
  run.max_steps = options.max_steps;
  run.max_memory = options.max_memory;
  run.max_faults = options.max_faults;
  const interpreter::RunResult result = plan.is_graphics() ? Draw(plan.graphics, *vertex, fragment.get(), run, output)
                                                           : interpreter::RunProgram(*compute, run);
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
  return result.unsupported ? failure->Unsupported(result.error) : failure->Error(result.error);
}

}  // namespace lacuna::run
