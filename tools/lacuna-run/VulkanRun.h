// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_VULKANRUN_H_
#define LACUNA_TOOLS_RUN_VULKANRUN_H_

#include <cstdint>
#include <vector>

#include "Plan.h"
#include "VulkanDevice.h"
#include "VulkanPipeline.h"

namespace lacuna::run {

struct VulkanRunOptions {
  bool ignore_missing_features = false;  // those that a module's capabilities ask for
  bool robust = false;                   // robustBufferAccess, and robustBufferAccess2 where offered
  uint32_t timeout_s = 20;               // seconds that the driver gets for compiling and running
};

// Runs the plan once. A run that takes longer than the timeout cannot be taken
// back from the driver: this prints the reason on stderr and ends the process
// with kExitError.
bool RunOnVulkan(VulkanDevices* devices, const std::vector<Shader>& shaders, const Plan& plan,
                 const VulkanRunOptions& options, RunOutput* output, Failure* failure);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_VULKANRUN_H_
