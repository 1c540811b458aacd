// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Pipeline/OptionText.h"

#include "Support/Text.h"

namespace lacuna {

namespace {

constexpr size_t kNone = static_cast<size_t>(-1);

size_t FindOption(const PassInfo& pass, std::string_view key) {
  for (size_t i = 0; i < pass.options.size(); ++i) {
    if (pass.options[i].key == key) return i;
  }
  return kNone;
}

// The switch that `no-key` turns off, if that is what `text` is.
size_t FindNegated(const PassInfo& pass, std::string_view text) {
  if (text.substr(0, 3) != "no-") return kNone;
  const size_t option = FindOption(pass, text.substr(3));
  return option != kNone && pass.options[option].type == OptionType::kBool ? option : kNone;
}

bool IsList(OptionType type) { return type == OptionType::kBindings || type == OptionType::kText; }

std::vector<std::string> Keys(const PassInfo& pass) {
  std::vector<std::string> keys;
  for (const OptionInfo& option : pass.options) keys.push_back(option.key);
  return keys;
}

std::string UnknownOption(const PassInfo& pass, std::string_view key) {
  const std::vector<std::string> keys = Keys(pass);
  std::string message = "pass '" + pass.flag + "' has no option '" + std::string(key) + "'" + DidYouMean(key, keys);
  message += keys.empty() ? "\nit has no options" : "\nits options are " + Join(keys, ", ");
  return message;
}

// One option as written, split but not yet understood.
struct Piece {
  std::string text;
  bool after_comma = false;
};

bool SplitOptions(std::string_view text, OptionSurface surface, std::vector<Piece>* pieces, std::string* error) {
  const std::string_view separators = surface == OptionSurface::kFlag ? ",;" : ";";
  bool after_comma = false;
  for (;;) {
    const size_t end = FindUnquoted(text, separators);
    if (end == std::string_view::npos) {
      *error = "a double quote is not closed in '" + std::string(text) + "'";
      return false;
    }
    pieces->push_back({std::string(Trim(text.substr(0, end))), after_comma});
    if (end == text.size()) return true;
    after_comma = text[end] == ',';
    text.remove_prefix(end + 1);
  }
}

}  // namespace

bool ParseOptions(const PassInfo& pass, std::string_view text, OptionSurface surface, OptionValues* values,
                  std::string* error) {
  const auto fail = [&pass, error](const std::string& message) {
    *error = "pass '" + pass.flag + "': " + message;
    return false;
  };
  std::vector<Piece> pieces;
  std::string reason;
  if (!Trim(text).empty() && !SplitOptions(text, surface, &pieces, &reason)) return fail(reason);

  // The value of each option as text; an option not given stays unset.
  std::vector<std::string> texts(pass.options.size());
  std::vector<bool> given(pass.options.size());
  size_t previous = kNone;
  for (const Piece& piece : pieces) {
    if (piece.text.empty()) return fail("an option is missing between two separators or at an end");
    const size_t equals = FindUnquoted(piece.text, "=");
    const bool has_value = equals < piece.text.size();
    const std::string key(Trim(std::string_view(piece.text).substr(0, equals)));
    size_t option = FindOption(pass, key);
    const size_t negated = has_value || option != kNone ? kNone : FindNegated(pass, key);

    std::string value;
    if (has_value) {
      if (!Unquote(Trim(std::string_view(piece.text).substr(equals + 1)), &value, &reason)) return fail(reason);
    } else if (option == kNone && negated == kNone && piece.after_comma && previous != kNone &&
               IsList(pass.options[previous].type)) {
      if (!Unquote(piece.text, &value, &reason)) return fail(reason);
      texts[previous] += ',' + value;
      continue;
    }
    if (negated != kNone) {
      option = negated;
      value = "false";
    } else if (option == kNone) {
      *error = UnknownOption(pass, key);
      return false;
    } else if (!has_value) {
      if (pass.options[option].type != OptionType::kBool)
        return fail("option '" + key + "' needs a value: " + key + "=...");
      value = "true";
    }
    if (given[option]) return fail("option '" + pass.options[option].key + "' is given twice");
    given[option] = true;
    texts[option] = std::move(value);
    previous = option;
  }

  OptionValues parsed(pass.options.size());
  for (size_t i = 0; i < pass.options.size(); ++i) {
    const std::string& chosen = given[i] ? texts[i] : pass.options[i].default_text;
    if (!ParseOptionValue(pass.options[i], chosen, &parsed[i], &reason)) return fail(reason);
  }
  *values = std::move(parsed);
  return true;
}

std::string PrintOptions(const PassInfo& pass, const OptionValues& values) {
  std::string text;
  for (size_t i = 0; i < pass.options.size(); ++i) {
    const OptionInfo& option = pass.options[i];
    OptionValue default_value;
    std::string reason;
    ParseOptionValue(option, option.default_text, &default_value, &reason);
    if (values[i].text == default_value.text) continue;
    if (!text.empty()) text += ';';
    if (option.type == OptionType::kBool) {
      text += values[i].number ? option.key : "no-" + option.key;
    } else {
      text += option.key + '=' + QuoteIfNeeded(values[i].text, "_.:*+/%,-");
    }
  }
  return text;
}

size_t FindUnquoted(std::string_view text, std::string_view separators) {
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && separators.find(text[i]) != std::string_view::npos) {
      return i;
    }
  }
  return quoted ? std::string_view::npos : text.size();
}

bool Unquote(std::string_view text, std::string* result, std::string* error) {
  result->clear();
  if (text.empty() || text.front() != '"') {
    if (text.find('"') == std::string_view::npos) {
      *result = text;
      return true;
    }
    *error = "a value that has a double quote in it must be quoted as a whole: '" + std::string(text) + "'";
    return false;
  }
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') {
      if (i + 1 == text.size()) return true;
      *error = "there is text after the closing quote of '" + std::string(text) + "'";
      return false;
    }
    if (text[i] == '\\') {
      ++i;
      if (i == text.size() || (text[i] != '"' && text[i] != '\\')) {
        *error = "a backslash in quotes stands only before a quote or a backslash: '" + std::string(text) + "'";
        return false;
      }
    }
    *result += text[i];
  }
  *error = "a double quote is not closed in '" + std::string(text) + "'";
  return false;
}

std::string QuoteIfNeeded(std::string_view text, std::string_view plain) {
  const auto is_plain = [plain](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           plain.find(c) != std::string_view::npos;
  };
  bool all_plain = !text.empty();
  for (char c : text) all_plain = all_plain && is_plain(c);
  if (all_plain) return std::string(text);
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace lacuna
