// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interface/JsonError.h"

#include <cstddef>

#include <nlohmann/json.hpp>

namespace lacuna {

namespace {

using Json = nlohmann::json;

// Without exceptions only the parser's events tell what is wrong.
class ErrorKeeper : public Json::json_sax_t {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const Json::exception& exception) override {
    const std::string_view what = exception.what();
    // What follows the library's own tag, "[json.exception...] ".
    const std::size_t tag = what.find("] ");
    error = what.substr(tag == std::string_view::npos ? 0 : tag + 2);
    return false;
  }

  std::string error;
};

}  // namespace

std::string JsonError(std::string_view text) {
  ErrorKeeper keeper;
  Json::sax_parse(text.begin(), text.end(), &keeper);
  return keeper.error;
}

}  // namespace lacuna
