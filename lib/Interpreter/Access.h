// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_ACCESS_H_
#define LACUNA_INTERPRETER_ACCESS_H_

// How operations find the memory behind a pointer, and what they say when it is
// not there.

#include <string>

#include "Interpreter/Machine.h"

namespace lacuna::interpreter {

enum class AccessKind : uint8_t { kLoad, kStore, kAtomic };

// What a descriptor turned out to be.
enum class Presence : uint8_t {
  kThere,
  kNull,   // reads as zeros, drops writes
  kFault,  // reported; `next` says how to go on
};

inline uint32_t ObjectOf(uint64_t lane) { return static_cast<uint32_t>(lane); }
inline uint32_t LayoutOf(uint64_t lane) { return static_cast<uint32_t>(lane >> 32); }

const char* AccessName(AccessKind kind);

// Finds the descriptor of an object, for something that `what` names ("a load",
// "a size query").
Presence FindDescriptor(const Op* op, Context& context, uint32_t object, const char* what, Descriptor** descriptor,
                        const Op** next);

// Whether `bytes` at `offset` of the descriptor may be touched.
inline bool InRange(const Descriptor& descriptor, AccessKind kind, uint64_t offset, uint64_t bytes) {
  const uint64_t range = kind == AccessKind::kLoad ? descriptor.readable : descriptor.range;
  return bytes <= range && offset <= range - bytes;
}
const Op* ReportRange(const Op* op, Context& context, AccessKind kind, uint32_t object, uint64_t offset,
                      uint64_t bytes);

// Reports when one of the pointer's lanes at `a` is undefined.
inline bool IsUndefined(const Context& context, uint32_t a) { return (context.p[a] | context.p[a + 1]) != 0; }
const Op* ReportUndefined(const Op* op, Context& context, const char* what);

}  // namespace lacuna::interpreter

#endif  // LACUNA_INTERPRETER_ACCESS_H_
