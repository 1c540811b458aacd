// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_INTERPRETER_H_
#define LACUNA_INTERPRETER_INTERPRETER_H_

// The reference interpreter: executes shaders on the CPU, and reports
// what a correct module must not do on a driver without robustness.
// docs/Interpreter.md says what it checks and what it has not.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "Interpreter/Fault.h"
#include "Interpreter/ImageShape.h"
#include "Interpreter/Module.h"
#include "lacuna/Descriptor.h"

namespace lacuna::interpreter {

struct Program;
struct ProgramDeleter {
  void operator()(Program* program) const;
};
using ProgramPtr = std::unique_ptr<Program, ProgramDeleter>;

struct LoadOptions {
  spv::ExecutionModel model = spv::ExecutionModel::GLCompute;  // or Vertex, or Fragment
  std::string entry_point;                                     // empty: the only one of that model
  // SpecId and the little-endian bytes of the value, a bool's 4.
  std::vector<std::pair<uint32_t, std::vector<uint8_t>>> spec_constants;
};

// Makes a module in this machine's byte order ready to run. Returns null and
// fills in *error: for an instruction or a capability that the interpreter lacks,
// named there, and for a module that is damaged. Any words may be given.
ProgramPtr LoadProgram(const std::vector<uint32_t>& words, const LoadOptions& options, LoadError* error);

// A descriptor. Its bytes are the caller's, and what the shader writes goes there.
struct BoundDescriptor {
  bool null = false;
  bool stand_in = false;
  uint8_t* memory = nullptr;  // of a buffer from its first byte; of an image, its texels in the order of ImageShape
  uint64_t offset = 0, range = 0;  // bytes of a buffer that are bound
  // Of a stand-in buffer: bytes behind the offset that loads may touch, if that is
  // more than the range. There is as much memory.
  uint64_t readable = 0;
  ImageShape shape;  // of images; texel buffers have the format
  SamplerParameters sampler;
};

struct BoundResource {
  uint32_t set = 0, binding = 0;
  DescriptorKind kind = DescriptorKind::kStorageBuffer;
  std::vector<BoundDescriptor> descriptors;
};

// The order in which workgroups, and the invocations of each, are run. Vulkan
// promises none: what depends on it may differ from run to run on a device.
enum class InvocationOrder : uint8_t { kForward, kReverse };

struct RunOptions {
  std::vector<BoundResource> resources;
  std::vector<uint8_t> push_constants;
  std::array<uint32_t, 3> groups = {1, 1, 1};
  InvocationOrder order = InvocationOrder::kForward;  // compute only: primitives are drawn in their order
  // nullDescriptor: what is null reads as zeros and drops writes; else an access
  // of it is a fault.
  bool null_descriptors = false;
  bool find_data_races = false;
  uint64_t max_steps = uint64_t{1} << 32;   // instructions, of all invocations together
  uint64_t max_memory = uint64_t{1} << 30;  // bytes for frames and workgroup memory
  uint32_t max_call_depth = 256;
  uint32_t max_faults = 1;  // the run ends with that many
};

struct RunResult {
  bool completed = false;  // all invocations ended, and there is no fault
  std::vector<Fault> faults;
  // Why it did not complete when that is no fault: a limit, a resource that is
  // missing or of another kind.
  std::string error;
  bool unsupported = false;  // the error is something that the interpreter lacks
  uint64_t steps = 0;        // instructions that were executed
  // Undefined values that were written to resources. They are no fault by
  // themselves; what the memory held is kept.
  uint64_t undefined_stores = 0;
};

// Runs a compute shader. Draw.h runs graphics stages.
RunResult RunProgram(const Program& program, const RunOptions& options);

}  // namespace lacuna::interpreter

#endif  // LACUNA_INTERPRETER_INTERPRETER_H_
