// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interpreter/Fault.h"

namespace lacuna::interpreter {

const char* FaultKindName(FaultKind kind) {
  switch (kind) {
    case FaultKind::kOutOfRange:
      return "out-of-range";
    case FaultKind::kNullDescriptor:
      return "null-descriptor";
    case FaultKind::kStandIn:
      return "stand-in";
    case FaultKind::kDescriptorIndex:
      return "descriptor-index";
    case FaultKind::kMisalignedAtomic:
      return "misaligned-atomic";
    case FaultKind::kTornAtomic:
      return "torn-atomic";
    case FaultKind::kUndefinedBranch:
      return "undefined-branch";
    case FaultKind::kUndefinedAddress:
      return "undefined-address";
    case FaultKind::kDataRace:
      return "data-race";
    case FaultKind::kBarrier:
      return "barrier";
    case FaultKind::kBadPointer:
      return "bad-pointer";
    case FaultKind::kUnreachable:
      return "unreachable";
  }
  return "fault";
}

std::string Fault::Text() const {
  std::string text = std::string("fault (") + FaultKindName(kind) + "): " + what + "; at " + instruction;
  if (line) {
    text += ", " + (file.empty() ? "line " : file + ":") + std::to_string(line);
    if (column) text += ":" + std::to_string(column);
  }
  if (!place.empty()) return text + ", " + place;
  return text + ", invocation (" + std::to_string(invocation[0]) + "," + std::to_string(invocation[1]) + "," +
         std::to_string(invocation[2]) + ")";
}

}  // namespace lacuna::interpreter
