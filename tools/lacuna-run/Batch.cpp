// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Batch.h"

namespace lacuna::run {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

}  // namespace

bool SplitWords(std::string_view line, std::vector<std::string>* words, std::string* error) {
  words->clear();
  bool in_word = false;
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (!quote && IsBlank(c)) {
      in_word = false;
      continue;
    }
    if (!in_word) {
      words->emplace_back();
      in_word = true;
    }
    if (c == quote) {
      quote = 0;
    } else if (!quote && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && quote != '\'') {
      if (i + 1 == line.size()) {
        *error = "it ends with a backslash";
        return false;
      }
      // Within "..." a backslash keeps itself but before these.
      const char next = line[i + 1];
      if (quote && next != '"' && next != '\\' && next != '$' && next != '`') words->back() += c;
      words->back() += next;
      ++i;
    } else {
      words->back() += c;
    }
  }
  if (quote) *error = std::string("a quote, ") + quote + ", is not closed";
  return !quote;
}

bool ParseBatch(std::string_view text, std::vector<BatchLine>* lines, Failure* failure) {
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line[0] == '#') continue;
    BatchLine parsed;
    parsed.number = number;
    std::string error;
    if (!SplitWords(line, &parsed.arguments, &error)) {
      return failure->Error("line " + std::to_string(number) + ": " + error);
    }
    if (parsed.arguments.empty()) continue;
    const std::string& first = parsed.arguments[0];
    if (first.substr(first.rfind('/') + 1) == "lacuna-run") parsed.arguments.erase(parsed.arguments.begin());
    lines->push_back(std::move(parsed));
  }
  return true;
}

}  // namespace lacuna::run
