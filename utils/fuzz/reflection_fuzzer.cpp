// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// libFuzzer target: any bytes as a shader, in every format that the library reads.

#include <cstddef>
#include <cstdint>

#include "reflection_exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  lacuna::reflection::ExerciseReflection(data, size);
  return 0;
}
