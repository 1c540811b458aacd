// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_FAILURE_H_
#define LACUNA_TOOLS_RUN_FAILURE_H_

#include <string>
#include <utility>

namespace lacuna::run {

// The exit statuses of lacuna-run.
enum ExitStatus : int {
  kExitOk = 0,
  kExitError = 1,           // an error, or a difference that was asked for
  kExitStandInTouched = 2,  // the memory of a stand-in changed
  kExitUnsupported = 3,     // the back end or the device cannot run it
  kExitFault = 4,           // the interpreter found an access that no correct module makes
};

// Why something did not work, in words for people, and how the tool ends.
struct Failure {
  ExitStatus status = kExitError;
  std::string message;

  // Both return false, so that a function can end with `return f->Error(...)`.
  bool Error(std::string text) {
    status = kExitError;
    message = std::move(text);
    return false;
  }
  bool Unsupported(std::string text) {
    status = kExitUnsupported;
    message = std::move(text);
    return false;
  }
};

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_FAILURE_H_
