// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TRANSFORMS_LEGALIZEMSLARRAYPOINTERS_METALLIMITS_H_
#define LACUNA_TRANSFORMS_LEGALIZEMSLARRAYPOINTERS_METALLIMITS_H_

#include <string>
#include <vector>

#include "Analysis/DescriptorTable.h"
#include "lacuna/MslVersion.h"

namespace lacuna {

struct MetalLimit {
  const Instruction* inst;
  const Descriptor* descriptor;  // null if it is none of one descriptor
  std::string reason;
};

// What entry points use of memory that Metal of this version has no form for:
// 64-bit atomics, float atomics before 3.0, and before 3.1 atomics on images in
// arrays.
std::vector<MetalLimit> FindMetalLimits(IRContext* context, const DescriptorTable& descriptors, const CallGraph& calls,
                                        const MslVersion& version);

}  // namespace lacuna

#endif  // LACUNA_TRANSFORMS_LEGALIZEMSLARRAYPOINTERS_METALLIMITS_H_
