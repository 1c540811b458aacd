// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_BATCH_H_
#define LACUNA_TOOLS_RUN_BATCH_H_

// A file of command lines.

#include <string>
#include <string_view>
#include <vector>

#include "Failure.h"

namespace lacuna::run {

struct BatchLine {
  size_t number = 0;  // in the file, from 1 on
  std::vector<std::string> arguments;
};

// Splits a line into words as a shell does: blanks separate, '...' and "..."
// quote, a backslash keeps the next character. Nothing is expanded. Returns false
// and says why in *error when a quote is open at the end.
bool SplitWords(std::string_view line, std::vector<std::string>* words, std::string* error);

// Reads the lines that are neither empty nor comments (# is their first
// character). A first word `lacuna-run`, with or without a folder, is dropped, so
// that a line can be pasted into a shell.
bool ParseBatch(std::string_view text, std::vector<BatchLine>* lines, Failure* failure);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_BATCH_H_
