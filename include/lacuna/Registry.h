// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REGISTRY_H_
#define LACUNA_REGISTRY_H_

// What passes there are, what options each takes, and how one is made. The
// command line, pipeline texts, help and the generated documentation all read
// this. Lacuna's own passes come from Passes.def; Registry::Add takes others.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lacuna/BindingSet.h"
#include "lacuna/Passes.h"
#include "lacuna/Remark.h"
#include "spirv-tools/optimizer.hpp"

namespace lacuna {

enum class OptionType {
  kBool,      // `key` and `key=true` switch it on, `no-key` and `key=false` off
  kUint,      // an unsigned 32-bit number, decimal or 0x hexadecimal
  kAutoUint,  // such a number, or `auto`
  kEnum,      // one of OptionInfo::choices
  kBindings,  // a BindingSet, see BindingSet.h
  kText,      // any text; what it means is up to the pass
};

// The type's name in listings: "bool", "uint", "auto-uint", "enum",
// "bindings" or "text".
std::string_view OptionTypeName(OptionType type);

// "passed", "missed" or "declined".
std::string_view RemarkKindName(RemarkKind kind);

struct OptionInfo {
  std::string key;  // [a-z0-9-]+, not beginning with "no-"
  OptionType type = OptionType::kText;
  std::string default_text;          // a value of that type; empty only for kText
  std::vector<std::string> choices;  // kEnum only
  std::string help;                  // one line
  // kText only: what a value looks like, e.g. "<set>.<binding>:<count>,...",
  // for help; and a check that gives the canonical text, or one sentence of what
  // is wrong. Both may be empty.
  std::string syntax;
  std::function<bool(std::string_view text, std::string* canonical, std::string* error)> check;
};

struct RemarkInfo {
  std::string name;
  RemarkKind kind = RemarkKind::kPassed;
  std::string text;
};

struct StatisticInfo {
  std::string name, text;
};

// The checked value of one option. `text` is canonical: equal values have
// equal texts.
struct OptionValue {
  std::string text;
  uint32_t number = 0;     // kUint; kAutoUint unless automatic; kEnum: the choice's index; kBool: 0 or 1
  bool automatic = false;  // kAutoUint
  BindingSet bindings;     // kBindings
};

// One value for each of a pass's options, in their order of declaration.
using OptionValues = std::vector<OptionValue>;

struct PassInfo {
  std::string flag;     // the pass's name without dashes, [a-z0-9-]+
  std::string id;       // the name that C++ uses; may be empty
  std::string summary;  // one line
  std::vector<OptionInfo> options;
  std::vector<RemarkInfo> remarks;
  std::vector<StatisticInfo> statistics;

  // Makes a fresh instance of the pass. `values` fits `options`; `context` may
  // be null and outlives the instance. Called once per run, from any thread.
  std::function<spvtools::Optimizer::PassToken(const OptionValues& values, PassContext* context)> create;
};

// Checks `text` as a value of `option`. On failure returns false and puts one
// sentence into *error.
bool ParseOptionValue(const OptionInfo& option, std::string_view text, OptionValue* value, std::string* error);

class Registry {
 public:
  // Adds a pass. Returns false and puts one sentence into *error when the
  // entry is malformed (a bad or repeated name or key, a default that is no
  // value of its type, no create function) or when its name is one that
  // spirv-opt already knows.
  bool Add(PassInfo pass, std::string* error);

  // The pass called `flag` (no dashes), or null.
  std::shared_ptr<const PassInfo> Find(std::string_view flag) const;

  // All passes, in the order they were added.
  const std::vector<std::shared_ptr<const PassInfo>>& passes() const { return passes_; }

 private:
  std::vector<std::shared_ptr<const PassInfo>> passes_;
};

// Adds the passes of Passes.def. Call it once per registry.
void RegisterBuiltinPasses(Registry& registry);

}  // namespace lacuna

#endif  // LACUNA_REGISTRY_H_
