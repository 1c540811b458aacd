// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_SPIRV_LIMITS_H_
#define LACUNA_REFLECTION_SPIRV_LIMITS_H_

// What keeps time and memory bounded on hostile modules: a small module can
// describe an exponentially large structure, or repeat a long name many times.

#include <cstdint>
#include <string>
#include <utility>

#include "lacuna/Reflection/Result.h"

namespace lacuna::reflection::spirv {

// Nesting of types, as the SPIR-V specification's universal limit for structures.
constexpr uint32_t kMaxTypeDepth = 255;
constexpr uint32_t kMaxCallDepth = 1000;
// Variables, members and interface variables in one result.
constexpr uint64_t kMaxRecords = uint64_t{1} << 16;
// Bytes of all names in one result.
constexpr uint64_t kMaxTextBytes = uint64_t{1} << 25;
// Bytes of all dotted paths of members, which notes, differences and findings
// are made of: a long name counts once for each member below it.
constexpr uint64_t kMaxPathBytes = uint64_t{1} << 26;
// Steps of walks whose length is not bounded by the module's size.
constexpr uint64_t kMaxSteps = uint64_t{1} << 24;

// The first thing that went wrong, and what is left of the limits. Functions
// that can fail return false after calling Fail once.
class Progress {
 public:
  bool failed() const { return failed_; }
  const Error& error() const { return error_; }

  // Always returns false.
  bool Fail(uint64_t byte_offset, std::string message, std::string expected = "") {
    if (failed_) return false;
    failed_ = true;
    error_.offset = byte_offset;
    error_.message = std::move(message);
    error_.expected = std::move(expected);
    return false;
  }
  bool FailWithoutPlace(std::string message, std::string expected) {
    Fail(0, std::move(message), std::move(expected));
    error_.offset.reset();
    return false;
  }

  // Each takes from a limit and fails when it is used up.
  bool TakeRecord(const std::string& name) {
    if (++records_ > kMaxRecords) {
      return FailWithoutPlace("the module has too many variables and members once its structures are expanded",
                              "at most " + std::to_string(kMaxRecords));
    }
    return TakeText(name.size());
  }
  bool TakeText(uint64_t bytes) {
    text_ += bytes;
    if (text_ <= kMaxTextBytes) return true;
    return FailWithoutPlace("the names in the module are too long once its structures are expanded",
                            "at most " + std::to_string(kMaxTextBytes) + " bytes");
  }
  bool TakePath(uint64_t bytes) {
    paths_ += bytes;
    if (paths_ <= kMaxPathBytes) return true;
    return FailWithoutPlace("the dotted names of members are too long once structures are expanded",
                            "at most " + std::to_string(kMaxPathBytes) + " bytes");
  }
  bool TakeSteps(uint64_t steps) {
    steps_ += steps;
    if (steps_ <= kMaxSteps) return true;
    return FailWithoutPlace("the module's call graph or constant expressions are too large to walk",
                            "at most " + std::to_string(kMaxSteps) + " steps");
  }

 private:
  bool failed_ = false;
  Error error_;
  uint64_t records_ = 0, text_ = 0, paths_ = 0, steps_ = 0;
};

}  // namespace lacuna::reflection::spirv

#endif  // LACUNA_REFLECTION_SPIRV_LIMITS_H_
