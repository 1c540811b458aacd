// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Turns Passes.def into registry entries: one function per pass that lists its
// options beside the code that puts each one's value into the options struct.

#include <cstdio>
#include <cstdlib>

#include "Support/Text.h"
#include "lacuna/Registry.h"

namespace lacuna {

namespace {

// The entry being described, and how its options struct is filled.
template <typename Options>
struct Description {
  using Setter = void (*)(Options& options, const OptionValue& value);
  PassInfo info;
  std::vector<Setter> setters;

  void Option(const char* key, OptionType type, std::string default_text, const char* help, Setter setter) {
    info.options.push_back({key, type, std::move(default_text), {}, help, {}, {}});
    setters.push_back(setter);
  }

  void Enum(const char* key, std::string_view choices, size_t default_choice, const char* help, Setter setter) {
    Option(key, OptionType::kEnum, {}, help, setter);
    OptionInfo& option = info.options.back();
    for (std::string_view choice : Split(choices, '|')) option.choices.emplace_back(choice);
    option.default_text = option.choices.at(default_choice);
  }
};

#define LACUNA_PASS_BEGIN(ID, FLAG, SUMMARY) \
  PassInfo Describe##ID() {                  \
    using Options = ID##Options;             \
    Description<Options> description;        \
    description.info.flag = FLAG;            \
    description.info.id = #ID;               \
    description.info.summary = SUMMARY;
#define LACUNA_OPTION_ENUM(ID, FIELD, KEY, TYPE, DEFAULT, CHOICES, HELP) \
  description.Enum(                                                      \
      KEY, CHOICES, static_cast<size_t>(TYPE::DEFAULT), HELP,            \
      [](Options& options, const OptionValue& value) { options.FIELD = static_cast<TYPE>(value.number); });
#define LACUNA_OPTION_UINT(ID, FIELD, KEY, DEFAULT, HELP)                             \
  description.Option(KEY, OptionType::kUint, std::to_string(uint32_t{DEFAULT}), HELP, \
                     [](Options& options, const OptionValue& value) { options.FIELD = value.number; });
#define LACUNA_OPTION_AUTO_UINT(ID, FIELD, KEY, HELP)                                                           \
  description.Option(KEY, OptionType::kAutoUint, "auto", HELP, [](Options& options, const OptionValue& value) { \
    if (!value.automatic) options.FIELD = value.number;                                                         \
  });
#define LACUNA_OPTION_BINDINGS(ID, FIELD, KEY, HELP)        \
  description.Option(KEY, OptionType::kBindings, "*", HELP, \
                     [](Options& options, const OptionValue& value) { options.FIELD = value.bindings; });
#define LACUNA_OPTION_VALUE(ID, FIELD, KEY, TYPE, DEFAULT, SYNTAX, HELP)                                    \
  description.Option(KEY, OptionType::kText, DEFAULT, HELP, [](Options& options, const OptionValue& value) { \
    std::string ignored;                                                                                    \
    TYPE::Parse(value.text, &options.FIELD, &ignored);                                                      \
  });                                                                                                       \
  description.info.options.back().syntax = SYNTAX;                                                          \
  description.info.options.back().check = [](std::string_view text, std::string* canonical, std::string* error) { \
    TYPE value;                                                                                             \
    if (!TYPE::Parse(text, &value, error)) return false;                                                    \
    *canonical = value.ToString();                                                                          \
    return true;                                                                                            \
  };
#define LACUNA_REMARK(ID, NAME, KIND, TEXT) description.info.remarks.push_back({NAME, RemarkKind::k##KIND, TEXT});
#define LACUNA_STATISTIC(ID, NAME, TEXT) description.info.statistics.push_back({NAME, TEXT});
#define LACUNA_PASS_END(ID)                                                                                     \
  description.info.create = [setters = description.setters](const OptionValues& values, PassContext* context) { \
    Options options;                                                                                            \
    for (size_t i = 0; i < setters.size(); ++i) setters[i](options, values[i]);                                 \
    return Create##ID##Pass(options, context);                                                                  \
  };                                                                                                            \
  return description.info;                                                                                      \
  }
#include "lacuna/Passes.def"

void AddBuiltin(Registry& registry, PassInfo pass) {
  std::string error;
  if (registry.Add(std::move(pass), &error)) return;
  // Passes.def contradicts itself or SPIRV-Tools: no input can cause it.
  std::fprintf(stderr, "lacuna: %s\n", error.c_str());
  std::abort();
}

}  // namespace

void RegisterBuiltinPasses(Registry& registry) {
#define LACUNA_PASS_BEGIN(ID, FLAG, SUMMARY) AddBuiltin(registry, Describe##ID());
#include "lacuna/Passes.def"
}

}  // namespace lacuna
