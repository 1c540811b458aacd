// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interpreter/Machine.h"

#include <algorithm>

namespace lacuna::interpreter {
namespace {

bool IsTexelBuffer(DescriptorKind kind) {
  return kind == DescriptorKind::kUniformTexelBuffer || kind == DescriptorKind::kStorageTexelBuffer;
}

bool IsBuffer(DescriptorKind kind) {
  return kind == DescriptorKind::kStorageBuffer || kind == DescriptorKind::kUniformBuffer;
}

}  // namespace

Machine::Machine(const Program& program, const RunOptions& options) : program_(program), options_(options) {
  context_.machine = this;
  context_.layouts = program.layouts.data();
  context_.max_steps = options.max_steps;
}

RunResult Machine::Run() {
  if (!Bind()) return std::move(result_);
  const uint64_t size = uint64_t{program_.local_size[0]} * program_.local_size[1] * program_.local_size[2];
  if (!CheckMemory(size)) return std::move(result_);
  invocations_.resize(size);
  const std::array<uint32_t, 3>& groups = options_.groups;
  for (uint32_t z = 0; z < groups[2]; ++z) {
    for (uint32_t y = 0; y < groups[1]; ++y) {
      for (uint32_t x = 0; x < groups[0]; ++x) {
        if (!RunGroup({InOrder(x, groups[0]), InOrder(y, groups[1]), InOrder(z, groups[2])})) {
          result_.steps = context_.steps;
          return std::move(result_);
        }
      }
    }
  }
  result_.steps = context_.steps;
  result_.undefined_stores = undefined_stores;
  result_.completed = result_.faults.empty();
  return std::move(result_);
}

bool Machine::CheckMemory(uint64_t size) {
  const uint64_t lanes = program_.invocation_lanes + uint64_t{program_.functions[0].frame_lanes};
  constexpr uint64_t kBytesPerLane = sizeof(uint64_t) + 1;
  if (size != 0 && size <= 65536 && size * lanes + program_.workgroup_lanes <= options_.max_memory / kBytesPerLane) {
    return true;
  }
  const bool compute = program_.model == spv::ExecutionModel::GLCompute;
  result_.error = (compute ? "a workgroup of " : "a graphics stage with ") + std::to_string(size) +
                  " invocations needs more memory than the limit of " + std::to_string(options_.max_memory) + " bytes";
  return false;
}

bool Machine::Bind() {
  resources_.resize(program_.resources.size() + 1);
  for (size_t i = 0; i < program_.resources.size(); ++i) {
    if (program_.resources[i].used && !BindResource(program_.resources[i], &resources_[i])) return false;
  }
  push_constants_ = options_.push_constants;
  Resource& push = resources_.back();
  push.name = "the push constants";
  Descriptor descriptor;
  descriptor.null = false;
  descriptor.bytes = push_constants_.data();
  descriptor.range = descriptor.readable = push_constants_.size();
  push.descriptors.push_back(descriptor);
  return true;
}

bool Machine::BindResource(const ResourceVariable& variable, Resource* resource) {
  resource->name = std::to_string(variable.set) + "." + std::to_string(variable.binding);
  const auto found = std::find_if(
      options_.resources.begin(), options_.resources.end(),
      [&](const BoundResource& bound) { return bound.set == variable.set && bound.binding == variable.binding; });
  const std::string kind(DescriptorKindName(variable.kind));
  if (found == options_.resources.end()) {
    result_.error = "the module uses the " + kind + " " + resource->name + ", which is not bound";
    return false;
  }
  if (found->kind != variable.kind) {
    result_.error = resource->name + " is a " + kind + " in the module, but bound as a " +
                    std::string(DescriptorKindName(found->kind));
    return false;
  }
  if (found->descriptors.size() > kMaxElements ||
      (!variable.runtime_sized && found->descriptors.size() < variable.count)) {
    result_.error = resource->name + " has " + std::to_string(variable.count) + " elements in the module, and " +
                    std::to_string(found->descriptors.size()) + " are bound";
    return false;
  }
  for (const BoundDescriptor& bound : found->descriptors) {
    Descriptor descriptor;
    descriptor.null = bound.null;
    descriptor.stand_in = bound.stand_in;
    descriptor.sampler = bound.sampler;
    if (!bound.null) {
      descriptor.bytes = bound.memory ? bound.memory + bound.offset : nullptr;
      descriptor.range = bound.range;
      descriptor.readable = std::max(bound.range, bound.readable);
      descriptor.image.shape = bound.shape;
      descriptor.image.bytes = bound.memory;
      if (IsTexelBuffer(variable.kind)) {
        descriptor.image.bytes = descriptor.bytes;
        descriptor.image.shape.dim = ImageDim::kBuffer;
        descriptor.image.shape.extent = {
            static_cast<uint32_t>(bound.range / GetFormat(bound.shape.format).texel_bytes()), 1, 1};
      }
      const bool sampler = variable.kind == DescriptorKind::kSampler;
      if (!sampler && (!bound.memory || (!IsBuffer(variable.kind) && bound.shape.format == TexelFormat::kNone))) {
        result_.error = resource->name + " has an element without memory or format";
        return false;
      }
    }
    resource->descriptors.push_back(descriptor);
  }
  return true;
}

std::string Machine::ObjectName(uint32_t object) const {
  const uint32_t index = (object >> kElementBits) - 1;
  if (index >= resources_.size()) return "no resource";
  std::string text = resources_[index].name;
  if (index >= program_.resources.size()) return text;
  text += "[" + std::to_string(object & (kMaxElements - 1)) + "]";
  const auto name = program_.module.names.find(program_.resources[index].id);
  if (name != program_.module.names.end() && !name->second.empty()) text += " ('" + name->second + "')";
  return text;
}

const Op* Machine::Report(const Op* op, Context& context, FaultKind kind, const std::string& what, uint32_t object) {
  const Function& function = context.function();
  const Module& module = program_.module;
  const size_t index = static_cast<size_t>(op - function.code.data());
  const Instruction& instruction = module.instructions[function.origins[index]];
  Fault fault;
  fault.kind = kind;
  fault.what = what;
  fault.instruction = module.Describe(instruction);
  fault.result = instruction.result;
  const auto name = module.names.find(instruction.result);
  if (name != module.names.end()) fault.name = name->second;
  const SourceLine& line = module.lines[instruction.line];
  fault.file = line.file;
  fault.line = line.line;
  fault.column = line.column;
  fault.invocation = context.invocation->global_id;
  if (program_.model == spv::ExecutionModel::Vertex) fault.place = "vertex " + std::to_string(fault.invocation[0]);
  if (program_.model == spv::ExecutionModel::Fragment) {
    fault.place = "pixel (" + std::to_string(fault.invocation[0]) + "," + std::to_string(fault.invocation[1]) + ")";
    if (context.invocation->helper) fault.place += ", a helper invocation";
  }
  if (object) fault.resource = ObjectName(object);
  result_.faults.push_back(std::move(fault));
  if (result_.faults.size() < options_.max_faults) return op + 1;
  context.stop = StopReason::kFault;
  return nullptr;
}

bool Machine::Enter(const Function& function, Context& context, const Op* return_to, uint32_t result) {
  Invocation& invocation = *context.invocation;
  if (invocation.frames.size() >= options_.max_call_depth) {
    context.stop = StopReason::kCallDepth;
    return false;
  }
  uint32_t base = program_.invocation_lanes;
  if (!invocation.frames.empty()) base = invocation.frames.back().base + invocation.frames.back().function->frame_lanes;
  const uint64_t end = uint64_t{base} + function.frame_lanes;
  if (end > invocation.lanes.size()) {
    if (end > options_.max_memory / (sizeof(uint64_t) + 1) / invocations_.size()) {
      context.stop = StopReason::kMemory;
      return false;
    }
    invocation.lanes.resize(end);
    invocation.poison.resize(end);
  }
  Frame frame;
  frame.function = &function;
  frame.base = base;
  frame.objects = static_cast<uint32_t>(invocation.objects.size());
  frame.return_to = return_to;
  frame.result = result;
  invocation.frames.push_back(frame);
  context.frame_function = &function;
  uint64_t* r = context.r = invocation.lanes.data() + base;
  uint8_t* p = context.p = invocation.poison.data() + base;
  const size_t constants = function.constants.size();
  std::copy(function.constants.begin(), function.constants.end(), r);
  std::copy(function.constant_poison.begin(), function.constant_poison.end(), p);
  std::fill(r + constants, r + function.frame_lanes, 0);
  std::fill(p + constants, p + function.frame_lanes, uint8_t{1});
  for (const LocalVariable& variable : function.variables) {
    r[variable.pointer_at] = PointerLane(static_cast<uint32_t>(invocation.objects.size()), variable.layout);
    r[variable.pointer_at + 1] = 0;
    p[variable.pointer_at] = p[variable.pointer_at + 1] = 0;
    invocation.objects.push_back({base + variable.lanes_at, variable.lanes});
  }
  return true;
}

bool Machine::RunGroup(const std::array<uint32_t, 3>& group) {
  ++epoch_;
  if (program_.workgroup_lanes) {
    shared_lanes.assign(program_.workgroup_lanes, 0);
    shared_poison.assign(program_.workgroup_lanes, 1);
    for (const GlobalVariable& variable : program_.workgroup_variables) {
      std::copy(variable.initial.begin(), variable.initial.end(), shared_lanes.begin() + variable.lanes_at);
      std::copy(variable.initial_poison.begin(), variable.initial_poison.end(),
                shared_poison.begin() + variable.lanes_at);
    }
  }
  const uint32_t count = static_cast<uint32_t>(invocations_.size());
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t index = InOrder(i, count);
    StartInvocation(group, index);
    if (context_.stop != StopReason::kNone) break;
    // One that runs to its end makes room for the next one's start.
    Continue(&invocations_[index]);
    if (context_.stop != StopReason::kNone) break;
  }
  for (;;) {
    switch (context_.stop) {
      case StopReason::kFault:
        return false;
      case StopReason::kSteps:
        result_.error = "the limit of " + std::to_string(options_.max_steps) +
                        " instructions is reached; the shader may never end (--max-steps=<n> allows more)";
        return false;
      case StopReason::kMemory:
        result_.error = "the stack of an invocation needs more memory than the limit allows";
        return false;
      case StopReason::kCallDepth:
        result_.error = "calls are nested deeper than the limit of " + std::to_string(options_.max_call_depth);
        return false;
      default:
        break;
    }
    const bool waiting = std::any_of(invocations_.begin(), invocations_.end(), [](const Invocation& invocation) {
      return invocation.stop == StopReason::kBarrier;
    });
    if (!waiting) return true;
    if (inputs_) {
      ContinueQuad();
      continue;
    }
    if (!CheckBarrier()) return false;
    ++epoch_;
    for (uint32_t i = 0; i < count; ++i) {
      Invocation& invocation = invocations_[InOrder(i, count)];
      if (invocation.stop == StopReason::kBarrier) Continue(&invocation);
      if (context_.stop != StopReason::kNone) break;
    }
  }
}

