// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interpreter/Draw.h"

#include <algorithm>
#include <cstring>

#include "Interpreter/Lane.h"
#include "Interpreter/Machine.h"
#include "Interpreter/Rasterizer.h"
#include "Interpreter/TexelCodec.h"

namespace lacuna::interpreter {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

// What a vertex shader leaves.
struct ShadedVertex {
  ClipPosition position = {0, 0, 0, 0};
  float point_size = 1;         // as VK_KHR_maintenance5 has it when nothing is written
  std::vector<uint64_t> lanes;  // of the program's outputs
  std::vector<uint8_t> poison;
};

void SetLanes(const BuiltInSlot& slot, const std::array<uint64_t, 4>& numbers, Invocation* invocation) {
  for (uint32_t i = 0; i < std::min<uint32_t>(slot.lanes, 4); ++i) {
    invocation->lanes[slot.lane + i] = numbers[i];
    invocation->poison[slot.lane + i] = 0;
  }
}

std::string SlotName(const InterfaceSlot& slot) {
  return "location " + std::to_string(slot.location) + ", component " + std::to_string(slot.component);
}

class VertexInputs : public InvocationInputs {
 public:
  explicit VertexInputs(const Program& program) : program_(program) {}
  void Set(uint32_t, Invocation* invocation) override {
    invocation->global_id = {vertex, 0, 0};
    for (const BuiltInSlot& slot : program_.input_builtins) {
      SetLanes(slot, {slot.builtin == spv::BuiltIn::VertexIndex ? vertex : 0, 0, 0, 0}, invocation);
    }
  }
  uint32_t vertex = 0;

 private:
  const Program& program_;
};

class FragmentInputs : public InvocationInputs {
 public:
  FragmentInputs(const Program& program, const Primitive& primitive, const std::array<ShadedVertex, 3>& vertices)
      : sources(program.inputs.size(), kNone), program_(program), primitive_(primitive), vertices_(vertices) {}

  void Set(uint32_t index, Invocation* invocation) override {
    const int32_t px = x + static_cast<int32_t>(index & 1), py = y + static_cast<int32_t>(index >> 1);
    invocation->global_id = {static_cast<uint32_t>(px), static_cast<uint32_t>(py), number};
    invocation->helper = !primitive_.Covers(px, py);
    for (const BuiltInSlot& slot : program_.input_builtins) SetBuiltIn(slot, px, py, invocation);
    for (size_t i = 0; i < sources.size(); ++i) {
      if (sources[i] == kNone) continue;
      const InterfaceSlot& slot = program_.inputs[i];
      uint64_t& lane = invocation->lanes[slot.lane];
      uint8_t& poison = invocation->poison[slot.lane];
      const uint32_t source = sources[i];
      // Flat ones come from the first vertex, which Vulkan has provoke.
      lane = vertices_[0].lanes[source];
      poison = vertices_[0].poison[source];
      if (slot.flat || primitive_.is_point()) continue;
      std::array<float, 3> values = {0, 0, 0};
      for (size_t v = 0; v < 3; ++v) {
        values[v] = FromLane<float>(vertices_[v].lanes[source]);
        poison |= vertices_[v].poison[source];
      }
      lane = ToLane(primitive_.Interpolate(values, px, py, !slot.no_perspective));
    }
  }

  std::vector<uint32_t> sources;  // of each input: which output of the vertex stage
  int32_t x = 0, y = 0;           // the pixel, or the quad's first
  uint32_t number = 0;            // of the primitive

 private:
  void SetBuiltIn(const BuiltInSlot& slot, int32_t px, int32_t py, Invocation* invocation) {
    std::array<uint64_t, 4> numbers = {0, 0, 0, 0};
    switch (slot.builtin) {
      case spv::BuiltIn::FragCoord: {
        const std::array<float, 4> place = primitive_.FragCoord(px, py);
        for (size_t i = 0; i < 4; ++i) numbers[i] = ToLane(place[i]);
        break;
      }
      case spv::BuiltIn::PointCoord: {
        const std::array<float, 2> place = primitive_.PointCoord(px, py);
        numbers = {ToLane(place[0]), ToLane(place[1]), 0, 0};
        break;
      }
      case spv::BuiltIn::FrontFacing:
        numbers[0] = primitive_.front_facing();
        break;
      case spv::BuiltIn::HelperInvocation:
        numbers[0] = invocation->helper;
        break;
      case spv::BuiltIn::PrimitiveId:
        numbers[0] = number;
        break;
      default:
        break;
    }
    SetLanes(slot, numbers, invocation);
    const bool no_point = slot.builtin == spv::BuiltIn::PointCoord && !primitive_.is_point();
    if (no_point) std::fill_n(invocation->poison.begin() + slot.lane, slot.lanes, uint8_t{1});
  }

