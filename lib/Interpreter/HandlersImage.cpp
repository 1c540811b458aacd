// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Images and texel buffers. An access outside of an image is a fault, as one
// outside of a buffer is.

#include <algorithm>
#include <cmath>
#include <cstring>

#include "Interpreter/Access.h"
#include "Interpreter/HandlerTemplates.h"
#include "Interpreter/Handlers.h"

namespace lacuna::interpreter {
namespace {

constexpr uint64_t kNowhere = uint64_t{1} << 62;

bool AnyPoison(const Context& context, uint32_t at, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (context.p[at + i]) return true;
  }
  return false;
}

void SetResult(const Op* op, Context& context, const ImageAccess& access, const Texel& texel) {
  for (uint32_t i = 0; i < access.result_lanes; ++i) {
    const uint64_t lane = texel[i];
    context.r[op->d + i] = access.result_float && access.result_bits == 16 ? HalfBitsFromFloat(FromLane<float>(lane))
                                                                           : lane & LaneMask(access.result_bits);
    context.p[op->d + i] = 0;
  }
}

std::string Place(const Context& context, const ImageAccess& access, uint32_t at) {
  std::string text = "(";
  for (uint32_t i = 0; i < access.coordinate_lanes; ++i) {
    text += (i ? "," : "") + std::to_string(SignedLane(context.r[at + i], access.coordinate_bits));
  }
  return text + ")";
}

TexelAddress AddressOf(const Context& context, const ImageAccess& access, uint32_t at, const ImageShape& shape) {
  int64_t numbers[4] = {0, 0, 0, 0};
  const uint32_t count = std::min(access.coordinate_lanes, 4u);
  for (uint32_t i = 0; i < count; ++i) numbers[i] = SignedLane(context.r[at + i], access.coordinate_bits);
  TexelAddress address = MakeTexelAddress(shape, numbers, count);
  for (uint32_t i = 0; access.has_offset && i < std::min(access.offset_lanes, 3u); ++i) {
    address.coordinate[i] += SignedLane(context.r[access.offset + i], access.offset_bits);
  }
  if (access.has_lod) address.level = SignedLane(context.r[access.lod], access.lod_bits);
  if (access.has_sample) address.sample = SignedLane(context.r[access.sample], 32);
  return address;
}

bool HasPoison(const Context& context, const ImageAccess& access, uint32_t at) {
  return AnyPoison(context, at, access.coordinate_lanes) || (access.has_lod && context.p[access.lod]) ||
         (access.has_sample && context.p[access.sample]) ||
         (access.has_offset && AnyPoison(context, access.offset, access.offset_lanes)) ||
         (access.has_bias && context.p[access.bias]) ||
         (access.has_grad && !access.implicit_lod &&
          (AnyPoison(context, access.grad_x, access.grad_lanes) ||
           AnyPoison(context, access.grad_y, access.grad_lanes)));
}

bool UndefinedGradients(const Context& context, const ImageAccess& access) {
  return AnyPoison(context, access.grad_x, access.grad_lanes) || AnyPoison(context, access.grad_y, access.grad_lanes);
}

// The level that gradients ask for, by the longer of the two in texels (Vulkan
// specification, "Level-of-Detail Operation", without anisotropy).
float LevelOf(const Context& context, const ImageAccess& access, const ImageShape& shape) {
  float longest = 0;
  for (uint32_t at : {access.grad_x, access.grad_y}) {
    float square = 0;
    for (uint32_t i = 0; i < access.grad_lanes; ++i) {
      const float texels = FromLane<float>(context.r[at + i]) * static_cast<float>(shape.extent[i]);
      square += texels * texels;
    }
    longest = std::max(longest, std::sqrt(square));
  }
  return std::log2(longest);
}

// The descriptor of the image at lane `op->a`; null when `*next` says how to go on.
Descriptor* FindImage(const Op* op, Context& context, const char* what, const Op** next, bool* is_null) {
  *is_null = false;
  if (context.p[op->a]) {
    *next = ReportUndefined(op, context, what);
    return nullptr;
  }
  Descriptor* descriptor = nullptr;
  *next = op + 1;
  const Presence presence = FindDescriptor(op, context, ObjectOf(context.r[op->a]), what, &descriptor, next);
  *is_null = presence == Presence::kNull;
  return presence == Presence::kThere ? descriptor : nullptr;
}

const Op* ReportTexel(const Op* op, Context& context, const ImageAccess& access, const char* what, uint32_t at) {
  const uint32_t object = ObjectOf(context.r[op->a]);
  const bool stand_in = context.machine->FindDescriptor(object)->stand_in;
  return context.machine->Report(op, context, stand_in ? FaultKind::kStandIn : FaultKind::kOutOfRange,
                                 std::string(what) + " of texel " + Place(context, access, at) + " outside of " +
                                     context.machine->ObjectName(object),
                                 object);
}

}  // namespace

