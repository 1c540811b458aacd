// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_MACHINE_H_
#define LACUNA_INTERPRETER_MACHINE_H_

// What runs a program: its invocations, their stacks, and the memory that they
// share. Handlers work on a Context.

#include <cstdint>
#include <string>
#include <vector>

#include "Interpreter/ImageSampling.h"
#include "Interpreter/Interpreter.h"
#include "Interpreter/Program.h"

namespace lacuna::interpreter {

// An object's number in a pointer to a resource: which resource, plus 1, and
// which element of it.
constexpr uint32_t kElementBits = 16;
constexpr uint32_t kMaxElements = 1u << kElementBits;
constexpr uint32_t ResourceObject(uint32_t resource, uint32_t element) {
  return ((resource + 1) << kElementBits) | element;
}
constexpr uint64_t PointerLane(uint32_t object, uint32_t layout) { return uint64_t{layout} << 32 | object; }

struct Descriptor {
  bool null = true, stand_in = false;
  uint8_t* bytes = nullptr;  // of a buffer, from the descriptor's offset on
  uint64_t range = 0;        // that stores may touch
  uint64_t readable = 0;     // that loads may touch, at least the range
  ImageView image;
  SamplerParameters sampler;
};

struct Resource {
  std::string name;  // "0.1", or "the push constants"
  std::vector<Descriptor> descriptors;
};

enum class StopReason : uint8_t { kNone, kFinished, kBarrier, kFault, kSteps, kMemory, kCallDepth };

struct Frame {
  const Function* function = nullptr;
  uint32_t base = 0;     // lane of the invocation's stack
  uint32_t objects = 0;  // how many objects were there before it
  const Op* return_to = nullptr;
  uint32_t result = 0;  // lane in the caller's frame
};

struct LocalObject {
  uint32_t base = 0, lanes = 0;  // of the invocation's stack
};

struct Invocation {
  std::vector<uint64_t> lanes;
  std::vector<uint8_t> poison;
  std::vector<Frame> frames;
  std::vector<LocalObject> objects;  // [0] is none
  const Op* next = nullptr;
  StopReason stop = StopReason::kNone;
  uint32_t index = 0;  // in its workgroup or quad
  // Of fragments: there for derivatives only, so that nothing it writes counts; and
  // ended by OpKill or OpTerminateInvocation.
  bool helper = false, killed = false;
  std::vector<uint64_t> published;  // for the quad
  std::vector<uint8_t> published_poison;
  std::array<uint32_t, 3> global_id = {0, 0, 0};
};

// Who touched a place of shared memory since when, for data races.
struct RaceShadow {
  uint64_t write_epoch = 0, read_epoch = 0;
  uint32_t writer = 0, reader = 0;
  bool atomic_write = false, several_readers = false, atomic_read = false;
};

class Machine;

struct Context {
  uint64_t* r = nullptr;  // the frame's lanes
  uint8_t* p = nullptr;   // and their poison
  Machine* machine = nullptr;
  Invocation* invocation = nullptr;
  const Layout* layouts = nullptr;
  const Function* frame_function = nullptr;
  uint64_t steps = 0, max_steps = 0;
  StopReason stop = StopReason::kNone;

  const Function& function() const { return *frame_function; }
};

// Sets the inputs of a graphics stage's invocations.
class InvocationInputs {
 public:
  virtual ~InvocationInputs() = default;
  // Of the invocation of that index: its lanes, its global_id (the number of a
  // vertex, or a pixel) and whether it is a helper.
  virtual void Set(uint32_t index, Invocation* invocation) = 0;
};

constexpr uint32_t kQuadSize = 4;

class Machine {
 public:
  Machine(const Program& program, const RunOptions& options);

  RunResult Run();

  // For graphics stages: binds resources and makes `count` invocations, 1 or a quad
  // (left before right, upper before lower); runs them once; gives the result.
  // What returns false ends the run.
  bool Start(uint32_t count);
  bool RunOnce(InvocationInputs* inputs);
  RunResult TakeResult();
  const Invocation& invocation(uint32_t index) const { return invocations_[index]; }
  uint32_t fault_count() const { return static_cast<uint32_t>(result_.faults.size()); }
  // Instructions executed; several machines may count on.
  uint64_t steps() const { return context_.steps; }
  void set_steps(uint64_t steps) { context_.steps = steps; }

  // What the invocations of the quad published, when all did so at one place.
  bool quad_is_whole() const { return quad_is_whole_; }
  const std::vector<uint64_t>& quad_lanes(uint32_t index) const { return quad_lanes_[index]; }
  const std::vector<uint8_t>& quad_poison(uint32_t index) const { return quad_poison_[index]; }

  // Records a fault of the operation. `object` is the resource object that is
  // concerned, or 0. Returns the next operation, or null when the run ends.
  const Op* Report(const Op* op, Context& context, FaultKind kind, const std::string& what, uint32_t object = 0);

  // The descriptor of an object number, or null for a wrong one.
  Descriptor* FindDescriptor(uint32_t object) {
    const uint32_t resource = (object >> kElementBits) - 1, element = object & (kMaxElements - 1);
    if (resource >= resources_.size() || element >= resources_[resource].descriptors.size()) return nullptr;
    return &resources_[resource].descriptors[element];
  }
  // "0.1[0] ('name')".
  std::string ObjectName(uint32_t object) const;
  size_t DescriptorCount(uint32_t object) const {
    const uint32_t resource = (object >> kElementBits) - 1;
    return resource < resources_.size() ? resources_[resource].descriptors.size() : 0;
  }

  // Pushes a frame for the function. False when a limit is reached.
  bool Enter(const Function& function, Context& context, const Op* return_to, uint32_t result);

  // Records the touch of a place that invocations share, and says whether it races
  // with an earlier one. `object` 0 is workgroup memory.
  bool Races(const Context& context, uint32_t object, uint64_t place, uint64_t count, bool write, bool atomic);

  const Program& program() const { return program_; }
  const RunOptions& options() const { return options_; }
  std::vector<uint64_t> shared_lanes;
  std::vector<uint8_t> shared_poison;
  uint64_t undefined_stores = 0;

 private:
  bool Bind();
  bool BindResource(const ResourceVariable& variable, Resource* resource);
  // The place in 0..count-1 of what is run as number `i`.
  uint32_t InOrder(uint32_t i, uint32_t count) const {
    return options_.order == InvocationOrder::kForward ? i : count - 1 - i;
  }
  bool RunGroup(const std::array<uint32_t, 3>& group);
  void StartInvocation(const std::array<uint32_t, 3>& group, uint32_t index);
  void SetBuiltIn(const GlobalVariable& variable, const std::array<uint32_t, 3>& group, Invocation* invocation);
  void Continue(Invocation* invocation);
  bool CheckBarrier();
  void ContinueQuad();
  bool CheckMemory(uint64_t invocations);

  const Program& program_;
  const RunOptions& options_;
  std::vector<Resource> resources_;
  std::vector<uint8_t> push_constants_;
  std::vector<Invocation> invocations_;
  Context context_;
  InvocationInputs* inputs_ = nullptr;
  bool quad_is_whole_ = false;
  std::array<std::vector<uint64_t>, kQuadSize> quad_lanes_;
  std::array<std::vector<uint8_t>, kQuadSize> quad_poison_;
  RunResult result_;
  uint64_t epoch_ = 1;  // grows with each barrier
  std::unordered_map<uint64_t, RaceShadow> shadows_;
};

}  // namespace lacuna::interpreter

#endif  // LACUNA_INTERPRETER_MACHINE_H_