  const Program& program_;
  const Primitive& primitive_;
  const std::array<ShadedVertex, 3>& vertices_;
};

class Drawing {
 public:
  Drawing(const Program& vertex, const Program* fragment, const DrawOptions& draw, const RunOptions& options)
      : vertex_(vertex),
        fragment_(fragment),
        draw_(draw),
        options_(ForDrawing(options)),
        max_faults_(options.max_faults),
        vertex_machine_(vertex, options_),
        fragment_machine_(fragment ? *fragment : vertex, options_),
        primitive_(draw.width, draw.height),
        vertex_inputs_(vertex),
        fragment_inputs_(fragment ? *fragment : vertex, primitive_, vertices_) {}

  RunResult Run() {
    if (Prepare()) DrawAll();
    RunResult result = vertex_machine_.TakeResult(), other = fragment_machine_.TakeResult();
    for (Fault& fault : other.faults) result.faults.push_back(std::move(fault));
    if (result.error.empty()) result.error = other.error;
    if (result.error.empty() && !error_.empty()) {
      result.error = error_;
      result.unsupported = unsupported_;
    }
    result.steps = std::max(result.steps, other.steps);
    result.undefined_stores += other.undefined_stores + undefined_stores_;
    result.completed = result.faults.empty() && result.error.empty();
    return result;
  }

 private:
  static RunOptions ForDrawing(RunOptions options) {
    options.find_data_races = false;  // they are looked for inside of workgroups
    options.order = InvocationOrder::kForward;
    return options;
  }
  bool Refuse(const std::string& why) {
    error_ = why;
    unsupported_ = true;
    return false;
  }
  bool Bad(const std::string& why) {
    error_ = why;
    return false;
  }

  bool Prepare() {
    if (!vertex_machine_.Start(1)) return false;
    if (!fragment_) return true;
    quad_ = fragment_->needs_quads ? kQuadSize : 1;
    if (!fragment_machine_.Start(quad_)) return false;
    for (size_t i = 0; i < fragment_->inputs.size(); ++i) {
      const InterfaceSlot& input = fragment_->inputs[i];
      for (size_t o = 0; o < vertex_.outputs.size(); ++o) {
        const InterfaceSlot& output = vertex_.outputs[o];
        if (output.location != input.location || output.component != input.component) continue;
        if (output.bits != input.bits || output.is_float != input.is_float) {
          return Bad("the vertex shader's output and the fragment shader's input at " + SlotName(input) +
                     " have different types");
        }
        fragment_inputs_.sources[i] = static_cast<uint32_t>(o);
      }
    }
    const bool float_target = GetFormat(draw_.format).format_class() == FormatClass::kFloat;
    for (const InterfaceSlot& output : fragment_->outputs) {
      if (output.location == 0 && output.is_float != float_target) {
        return Bad("the fragment shader's output at location 0 and the target's format " +
                   std::string(GetFormat(draw_.format).name) + " are not of one numeric type");
      }
    }
    return true;
  }

  void DrawAll() {
    const uint32_t corners = draw_.points ? 1 : 3;
    for (uint32_t first = 0, number = 0; draw_.vertices - first >= corners; first += corners, ++number) {
      for (uint32_t v = 0; v < corners; ++v) {
        if (!Shade(first + v, &vertices_[v])) return;
      }
      std::string why;
      const bool good = draw_.points ? primitive_.SetPoint(vertices_[0].position, vertices_[0].point_size, &why)
                                     : primitive_.SetTriangle(
                                           {vertices_[0].position, vertices_[1].position, vertices_[2].position}, &why);
      if (!good) {
        Refuse("primitive " + std::to_string(number) + ": " + why);
        return;
      }
      fragment_inputs_.number = number;
      if (fragment_ && !Fill()) return;
    }
  }

  // Both machines count together.
  bool RunStage(Machine* machine, Machine* other, InvocationInputs* inputs) {
    machine->set_steps(std::max(machine->steps(), other->steps()));
    options_.max_faults = max_faults_ - std::min(max_faults_ - 1, other->fault_count());
    return machine->RunOnce(inputs);
  }

