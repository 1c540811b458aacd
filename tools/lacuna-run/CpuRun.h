// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_CPURUN_H_
#define LACUNA_TOOLS_RUN_CPURUN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "Failure.h"
#include "Plan.h"

namespace lacuna::run {

struct CpuRunOptions {
  uint64_t max_steps = uint64_t{1} << 32;   // instructions, of all invocations together
  uint64_t max_memory = uint64_t{1} << 30;  // bytes for values and workgroup memory
  uint32_t max_faults = 1;
  bool find_data_races = false;
  bool reverse = false;  // run the last workgroup and invocation first
};

struct CpuRunReport {
  std::vector<std::string> faults;  // behind the first one
  uint64_t steps = 0;               // instructions
  uint64_t undefined_stores = 0;    // undefined values that were written to resources
};

// Runs the plan's shaders, whose modules are in the order of its stages, on the
// interpreter: one for compute, or for vertices and perhaps fragments. What it leaves is in *output
// also when it faults; then this returns false with kExitFault, the first fault in
// *failure and the others in the report.
bool RunOnCpu(const std::vector<const std::vector<uint32_t>*>& modules, const Plan& plan, const CpuRunOptions& options,
              RunOutput* output, CpuRunReport* report, Failure* failure);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_CPURUN_H_