// All invocations must wait at the same barrier, called in the same way.
bool Machine::CheckBarrier() {
  Invocation& first = *std::find_if(invocations_.begin(), invocations_.end(), [](const Invocation& invocation) {
    return invocation.stop == StopReason::kBarrier;
  });
  for (const Invocation& other : invocations_) {
    const bool same = other.stop == StopReason::kBarrier && other.next == first.next &&
                      other.frames.size() == first.frames.size() &&
                      std::equal(other.frames.begin(), other.frames.end(), first.frames.begin(),
                                 [](const Frame& a, const Frame& b) { return a.return_to == b.return_to; });
    if (same) continue;
    context_.invocation = &first;
    context_.frame_function = first.frames.back().function;
    const std::string where = other.stop == StopReason::kBarrier ? "waits at another one" : "has ended";
    Report(first.next - 1, context_, FaultKind::kBarrier,
           "an invocation waits at this barrier while invocation (" + std::to_string(other.global_id[0]) + "," +
               std::to_string(other.global_id[1]) + "," + std::to_string(other.global_id[2]) + ") " + where);
    return false;
  }
  return true;
}

void Machine::StartInvocation(const std::array<uint32_t, 3>& group, uint32_t index) {
  Invocation& invocation = invocations_[index];
  invocation.index = index;
  invocation.frames.clear();
  invocation.objects.assign(1, LocalObject());
  invocation.stop = StopReason::kNone;
  invocation.helper = invocation.killed = false;
  const std::array<uint32_t, 3>& size = program_.local_size;
  const std::array<uint32_t, 3> local = {index % size[0], index / size[0] % size[1], index / size[0] / size[1]};
  for (size_t i = 0; i < 3; ++i) invocation.global_id[i] = group[i] * size[i] + local[i];
  const uint32_t lanes = program_.invocation_lanes;
  if (invocation.lanes.size() < lanes) {
    invocation.lanes.resize(lanes);
    invocation.poison.resize(lanes);
  }
  std::fill_n(invocation.lanes.begin(), lanes, 0);
  std::fill_n(invocation.poison.begin(), lanes, uint8_t{1});
  for (const GlobalVariable& variable : program_.invocation_variables) {
    invocation.objects.push_back({variable.lanes_at, variable.lanes});
    std::copy(variable.initial.begin(), variable.initial.end(), invocation.lanes.begin() + variable.lanes_at);
    std::copy(variable.initial_poison.begin(), variable.initial_poison.end(),
              invocation.poison.begin() + variable.lanes_at);
    if (variable.builtin >= 0 && !inputs_) SetBuiltIn(variable, group, &invocation);
  }
  if (inputs_) inputs_->Set(index, &invocation);
  context_.invocation = &invocation;
  if (Enter(program_.functions[0], context_, nullptr, 0)) invocation.next = program_.functions[0].code.data();
}

