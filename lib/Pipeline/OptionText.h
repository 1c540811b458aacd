// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_PIPELINE_OPTIONTEXT_H_
#define LACUNA_PIPELINE_OPTIONTEXT_H_

// The option grammar, which both surfaces share: `key=value`, and for switches
// `key` and `no-key`. Values may be in double quotes.

#include <string>
#include <string_view>
#include <vector>

#include "lacuna/Registry.h"

namespace lacuna {

// Where options are written: between < and >, where only ';' separates them, or
// after a flag, where ',' does too, unless what follows can only continue a list.
enum class OptionSurface { kAngleBrackets, kFlag };

// Parses the options of `pass`. Options that are not given get their defaults.
// On failure puts a message into *error, perhaps with a second line.
bool ParseOptions(const PassInfo& pass, std::string_view text, OptionSurface surface, OptionValues* values,
                  std::string* error);

// The options that differ from their defaults, as they stand between < and >;
// empty if there are none.
std::string PrintOptions(const PassInfo& pass, const OptionValues& values);

// The end of the first piece of `text`: the position of the first of
// `separators` that is not inside double quotes, or text.size(). Returns npos
// when a quote is left open.
size_t FindUnquoted(std::string_view text, std::string_view separators);

// Takes the quotes off `text` if it has some. Returns false, with a sentence
// in *error, when a quote stands anywhere but at both ends.
bool Unquote(std::string_view text, std::string* result, std::string* error);

// `text` as it is, or in quotes if it is empty or has a character that is not
// a letter, a digit or one of `plain`.
std::string QuoteIfNeeded(std::string_view text, std::string_view plain);

}  // namespace lacuna

#endif  // LACUNA_PIPELINE_OPTIONTEXT_H_
