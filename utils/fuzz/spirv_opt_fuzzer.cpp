// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Runs one Lacuna pass with any options on any module and stops when a promise
// is broken:
//
//   - no crash and no undefined behaviour, whatever the input (the sanitizers' part);
//   - options that the registry describes make a pipeline text that parses, and
//     whose canonical form is stable;
//   - a valid module becomes a valid module, or the pass refuses it and says why;
//   - the same input gives the same output;
//   - a pass run on its own output changes nothing.
//
// The first kControlBytes bytes choose the pass and its options; the rest is the
// module, as words in this machine's byte order. Every pass in the registry
// is reached without a change here.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "lacuna/Pipeline.h"
#include "lacuna/Registry.h"
#include "spirv-tools/libspirv.hpp"

namespace {

constexpr size_t kControlBytes = 32;
// Large modules make runs slow and find nothing that small ones do not.
constexpr size_t kMaxModuleBytes = 1 << 16;

[[noreturn]] void Fail(const std::string& promise, const std::string& pipeline, const std::string& detail) {
  std::cerr << "broken promise: " << promise << "\npipeline: " << pipeline << "\n" << detail << "\n";
  std::abort();
}

// Hands out the control bytes, and zeros after the last.
class Choices {
 public:
  Choices(const uint8_t* bytes, size_t count) : bytes_(bytes), count_(count) {}

  uint8_t Next() { return position_ < count_ ? bytes_[position_++] : 0; }
  // A number below `bound`, which is not 0.
  size_t Below(size_t bound) { return Next() % bound; }

 private:
  const uint8_t* bytes_;
  size_t count_;
  size_t position_ = 0;
};

// A value of the option, valid by its type.
std::string ChooseValue(const lacuna::OptionInfo& option, Choices& choices) {
  switch (option.type) {
    case lacuna::OptionType::kBool:
      return choices.Below(2) == 0 ? "false" : "true";
    case lacuna::OptionType::kEnum:
      return option.choices[choices.Below(option.choices.size())];
    case lacuna::OptionType::kAutoUint:
      if (choices.Below(4) == 0) return "auto";
      [[fallthrough]];
    case lacuna::OptionType::kUint: {
      static constexpr uint32_t kNumbers[] = {0, 1, 3, 4, 16, 88, 128, 252, 256, 65536, 0x7fffffff, 0xffffffff};
      constexpr size_t kCount = sizeof(kNumbers) / sizeof(kNumbers[0]);
      return std::to_string(kNumbers[choices.Below(kCount)]);
    }
    case lacuna::OptionType::kBindings: {
      static constexpr const char* kSets[] = {"*", "0.*", "0.0", "0.0-3,1.0", "7.1"};
      return kSets[choices.Below(sizeof(kSets) / sizeof(kSets[0]))];
    }
    case lacuna::OptionType::kText:
      return option.default_text;
  }
  return option.default_text;
}

std::string ChoosePipeline(const lacuna::Registry& registry, Choices& choices) {
  const lacuna::PassInfo& pass = *registry.passes()[choices.Below(registry.passes().size())];
  std::string options;
  for (const lacuna::OptionInfo& option : pass.options) {
    // 0 leaves an option at its default, so a seed of zeros is the pass's own.
    if (choices.Below(2) == 0) continue;
    const std::string value = ChooseValue(option, choices);
    if (value.empty()) continue;
    options += (options.empty() ? "" : ";") + option.key + "=\"" + value + "\"";
  }
  return options.empty() ? pass.flag : pass.flag + "<" + options + ">";
}

std::string Describe(const lacuna::RunResult& result) {
  std::string text;
  for (const lacuna::Diagnostic& diagnostic : result.diagnostics) text += diagnostic.message + "\n";
  for (const lacuna::Remark& remark : result.declined) text += remark.message + "\n";
  return text;
}

lacuna::Pipeline ParseOrFail(const std::string& text, const lacuna::Registry& registry) {
  lacuna::Pipeline pipeline;
  std::string error;
  if (!lacuna::Pipeline::Parse(text, registry, &pipeline, &error)) {
    Fail("a pipeline made from the registry parses", text, error);
  }
  return pipeline;
}

void CheckModule(const lacuna::Pipeline& pipeline, const std::vector<uint32_t>& words) {
  lacuna::RunOptions options;
  options.target_env = SPV_ENV_UNIVERSAL_1_6;
  const lacuna::RunResult first = pipeline.Run(words.data(), words.size(), options);
  const std::string text = pipeline.ToString();
  if (!first.ok()) {
    if (first.diagnostics.empty() && first.declined.empty()) Fail("a refusal says why", text, "");
    if (!first.words.empty()) Fail("a refusal returns no words", text, "");
    return;
  }
  if (first.status == lacuna::RunStatus::kUnchanged && first.words != words) {
    Fail("an unchanged module is the input's words", text, "");
  }

  const lacuna::RunResult second = pipeline.Run(words.data(), words.size(), options);
  if (second.words != first.words || second.interface_map.ToJson() != first.interface_map.ToJson()) {
    Fail("the same input gives the same output", text, "");
  }

  // Validates its input, which is the first run's output.
  const lacuna::RunResult again = pipeline.Run(first.words.data(), first.words.size(), options);
  if (again.status == lacuna::RunStatus::kInvalidInput) {
    Fail("a valid module becomes a valid module", text, Describe(again));
  }
  if (!again.ok()) Fail("a pass accepts its own output", text, Describe(again));
  if (again.words != first.words) Fail("a pass run on its own output changes nothing", text, "");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const lacuna::Registry* registry = [] {
    auto* all = new lacuna::Registry;
    lacuna::RegisterBuiltinPasses(*all);
    return all;
  }();
  if (size < kControlBytes || size - kControlBytes > kMaxModuleBytes) return 0;

  Choices choices(data, kControlBytes);
  const std::string text = ChoosePipeline(*registry, choices);
  const lacuna::Pipeline pipeline = ParseOrFail(text, *registry);
  const std::string canonical = pipeline.ToString();
  if (ParseOrFail(canonical, *registry).ToString() != canonical) {
    Fail("a canonical pipeline text parses back to itself", text, canonical);
  }

  std::vector<uint32_t> words((size - kControlBytes) / sizeof(uint32_t));
  if (!words.empty()) std::memcpy(words.data(), data + kControlBytes, words.size() * sizeof(uint32_t));
  CheckModule(pipeline, words);
  return 0;
}