const Op* ImageFetch(const Op* op, Context& context) {
  const ImageAccess& access = context.function().images[op->x];
  SetResult(op, context, access, Texel{});
  const Op* next = nullptr;
  bool is_null = false;
  const Descriptor* descriptor = FindImage(op, context, "a read", &next, &is_null);
  if (!descriptor) return next;
  if (HasPoison(context, access, op->b)) return ReportUndefined(op, context, "a read");
  const std::optional<Texel> texel =
      FetchTexel(descriptor->image, AddressOf(context, access, op->b, descriptor->image.shape));
  if (!texel) return ReportTexel(op, context, access, "a read", op->b);
  SetResult(op, context, access, *texel);
  return next;
}

const Op* ImageWrite(const Op* op, Context& context) {
  if (context.invocation->helper) return op + 1;  // only a fragment that is seen writes
  const ImageAccess& access = context.function().images[op->x];
  const Op* next = nullptr;
  bool is_null = false;
  const Descriptor* descriptor = FindImage(op, context, "a write", &next, &is_null);
  if (!descriptor) return next;
  if (HasPoison(context, access, op->b)) return ReportUndefined(op, context, "a write");
  uint8_t* bytes = FindTexel(descriptor->image, AddressOf(context, access, op->b, descriptor->image.shape));
  if (!bytes) return ReportTexel(op, context, access, "a write", op->b);
  if (AnyPoison(context, op->c, access.result_lanes)) {
    ++context.machine->undefined_stores;
    return next;
  }
  Texel texel = {};
  for (uint32_t i = 0; i < access.result_lanes; ++i) {
    const uint64_t lane = context.r[op->c + i];
    const bool half = access.result_float && access.result_bits == 16;
    texel[i] = half ? ToLane<float>(FloatFromHalfBits(static_cast<uint16_t>(lane))) : lane;
  }
  StoreTexel(descriptor->image.format(), texel, bytes);
  return next;
}

const Op* ImageSample(const Op* op, Context& context) {
  const ImageAccess& access = context.function().images[op->x];
  SetResult(op, context, access, Texel{});
  const Op* next = nullptr;
  bool is_null = false;
  const Descriptor* descriptor = FindImage(op, context, "a sample", &next, &is_null);
  if (!descriptor) return next;
  if (HasPoison(context, access, op->b) || context.p[op->a + 1]) return ReportUndefined(op, context, "a sample");
  const Descriptor* sampler = context.machine->FindDescriptor(ObjectOf(context.r[op->a + 1]));
  if (!sampler) return context.machine->Report(op, context, FaultKind::kBadPointer, "a sample without a sampler");
  SampleArguments arguments;
  const auto number = [&](uint32_t lane, uint32_t bits) {
    return bits == 16 ? FloatFromHalfBits(static_cast<uint16_t>(context.r[lane])) : FromLane<float>(context.r[lane]);
  };
  uint32_t count = std::min(access.coordinate_lanes, 4u);
  for (uint32_t i = 0; i < count; ++i) arguments.coordinate[i] = number(op->b + i, access.coordinate_bits);
  if (access.projected && count > 0) {
    --count;
    const float q = arguments.coordinate[count];
    for (uint32_t i = 0; i < count; ++i) arguments.coordinate[i] /= q;
    arguments.coordinate[count] = 0;
  }
  if (access.has_lod && access.lod_float) arguments.lod = number(access.lod, access.lod_bits);
  if (access.has_grad) arguments.lod = LevelOf(context, access, descriptor->image.shape);
  if (access.has_bias) arguments.lod += number(access.bias, access.bias_bits);
  for (uint32_t i = 0; access.has_offset && i < std::min(access.offset_lanes, 3u); ++i) {
    arguments.offset[i] = static_cast<int32_t>(SignedLane(context.r[access.offset + i], access.offset_bits));
  }
  if (access.has_offsets) arguments.gather_offsets = access.offsets;
  if (access.has_component) arguments.component = static_cast<uint32_t>(context.r[access.component]) & 3;
  if (access.has_dref) {
    float reference = FromLane<float>(context.r[access.dref]);
    arguments.depth_reference = access.projected ? reference / FromLane<float>(context.r[op->b + count]) : reference;
  }
  SetResult(op, context, access,
            access.gather ? GatherImage(descriptor->image, sampler->sampler, arguments)
                          : SampleImage(descriptor->image, sampler->sampler, arguments));
  // Of one level the gradients choose nothing.
  if (access.implicit_lod && descriptor->image.shape.levels > 1 && UndefinedGradients(context, access)) {
    std::fill_n(context.p + op->d, access.result_lanes, uint8_t{1});
  }
  return next;
}

