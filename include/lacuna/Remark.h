// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REMARK_H_
#define LACUNA_REMARK_H_

#include <cstdint>
#include <optional>
#include <string>

namespace lacuna {

enum class RemarkKind {
  kPassed,    // something was rewritten
  kMissed,    // something was left for a better pass, the result is right all the same
  kDeclined,  // something could not be rewritten soundly and was left as it was
};

// A place in the module's source, from OpLine or debug info. Empty file: unknown.
struct SourceLocation {
  std::string file;
  uint32_t line = 0, column = 0;
};

// One thing a pass did or would not do.
struct Remark {
  RemarkKind kind = RemarkKind::kPassed;
  std::string pass;         // the pass's flag
  std::string name;         // the remark's identifier in Passes.def
  std::string function;     // the function's debug name, or %id
  std::string instruction;  // the instruction as text
  std::optional<uint32_t> set, binding;
  std::string message;  // a sentence without a full stop
  SourceLocation location;
};

// Receives the remarks of a run, in module order within a pass.
class RemarkSink {
 public:
  virtual ~RemarkSink() = default;
  virtual void Emit(const Remark& remark) = 0;

  // Are remarks of this kind wanted? Making one costs time.
  virtual bool Wants(RemarkKind) const { return true; }
};

}  // namespace lacuna

#endif  // LACUNA_REMARK_H_
