// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERFACE_JSONERROR_H_
#define LACUNA_INTERFACE_JSONERROR_H_

#include <string>
#include <string_view>

namespace lacuna {

// Where and why `text` is no JSON, for the end of a message: "parse error at
// line 2, column 1: ...". Empty for what is JSON.
std::string JsonError(std::string_view text);

}  // namespace lacuna

#endif  // LACUNA_INTERFACE_JSONERROR_H_