const Op* ImageQueryLod(const Op* op, Context& context) {
  const ImageAccess& access = context.function().images[op->x];
  SetResult(op, context, access, Texel{});
  const Op* next = nullptr;
  bool is_null = false;
  const Descriptor* descriptor = FindImage(op, context, "a query of the level of detail", &next, &is_null);
  if (!descriptor) return next;
  if (UndefinedGradients(context, access) || context.p[op->a + 1]) {
    context.p[op->d] = context.p[op->d + 1] = 1;
    return next;
  }
  const Descriptor* sampler = context.machine->FindDescriptor(ObjectOf(context.r[op->a + 1]));
  if (!sampler) return context.machine->Report(op, context, FaultKind::kBadPointer, "a query without a sampler");
  const float level = LevelOf(context, access, descriptor->image.shape);
  float accessed = std::clamp(level, 0.0f, static_cast<float>(descriptor->image.shape.levels - 1));
  if (!sampler->sampler.linear_mip) accessed = std::ceil(accessed + 0.5f) - 1;
  SetResult(op, context, access, {ToLane(accessed), ToLane(level), 0, 0});
  return next;
}

const Op* ImageQuerySize(const Op* op, Context& context) {
  const ImageAccess& access = context.function().images[op->x];
  SetResult(op, context, access, Texel{});
  const Op* next = nullptr;
  bool is_null = false;
  const Descriptor* descriptor = FindImage(op, context, "a size query", &next, &is_null);
  if (!descriptor) return next;
  int64_t level = 0;
  if (access.has_lod) {
    if (context.p[access.lod]) return ReportUndefined(op, context, "a size query");
    level = SignedLane(context.r[access.lod], access.lod_bits);
    if (level < 0 || level >= descriptor->image.shape.levels) {
      const uint32_t object = ObjectOf(context.r[op->a]);
      return context.machine->Report(op, context, descriptor->stand_in ? FaultKind::kStandIn : FaultKind::kOutOfRange,
                                     "a size query of level " + std::to_string(level) + " of " +
                                         context.machine->ObjectName(object) + ", which has " +
                                         std::to_string(descriptor->image.shape.levels),
                                     object);
    }
  }
  const std::array<uint32_t, 4> size = QuerySize(descriptor->image.shape, level);
  for (uint32_t i = 0; i < access.result_lanes; ++i) context.r[op->d + i] = size[i];
  return next;
}

namespace {

const Op* QueryNumber(const Op* op, Context& context, const char* what, uint32_t ImageShape::*number) {
  context.r[op->d] = 0;
  context.p[op->d] = 0;
  const Op* next = nullptr;
  bool is_null = false;
  const Descriptor* descriptor = FindImage(op, context, what, &next, &is_null);
  if (descriptor) context.r[op->d] = descriptor->image.shape.*number;
  return next;
}

}  // namespace

const Op* ImageQueryLevels(const Op* op, Context& context) {
  return QueryNumber(op, context, "a level query", &ImageShape::levels);
}

const Op* ImageQuerySamples(const Op* op, Context& context) {
  return QueryNumber(op, context, "a sample query", &ImageShape::samples);
}

const Op* SampledImage(const Op* op, Context& context) {
  context.r[op->d] = context.r[op->a];
  context.p[op->d] = context.p[op->a];
  context.r[op->d + 1] = context.r[op->b];
  context.p[op->d + 1] = context.p[op->b];
  return op + 1;
}

const Op* TexelPointer(const Op* op, Context& context) {
  const ImageAccess& access = context.function().images[op->x];
  const uint32_t object = ObjectOf(context.r[op->a]);
  const uint8_t poison =
      (IsUndefined(context, op->a) || AnyPoison(context, op->b, access.coordinate_lanes) || context.p[op->c]) ? 1 : 0;
  context.r[op->d] = PointerLane(object, 0);
  context.r[op->d + 1] = kNowhere;
  context.p[op->d] = context.p[op->d + 1] = poison;
  const Descriptor* descriptor = context.machine->FindDescriptor(object);
  if (!descriptor || descriptor->null || poison) return op + 1;
  TexelAddress address = AddressOf(context, access, op->b, descriptor->image.shape);
  address.sample = SignedLane(context.r[op->c], 32);
  const uint8_t* bytes = FindTexel(descriptor->image, address);
  if (bytes) context.r[op->d + 1] = static_cast<uint64_t>(bytes - descriptor->image.bytes);
  return op + 1;
}

}  // namespace lacuna::interpreter
