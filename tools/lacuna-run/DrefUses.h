// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_DREFUSES_H_
#define LACUNA_TOOLS_RUN_DREFUSES_H_

// Which variables a module samples with a depth comparison. Their images need a
// depth format even where their types do not say so, as those from HLSL do not.

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "spirv-tools/libspirv.h"

namespace lacuna::run {

class DrefUses {
 public:
  // Takes every instruction of the module in its order.
  void Add(const spv_parsed_instruction_t& instruction);

  // The ids that a depth comparison's image comes from: variables, and the loads,
  // access chains and parameters on the way.
  std::set<uint32_t> Ids() const;

 private:
  struct Call {
    uint32_t function;
    std::vector<uint32_t> arguments;
  };

  std::unordered_map<uint32_t, std::vector<uint32_t>> sources_;     // of an id
  std::unordered_map<uint32_t, std::vector<uint32_t>> parameters_;  // of a function
  std::vector<Call> calls_;
  std::vector<uint32_t> sampled_;  // operands of comparisons
  uint32_t function_ = 0;
};

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_DREFUSES_H_
