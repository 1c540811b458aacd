// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SUPPORT_REPORTER_H_
#define LACUNA_SUPPORT_REPORTER_H_

#include <string>

#include "Support/InstructionText.h"
#include "lacuna/Passes.h"

namespace lacuna {

// Tells the user what a pass did or would not do: to the context's remarks, or
// if there are none, declined things to the Optimizer's message consumer.
class Reporter {
 public:
  // `is_error`: declined things end the run.
  Reporter(IRContext* context, const char* pass, PassContext* pass_context, bool is_error)
      : context_(context), pass_(pass), pass_context_(pass_context), is_error_(is_error), text_(context) {}

  // A module-wide reason, or one about `inst` if not null; set and binding if
  // known. Also recorded in the interface map's list. Without `is_fatal` it does
  // not end the run.
  void Decline(const Instruction* inst, std::optional<uint32_t> set, std::optional<uint32_t> binding,
               const std::string& reason, bool is_fatal = true);

  void Pass(const Instruction& inst, uint32_t set, uint32_t binding, const std::string& name,
            const std::string& message);

 private:
  Remark MakeRemark(const Instruction* inst);

  IRContext* context_;
  const char* pass_;
  PassContext* pass_context_;
  bool is_error_;
  InstructionText text_;
};

}  // namespace lacuna

#endif  // LACUNA_SUPPORT_REPORTER_H_
