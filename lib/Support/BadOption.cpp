// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Support/BadOption.h"

#include <algorithm>
#include <vector>

#include "Support/Text.h"

namespace lacuna {

namespace {

std::vector<std::string> OptionsInHelp(std::string_view help) {
  const auto is_name = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  std::vector<std::string> options;
  for (size_t at = help.find("--"); at != std::string_view::npos; at = help.find("--", at)) {
    size_t end = at;
    while (end < help.size() && is_name(help[end])) ++end;
    const bool begins_word = at == 0 || !is_name(help[at - 1]);
    if (begins_word && end - at > 2) options.emplace_back(help.substr(at, end - at));
    at = end;
  }
  return options;
}

}  // namespace

std::string BadOptionText(std::string_view argument, std::string_view help) {
  const std::string name(argument.substr(0, argument.find('=')));
  const std::vector<std::string> known = OptionsInHelp(help);
  if (std::find(known.begin(), known.end(), name) != known.end()) {
    return "option '" + name + (name == argument ? "' lacks its =<value>" : "' takes no value") + "; see --help";
  }
  const std::string hint = DidYouMean(name, known);
  return "unknown option '" + name + "'" + (hint.empty() ? "; see --help" : hint);
}

}  // namespace lacuna
