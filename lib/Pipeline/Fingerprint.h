// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_PIPELINE_FINGERPRINT_H_
#define LACUNA_PIPELINE_FINGERPRINT_H_

#include <string>

#include "lacuna/Pipeline.h"

namespace lacuna {

// Sixteen hex digits that change whenever something changes that the output
// depends on besides the input: versions, passes, options.
std::string Fingerprint(const std::string& pipeline, const RunOptions& options);

}  // namespace lacuna

#endif  // LACUNA_PIPELINE_FINGERPRINT_H_
