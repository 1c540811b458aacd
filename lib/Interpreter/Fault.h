// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_FAULT_H_
#define LACUNA_INTERPRETER_FAULT_H_

#include <array>
#include <cstdint>
#include <string>

namespace lacuna::interpreter {

// What a correct module must not do on a driver without robustness.
enum class FaultKind : uint8_t {
  kOutOfRange,        // an access outside of the bound range, of an image's extent, of a variable
  kNullDescriptor,    // an access or a query through a null descriptor that is not native
  kStandIn,           // an access past what a stand-in guarantees
  kDescriptorIndex,   // an index past a descriptor array
  kMisalignedAtomic,  // an atomic at an address that is no multiple of its size
  kTornAtomic,        // an atomic that is only partly in range
  kUndefinedBranch,   // control flow depends on an undefined value
  kUndefinedAddress,  // an address, a coordinate or a descriptor's index depends on an undefined value
  kDataRace,          // two invocations of a workgroup touch a place without a barrier between, one of them writing
  kBarrier,           // not all invocations of a workgroup reach the same barrier
  kBadPointer,        // a null pointer, or one that is none
  kUnreachable,       // OpUnreachable is reached
};

// "out-of-range", "null-descriptor" and so on.
const char* FaultKindName(FaultKind kind);

struct Fault {
  FaultKind kind = FaultKind::kOutOfRange;
  std::string what;         // "a load of 4 bytes at byte 64 of 0.1[0], whose range has 64 bytes"
  std::string instruction;  // "%27 'value' = OpLoad"
  uint32_t result = 0;      // its result id, or 0
  std::string name;         // OpName of the result, or of the nearest pointer's variable; may be empty
  std::string file;         // source, empty and 0 when not known
  uint32_t line = 0, column = 0;
  std::string place;  // of a graphics stage: "vertex 2", "pixel (3,4)"; empty in compute shaders
  std::array<uint32_t, 3> invocation = {0, 0, 0};  // GlobalInvocationId
  std::string resource;                            // "0.1[0]"; empty when no descriptor is concerned

  // One line: kind, what, instruction, source, invocation.
  std::string Text() const;
};

}  // namespace lacuna::interpreter

#endif  // LACUNA_INTERPRETER_FAULT_H_
