// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Pipeline/Fingerprint.h"

#include <cinttypes>
#include <cstdio>

#include "lacuna/Version.h"

namespace lacuna {

std::string Fingerprint(const std::string& pipeline, const RunOptions& options) {
  // Everything on a line of its own, so that no two settings give one text.
  // The environment by its description: its number may change between releases.
  std::string text = VersionString() + '\n' + SpirvToolsVersionString() + '\n' + pipeline + '\n' +
                     spvTargetEnvDescription(options.target_env) + '\n' + std::to_string(options.max_id_bound) + '\n';
  for (bool flag : {options.preserve_bindings, options.preserve_interface, options.preserve_spec_constants}) {
    text += flag ? '1' : '0';
  }
  uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  char digits[17];
  std::snprintf(digits, sizeof(digits), "%016" PRIx64, hash);
  return digits;
}

}  // namespace lacuna
