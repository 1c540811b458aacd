// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Access chains, loads and stores.

#include <algorithm>
#include <cstring>

#include "Interpreter/Access.h"
#include "Interpreter/HandlerTemplates.h"
#include "Interpreter/Handlers.h"

namespace lacuna::interpreter {
namespace {

// An offset that no memory reaches, for sums that overflow.
constexpr uint64_t kNowhere = uint64_t{1} << 62;

uint64_t Scaled(int64_t index, uint64_t stride) {
  int64_t product = 0;
  if (stride > INT64_MAX || __builtin_mul_overflow(index, static_cast<int64_t>(stride), &product)) return kNowhere;
  return static_cast<uint64_t>(std::clamp(product, -static_cast<int64_t>(kNowhere), static_cast<int64_t>(kNowhere)));
}

// Offsets stay within a range that cannot wrap back into memory.
uint64_t Sum(uint64_t offset, uint64_t more) {
  const int64_t sum = static_cast<int64_t>(offset + more);
  return static_cast<uint64_t>(std::clamp(sum, -static_cast<int64_t>(kNowhere), static_cast<int64_t>(kNowhere)));
}

uint64_t LoadScalar(const uint8_t* bytes, uint32_t size) {
  switch (size) {
    case 4: {
      uint32_t value;
      std::memcpy(&value, bytes, 4);
      return value;
    }
    case 1:
      return *bytes;
    case 2: {
      uint16_t value;
      std::memcpy(&value, bytes, 2);
      return value;
    }
    default: {
      uint64_t value;
      std::memcpy(&value, bytes, 8);
      return value;
    }
  }
}

void StoreScalar(uint64_t lane, uint8_t* bytes, uint32_t size) { std::memcpy(bytes, &lane, size); }

void ZeroResult(const Op* op, Context& context) {
  std::memset(context.r + op->d, 0, op->n * sizeof(uint64_t));
  std::memset(context.p + op->d, 0, op->n);
}

const Op* ReportRace(const Op* op, Context& context, uint32_t object) {
  const std::string where = object ? context.machine->ObjectName(object) : "workgroup memory";
  return context.machine->Report(
      op, context, FaultKind::kDataRace,
      "this access of " + where + " races with another invocation's of the workgroup: no barrier is between them",
      object);
}

// The bytes that a load or store touches: calls touch(lane, offset, bytes) for each
// scalar until one returns false.
template <class Touch>
bool ForEachScalar(const Layout& layout, uint64_t offset, Touch touch) {
  switch (layout.kind) {
    case Layout::Kind::kScalar:
      return touch(0, offset, layout.scalar_bytes);
    case Layout::Kind::kVector:
      for (uint32_t i = 0; i < layout.count; ++i) {
        if (!touch(i, offset + i * layout.stride, layout.scalar_bytes)) return false;
      }
      return true;
    default:
      for (uint32_t i = 0; i < layout.leaves.size(); ++i) {
        if (!touch(i, offset + layout.leaves[i].offset, layout.leaves[i].bytes)) return false;
      }
      return true;
  }
}

// The lanes behind a pointer into the invocation's stack.
const Op* FindStack(const Op* op, Context& context, const char* what, uint64_t** lanes, uint8_t** poison) {
  Invocation& invocation = *context.invocation;
  *lanes = nullptr;
  if (IsUndefined(context, op->a)) return ReportUndefined(op, context, what);
  const uint32_t object = ObjectOf(context.r[op->a]);
  const uint64_t offset = context.r[op->a + 1];
  if (object == 0 || object >= invocation.objects.size()) {
    return context.machine->Report(op, context, FaultKind::kBadPointer, std::string(what) + " through a null pointer");
  }
  const LocalObject& local = invocation.objects[object];
  if (op->n > local.lanes || offset > local.lanes - op->n) {
    return context.machine->Report(op, context, FaultKind::kOutOfRange,
                                   std::string(what) + " outside of a variable's elements");
  }
  *lanes = invocation.lanes.data() + local.base + offset;
  *poison = invocation.poison.data() + local.base + offset;
  return op + 1;
}

const Op* FindShared(const Op* op, Context& context, AccessKind kind, uint64_t* place) {
  const char* what = AccessName(kind);
  Machine& machine = *context.machine;
  *place = UINT64_MAX;
  if (IsUndefined(context, op->a)) return ReportUndefined(op, context, what);
  const uint32_t object = ObjectOf(context.r[op->a]);
  const uint64_t offset = context.r[op->a + 1];
  const std::vector<GlobalVariable>& variables = machine.program().workgroup_variables;
  if (object == 0 || object > variables.size()) {
    return machine.Report(op, context, FaultKind::kBadPointer, std::string(what) + " through a null pointer");
  }
  const GlobalVariable& variable = variables[object - 1];
  if (op->n > variable.lanes || offset > variable.lanes - op->n) {
    return machine.Report(op, context, FaultKind::kOutOfRange,
                          std::string(what) + " outside of the elements of the workgroup variable " +
                              machine.program().module.NameOf(variable.id));
  }
  *place = variable.lanes_at + offset;
  if (machine.options().find_data_races &&
      machine.Races(context, 0, *place, op->n, kind != AccessKind::kLoad, kind == AccessKind::kAtomic)) {
    return ReportRace(op, context, 0);
  }
  return op + 1;
}

}  // namespace

const Op* AccessChain(const Op* op, Context& context) {
  const Chain& chain = context.function().chains[op->x];
  const Layout* layouts = context.layouts;
  uint64_t lane = context.r[op->a], offset = context.r[op->a + 1];
  uint8_t poison = context.p[op->a] | context.p[op->a + 1];
  uint32_t node = LayoutOf(lane), object = ObjectOf(lane);
  bool element = chain.has_element;
  for (const ChainIndex& index : chain.indices) {
    int64_t value = index.value;
    if (!index.constant) {
      value = SignedLane(context.r[index.lane], index.bits);
      poison |= context.p[index.lane];
    }
    const Layout& layout = layouts[node];
    if (element) {
      element = false;
      const uint64_t size = layout.bytes ? chain.element_stride : layout.type ? layout.type->lanes : 0;
      offset = Sum(offset, Scaled(value, size));
      continue;
    }
    if (layout.kind == Layout::Kind::kStruct) {
      if (static_cast<uint64_t>(value) >= layout.members.size()) break;
      const Layout::Member& member = layout.members[static_cast<size_t>(value)];
      offset = Sum(offset, member.offset);
      node = member.child;
      continue;
    }
    if (layout.descriptors) {
      const uint64_t bound = context.machine->DescriptorCount(object);
      const uint64_t count = layout.count == UINT64_MAX ? bound : layout.count;
      if (poison) {
        return context.machine->Report(op, context, FaultKind::kUndefinedAddress,
                                       "the index of a descriptor depends on an undefined value", object);
      }
      if (static_cast<uint64_t>(value) >= count) {
        context.r[op->d] = context.r[op->d + 1] = 0;
        context.p[op->d] = context.p[op->d + 1] = 0;
        const std::string name = context.machine->ObjectName(object);
        return context.machine->Report(op, context, FaultKind::kDescriptorIndex,
                                       "index " + std::to_string(value) + " of the descriptor array " +
                                           name.substr(0, name.find('[')) + ", which has " + std::to_string(count) +
                                           " elements",
                                       object);
      }
      object += static_cast<uint32_t>(static_cast<uint64_t>(value) * layout.stride);
      node = layout.child;
      continue;
    }
    offset = Sum(offset, Scaled(value, layout.stride));
    // In buffers only the bound range counts. A variable's array has no more than
    // its elements, also when something lies behind it.
    if (!layout.bytes && layout.count != UINT64_MAX && static_cast<uint64_t>(value) >= layout.count) offset = kNowhere;
    node = layout.child;
  }
  context.r[op->d] = PointerLane(object, node);
  context.r[op->d + 1] = offset;
  context.p[op->d] = context.p[op->d + 1] = poison;
  return op + 1;
}

const Op* LoadBytes(const Op* op, Context& context) {
  if (IsUndefined(context, op->a)) {
    ZeroResult(op, context);
    return ReportUndefined(op, context, "a load");
  }
  const uint64_t lane = context.r[op->a], offset = context.r[op->a + 1];
  const uint32_t object = ObjectOf(lane);
  Descriptor* descriptor = nullptr;
  const Op* next = op + 1;
  const Presence presence = FindDescriptor(op, context, object, "a load", &descriptor, &next);
  if (presence != Presence::kThere) {
    ZeroResult(op, context);
    return next;
  }
  const Layout& layout = context.layouts[LayoutOf(lane)];
  uint64_t* r = context.r + op->d;
  std::memset(context.p + op->d, 0, op->n);
  if (layout.kind == Layout::Kind::kScalar && InRange(*descriptor, AccessKind::kLoad, offset, layout.scalar_bytes)) {
    r[0] = LoadScalar(descriptor->bytes + offset, layout.scalar_bytes);
    if (!context.machine->options().find_data_races) return op + 1;
  }
  uint64_t bad_offset = 0, bad_bytes = 0;
  bool races = false;
  const bool watch = context.machine->options().find_data_races;
  const bool good = ForEachScalar(layout, offset, [&](uint32_t i, uint64_t at, uint32_t bytes) {
    bad_offset = at;
    bad_bytes = bytes;
    if (i >= op->n || !InRange(*descriptor, AccessKind::kLoad, at, bytes)) return false;
    r[i] = LoadScalar(descriptor->bytes + at, bytes);
    if (watch) races |= context.machine->Races(context, object, at, bytes, false, false);
    return true;
  });
  if (!good) {
    ZeroResult(op, context);
    return ReportRange(op, context, AccessKind::kLoad, object, bad_offset, bad_bytes);
  }
  return races ? ReportRace(op, context, object) : op + 1;
}

const Op* StoreBytes(const Op* op, Context& context) {
  if (context.invocation->helper) return op + 1;  // only a fragment that is seen writes
  if (IsUndefined(context, op->a)) return ReportUndefined(op, context, "a store");
  const uint64_t lane = context.r[op->a], offset = context.r[op->a + 1];
  const uint32_t object = ObjectOf(lane);
  Descriptor* descriptor = nullptr;
  const Op* next = op + 1;
  if (FindDescriptor(op, context, object, "a store", &descriptor, &next) != Presence::kThere) return next;
  const Layout& layout = context.layouts[LayoutOf(lane)];
  const uint64_t* r = context.r + op->b;
  uint64_t bad_offset = 0, bad_bytes = 0;
  bool races = false;
  const bool watch = context.machine->options().find_data_races;
  const auto check = [&](uint32_t i, uint64_t at, uint32_t bytes) {
    bad_offset = at;
    bad_bytes = bytes;
    if (i >= op->n || !InRange(*descriptor, AccessKind::kStore, at, bytes)) return false;
    if (watch) races |= context.machine->Races(context, object, at, bytes, true, false);
    return true;
  };
  if (!ForEachScalar(layout, offset, check)) {
    return ReportRange(op, context, AccessKind::kStore, object, bad_offset, bad_bytes);
  }
  const uint8_t* p = context.p + op->b;
  ForEachScalar(layout, offset, [&](uint32_t i, uint64_t at, uint32_t bytes) {
    // What memory holds after an undefined value is stored is anything: what it held.
    if (p[i]) {
      ++context.machine->undefined_stores;
    } else {
      StoreScalar(r[i], descriptor->bytes + at, bytes);
    }
    return true;
  });
  return races ? ReportRace(op, context, object) : op + 1;
}

const Op* LoadStack(const Op* op, Context& context) {
  uint64_t* lanes = nullptr;
  uint8_t* poison = nullptr;
  const Op* next = FindStack(op, context, "a load", &lanes, &poison);
  if (!lanes) {
    ZeroResult(op, context);
    return next;
  }
  std::memmove(context.r + op->d, lanes, op->n * sizeof(uint64_t));
  std::memmove(context.p + op->d, poison, op->n);
  return next;
}

const Op* StoreStack(const Op* op, Context& context) {
  uint64_t* lanes = nullptr;
  uint8_t* poison = nullptr;
  const Op* next = FindStack(op, context, "a store", &lanes, &poison);
  if (!lanes) return next;
  std::memmove(lanes, context.r + op->b, op->n * sizeof(uint64_t));
  std::memmove(poison, context.p + op->b, op->n);
  return next;
}

const Op* LoadShared(const Op* op, Context& context) {
  uint64_t place = 0;
  const Op* next = FindShared(op, context, AccessKind::kLoad, &place);
  if (place == UINT64_MAX) {
    ZeroResult(op, context);
    return next;
  }
  std::memcpy(context.r + op->d, context.machine->shared_lanes.data() + place, op->n * sizeof(uint64_t));
  std::memcpy(context.p + op->d, context.machine->shared_poison.data() + place, op->n);
  return next;
}

const Op* StoreShared(const Op* op, Context& context) {
  uint64_t place = 0;
  const Op* next = FindShared(op, context, AccessKind::kStore, &place);
  if (place == UINT64_MAX) return next;
  std::memcpy(context.machine->shared_lanes.data() + place, context.r + op->b, op->n * sizeof(uint64_t));
  std::memcpy(context.machine->shared_poison.data() + place, context.p + op->b, op->n);
  return next;
}

const Op* LoadHandle(const Op* op, Context& context) {
  for (uint32_t i = 0; i < op->n; ++i) {
    context.r[op->d + i] = ObjectOf(context.r[op->a]);
    context.p[op->d + i] = context.p[op->a] | context.p[op->a + 1];
  }
  return op + 1;
}

const Op* ArrayLength(const Op* op, Context& context) {
  context.r[op->d] = 0;
  context.p[op->d] = 0;
  if (IsUndefined(context, op->a)) return ReportUndefined(op, context, "a query of an array's length");
  const uint64_t lane = context.r[op->a];
  Descriptor* descriptor = nullptr;
  const Op* next = op + 1;
  if (FindDescriptor(op, context, ObjectOf(lane), "a query of an array's length", &descriptor, &next) !=
      Presence::kThere) {
    return next;
  }
  const Layout& block = context.layouts[LayoutOf(lane)];
  if (op->x >= block.members.size()) return op + 1;
  const Layout::Member& member = block.members[op->x];
  const uint64_t start = context.r[op->a + 1] + member.offset, stride = context.layouts[member.child].stride;
  const uint64_t rest = start < descriptor->range ? descriptor->range - start : 0;
  context.r[op->d] = stride ? std::min<uint64_t>(rest / stride, UINT32_MAX) : 0;
  return op + 1;
}

const Op* PointerEqual(const Op* op, Context& context) {
  const uint64_t* r = context.r;
  const bool same = ObjectOf(r[op->a]) == ObjectOf(r[op->b]) && r[op->a + 1] == r[op->b + 1];
  context.p[op->d] = (IsUndefined(context, op->a) || IsUndefined(context, op->b)) ? 1 : 0;
  context.r[op->d] = same != (op->x != 0);
  return op + 1;
}

const Op* PointerDifference(const Op* op, Context& context) {
  const uint64_t* r = context.r;
  const int64_t bytes = static_cast<int64_t>(r[op->a + 1] - r[op->b + 1]);
  const bool same = ObjectOf(r[op->a]) == ObjectOf(r[op->b]);
  const bool undefined = IsUndefined(context, op->a) || IsUndefined(context, op->b) || !same || op->x == 0;
  context.r[op->d] = op->x ? static_cast<uint64_t>(bytes / static_cast<int64_t>(op->x)) & LaneMask(op->c) : 0;
  context.p[op->d] = undefined ? 1 : 0;
  return op + 1;
}

}  // namespace lacuna::interpreter