  bool Shade(uint32_t number, ShadedVertex* result) {
    vertex_inputs_.vertex = number;
    if (!RunStage(&vertex_machine_, &fragment_machine_, &vertex_inputs_)) return false;
    const Invocation& invocation = vertex_machine_.invocation(0);
    const std::string name = "vertex " + std::to_string(number);
    bool positioned = false;
    result->point_size = 1;
    for (const BuiltInSlot& slot : vertex_.output_builtins) {
      const auto poison = invocation.poison.begin() + slot.lane;
      const bool any = std::any_of(poison, poison + slot.lanes, [](uint8_t p) { return p == 0; });
      const bool all = std::all_of(poison, poison + slot.lanes, [](uint8_t p) { return p == 0; });
      const bool position = slot.builtin == spv::BuiltIn::Position, size = slot.builtin == spv::BuiltIn::PointSize;
      if (position && all && slot.lanes == 4) {
        for (uint32_t i = 0; i < 4; ++i) result->position[i] = FromLane<float>(invocation.lanes[slot.lane + i]);
        positioned = true;
      }
      if (size && all && slot.lanes == 1) result->point_size = FromLane<float>(invocation.lanes[slot.lane]);
      if (!position && !size && any) return Refuse(name + " has clip or cull distances, which are not supported");
    }
    if (!positioned) return Bad("the Position of " + name + " is undefined");
    result->lanes.clear();
    result->poison.clear();
    for (const InterfaceSlot& slot : vertex_.outputs) {
      result->lanes.push_back(invocation.lanes[slot.lane]);
      result->poison.push_back(invocation.poison[slot.lane]);
    }
    return true;
  }

  bool Fill() {
    const PixelRect& area = primitive_.bounds();
    if (area.empty()) return true;
    const int32_t step = quad_ == 1 ? 1 : 2;
    for (int32_t y = area.y0 / step * step; y < area.y1; y += step) {
      for (int32_t x = area.x0 / step * step; x < area.x1; x += step) {
        std::array<bool, kQuadSize> covered = {false, false, false, false};
        for (uint32_t i = 0; i < quad_; ++i) {
          covered[i] = primitive_.Covers(x + static_cast<int32_t>(i & 1), y + static_cast<int32_t>(i >> 1));
        }
        if (std::none_of(covered.begin(), covered.end(), [](bool c) { return c; })) continue;
        fragment_inputs_.x = x;
        fragment_inputs_.y = y;
        if (!RunStage(&fragment_machine_, &vertex_machine_, &fragment_inputs_)) return false;
        for (uint32_t i = 0; i < quad_; ++i) {
          if (covered[i]) Write(fragment_machine_.invocation(i));
        }
      }
    }
    return true;
  }

  void Write(const Invocation& fragment) {
    if (fragment.killed || fragment.helper) return;
    const TexelFormatInfo& format = GetFormat(draw_.format);
    const uint32_t component_bytes = format.bits / 8;
    Texel texel = {0, 0, 0, 0};
    std::array<bool, 4> defined = {false, false, false, false};
    bool any = false;
    for (const InterfaceSlot& slot : fragment_->outputs) {
      if (slot.location != 0) continue;
      any = true;
      texel[slot.component] = fragment.lanes[slot.lane];
      defined[slot.component] = fragment.poison[slot.lane] == 0;
    }
    if (!any) return;
    std::array<uint8_t, 32> bytes = {};
    StoreTexel(format, texel, bytes.data());
    const size_t pixel = size_t{fragment.global_id[1]} * draw_.width + fragment.global_id[0];
    for (uint32_t c = 0; c < format.components; ++c) {
      // What an undefined component leaves is anything: what was there.
      if (defined[c]) {
        std::memcpy(draw_.target + pixel * format.texel_bytes() + c * component_bytes,
                    bytes.data() + c * component_bytes, component_bytes);
      } else {
        ++undefined_stores_;
      }
    }
  }

  const Program& vertex_;
  const Program* fragment_;
  const DrawOptions& draw_;
  RunOptions options_;
  uint32_t max_faults_;
  Machine vertex_machine_, fragment_machine_;
  Primitive primitive_;
  std::array<ShadedVertex, 3> vertices_;
  VertexInputs vertex_inputs_;
  FragmentInputs fragment_inputs_;
  uint32_t quad_ = 1;
  uint64_t undefined_stores_ = 0;
  std::string error_;
  bool unsupported_ = false;
};

}  // namespace

RunResult DrawPrograms(const Program& vertex, const Program* fragment, const DrawOptions& draw,
                       const RunOptions& options) {
  return Drawing(vertex, fragment, draw, options).Run();
}

}  // namespace lacuna::interpreter
