// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Atomics on buffers, workgroup memory and texels. Invocations run one at a time,
// so only the addresses matter.

#include <algorithm>
#include <cmath>
#include <cstring>

#include "Interpreter/Access.h"
#include "Interpreter/HandlerTemplates.h"
#include "Interpreter/Handlers.h"

namespace lacuna::interpreter {
namespace {

template <class T>
uint64_t FloatResult(spv::Op opcode, uint64_t old, uint64_t value) {
  const T a = FromLane<T>(old), b = FromLane<T>(value);
  switch (opcode) {
    case spv::Op::OpAtomicFAddEXT:
      return ToLane<T>(a + b);
    case spv::Op::OpAtomicFMinEXT:
      return a != a ? value : b != b ? old : b < a ? value : old;
    default:
      return a != a ? value : b != b ? old : b > a ? value : old;
  }
}

// What the memory holds afterwards.
uint64_t NewValue(spv::Op opcode, uint32_t bits, uint64_t old, uint64_t value, uint64_t comparator) {
  const uint64_t mask = LaneMask(bits);
  const auto less = [bits](uint64_t a, uint64_t b) { return SignedLane(a, bits) < SignedLane(b, bits); };
  switch (opcode) {
    case spv::Op::OpAtomicLoad:
      return old;
    case spv::Op::OpAtomicStore:
    case spv::Op::OpAtomicExchange:
      return value;
    case spv::Op::OpAtomicCompareExchange:
      return old == comparator ? value : old;
    case spv::Op::OpAtomicIIncrement:
      return (old + 1) & mask;
    case spv::Op::OpAtomicIDecrement:
      return (old - 1) & mask;
    case spv::Op::OpAtomicIAdd:
      return (old + value) & mask;
    case spv::Op::OpAtomicISub:
      return (old - value) & mask;
    case spv::Op::OpAtomicUMin:
      return std::min(old, value);
    case spv::Op::OpAtomicUMax:
      return std::max(old, value);
    case spv::Op::OpAtomicSMin:
      return less(value, old) ? value : old;
    case spv::Op::OpAtomicSMax:
      return less(old, value) ? value : old;
    case spv::Op::OpAtomicAnd:
      return old & value;
    case spv::Op::OpAtomicOr:
      return old | value;
    case spv::Op::OpAtomicXor:
      return old ^ value;
    default:
      return bits == 16   ? FloatResult<Half>(opcode, old, value)
             : bits == 32 ? FloatResult<float>(opcode, old, value)
                          : FloatResult<double>(opcode, old, value);
  }
}

const Op* SharedAtomic(const Op* op, Context& context, const AtomicAccess& access) {
  Machine& machine = *context.machine;
  const uint32_t object = ObjectOf(context.r[op->a]);
  const uint64_t offset = context.r[op->a + 1];
  const std::vector<GlobalVariable>& variables = machine.program().workgroup_variables;
  if (object == 0 || object > variables.size()) {
    return machine.Report(op, context, FaultKind::kBadPointer, "an atomic through a null pointer");
  }
  const GlobalVariable& variable = variables[object - 1];
  if (offset >= variable.lanes) {
    return machine.Report(
        op, context, FaultKind::kOutOfRange,
        "an atomic outside of the elements of the workgroup variable " + machine.program().module.NameOf(variable.id));
  }
  const uint64_t place = variable.lanes_at + offset;
  const uint64_t old = machine.shared_lanes[place], value = context.r[op->b];
  const uint8_t old_poison = machine.shared_poison[place];
  const bool writes = access.opcode != spv::Op::OpAtomicLoad;
  const bool replaces = access.opcode == spv::Op::OpAtomicStore || access.opcode == spv::Op::OpAtomicExchange;
  machine.shared_lanes[place] = NewValue(access.opcode, access.bits, old, value, context.r[op->c]);
  if (writes) machine.shared_poison[place] = context.p[op->b] | (replaces ? 0 : old_poison);
  if (op->n) {
    context.r[op->d] = old;
    context.p[op->d] = old_poison;
  }
  if (machine.options().find_data_races && machine.Races(context, 0, place, 1, writes, true)) {
    return machine.Report(op, context, FaultKind::kDataRace,
                          "this atomic on workgroup memory races with another invocation's access that is none");
  }
  return op + 1;
}

}  // namespace

const Op* Atomic(const Op* op, Context& context) {
  const AtomicAccess& access = context.function().atomics[op->x];
  if (op->n) {
    context.r[op->d] = 0;
    context.p[op->d] = context.invocation->helper ? 1 : 0;
  }
  if (context.invocation->helper) return op + 1;  // only a fragment that is seen writes
  if (IsUndefined(context, op->a)) return ReportUndefined(op, context, "an atomic");
  if (access.storage == spv::StorageClass::Workgroup) return SharedAtomic(op, context, access);
  const uint32_t object = ObjectOf(context.r[op->a]), bytes = access.bits / 8;
  const uint64_t offset = context.r[op->a + 1];
  Machine& machine = *context.machine;
  Descriptor* descriptor = nullptr;
  const Op* next = op + 1;
  if (FindDescriptor(op, context, object, "an atomic", &descriptor, &next) != Presence::kThere) return next;
  uint8_t* memory = nullptr;
  if (access.storage == spv::StorageClass::Image) {
    const uint64_t size = descriptor->image.shape.TotalBytes();
    if (offset >= size || size - offset < bytes) {
      return machine.Report(op, context, FaultKind::kOutOfRange,
                            "an atomic on a texel outside of " + machine.ObjectName(object), object);
    }
    memory = descriptor->image.bytes + offset;
  } else {
    if (!InRange(*descriptor, AccessKind::kAtomic, offset, bytes)) {
      return ReportRange(op, context, AccessKind::kAtomic, object, offset, bytes);
    }
    if (offset % bytes) {
      return machine.Report(op, context, FaultKind::kMisalignedAtomic,
                            "an atomic of " + std::to_string(bytes) + " bytes at byte " + std::to_string(offset) +
                                " of " + machine.ObjectName(object),
                            object);
    }
    memory = descriptor->bytes + offset;
  }
  if (context.p[op->b] | context.p[op->c]) ++machine.undefined_stores;
  uint64_t old = 0;
  std::memcpy(&old, memory, bytes);
  const uint64_t fresh = NewValue(access.opcode, access.bits, old, context.r[op->b], context.r[op->c]);
  std::memcpy(memory, &fresh, bytes);
  if (op->n) context.r[op->d] = old;
  const bool writes = access.opcode != spv::Op::OpAtomicLoad;
  if (machine.options().find_data_races && machine.Races(context, object, offset, bytes, writes, true)) {
    return machine.Report(
        op, context, FaultKind::kDataRace,
        "this atomic on " + machine.ObjectName(object) + " races with another invocation's access that is none",
        object);
  }
  return op + 1;
}

}  // namespace lacuna::interpreter