void Machine::SetBuiltIn(const GlobalVariable& variable, const std::array<uint32_t, 3>& group, Invocation* invocation) {
  const std::array<uint32_t, 3>& size = program_.local_size;
  const uint32_t index = invocation->index;
  std::array<uint32_t, 4> value = {0, 0, 0, 0};
  const auto set = [&value](const std::array<uint32_t, 3>& numbers) {
    std::copy(numbers.begin(), numbers.end(), value.begin());
  };
  switch (static_cast<spv::BuiltIn>(variable.builtin)) {
    case spv::BuiltIn::GlobalInvocationId:
      set(invocation->global_id);
      break;
    case spv::BuiltIn::LocalInvocationId:
      set({index % size[0], index / size[0] % size[1], index / size[0] / size[1]});
      break;
    case spv::BuiltIn::WorkgroupId:
      set(group);
      break;
    case spv::BuiltIn::NumWorkgroups:
      set(options_.groups);
      break;
    case spv::BuiltIn::WorkgroupSize:
      set(size);
      break;
    case spv::BuiltIn::LocalInvocationIndex:
    case spv::BuiltIn::SubgroupId:  // subgroups have one invocation
      value[0] = index;
      break;
    case spv::BuiltIn::SubgroupSize:
    case spv::BuiltIn::SubgroupEqMask:
    case spv::BuiltIn::SubgroupGeMask:
    case spv::BuiltIn::SubgroupLeMask:
      value[0] = 1;
      break;
    case spv::BuiltIn::NumSubgroups:
      value[0] = size[0] * size[1] * size[2];
      break;
    default:
      break;
  }
  for (uint32_t i = 0; i < std::min<uint32_t>(variable.lanes, 4); ++i) {
    invocation->lanes[variable.lanes_at + i] = value[i];
    invocation->poison[variable.lanes_at + i] = 0;
  }
}

