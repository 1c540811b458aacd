// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interpreter/Access.h"

namespace lacuna::interpreter {

const char* AccessName(AccessKind kind) {
  switch (kind) {
    case AccessKind::kLoad:
      return "a load";
    case AccessKind::kStore:
      return "a store";
    case AccessKind::kAtomic:
      return "an atomic";
  }
  return "an access";
}

Presence FindDescriptor(const Op* op, Context& context, uint32_t object, const char* what, Descriptor** descriptor,
                        const Op** next) {
  Machine& machine = *context.machine;
  *descriptor = machine.FindDescriptor(object);
  if (!*descriptor) {
    *next = machine.Report(op, context, FaultKind::kBadPointer, std::string(what) + " through a null pointer");
    return Presence::kFault;
  }
  if (!(*descriptor)->null) return Presence::kThere;
  if (machine.options().null_descriptors) return Presence::kNull;
  *next = machine.Report(op, context, FaultKind::kNullDescriptor,
                         std::string(what) + " through the null descriptor " + machine.ObjectName(object), object);
  return Presence::kFault;
}

const Op* ReportRange(const Op* op, Context& context, AccessKind kind, uint32_t object, uint64_t offset,
                      uint64_t bytes) {
  Machine& machine = *context.machine;
  const Descriptor& descriptor = *machine.FindDescriptor(object);
  const int64_t at = static_cast<int64_t>(offset);
  std::string what = AccessName(kind) + std::string(" of ") + std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  what += " at byte " + std::to_string(at) + " of " + machine.ObjectName(object);
  FaultKind fault = FaultKind::kOutOfRange;
  if (descriptor.stand_in) {
    fault = FaultKind::kStandIn;
    what += ", a stand-in with a range of " + std::to_string(descriptor.range) + " bytes";
    if (kind == AccessKind::kLoad) what += ", " + std::to_string(descriptor.readable) + " of them readable";
  } else {
    what += ", which has " + std::to_string(descriptor.range) + " bytes";
  }
  const bool begins_inside = at >= 0 && offset < descriptor.range;
  if (kind == AccessKind::kAtomic && begins_inside) fault = FaultKind::kTornAtomic;
  return machine.Report(op, context, fault, what, object);
}

const Op* ReportUndefined(const Op* op, Context& context, const char* what) {
  return context.machine->Report(op, context, FaultKind::kUndefinedAddress,
                                 std::string(what) + " at an address that depends on an undefined value");
}

}  // namespace lacuna::interpreter