void Machine::Continue(Invocation* invocation) {
  Context& context = context_;
  context.invocation = invocation;
  context.stop = StopReason::kNone;
  const uint32_t base = invocation->frames.back().base;
  context.frame_function = invocation->frames.back().function;
  context.r = invocation->lanes.data() + base;
  context.p = invocation->poison.data() + base;
  const Op* op = invocation->next;
  while (op) op = op->handler(op, context);
  invocation->stop = context.stop;
  if (context.stop == StopReason::kFinished || context.stop == StopReason::kBarrier) context.stop = StopReason::kNone;
}

bool Machine::Races(const Context& context, uint32_t object, uint64_t place, uint64_t count, bool write, bool atomic) {
  const uint32_t self = context.invocation->index + 1;
  bool races = false;
  for (uint64_t i = place; i < place + count; ++i) {
    RaceShadow& shadow = shadows_[uint64_t{object} << 34 | i];
    const bool written = shadow.write_epoch == epoch_ && shadow.writer != self && !(shadow.atomic_write && atomic);
    const bool read = shadow.read_epoch == epoch_ && (shadow.several_readers || shadow.reader != self) &&
                      !(shadow.atomic_read && atomic);
    races |= written || (write && read);
    if (write) {
      shadow.atomic_write = atomic;
      shadow.write_epoch = epoch_;
      shadow.writer = self;
    } else {
      shadow.several_readers = shadow.read_epoch == epoch_ && (shadow.several_readers || shadow.reader != self);
      shadow.atomic_read = atomic && (shadow.read_epoch != epoch_ || shadow.atomic_read);
      shadow.read_epoch = epoch_;
      shadow.reader = self;
    }
  }
  return races;
}

RunResult RunProgram(const Program& program, const RunOptions& options) { return Machine(program, options).Run(); }

void ProgramDeleter::operator()(Program* program) const { delete program; }

}  // namespace lacuna::interpreter
