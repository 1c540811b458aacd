// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_D3D_PROGRAM_H_
#define LACUNA_REFLECTION_D3D_PROGRAM_H_

// The code of a DXBC container (SHDR or SHEX), as far as reflection wants it.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "lacuna/Reflection/D3D/Container.h"
#include "lacuna/Reflection/Types.h"

namespace lacuna::reflection::d3d {

struct Program {
  uint64_t offset = 0;  // of the version token, in bytes from the start of the input
  Stage stage = Stage::kUnknown;
  uint32_t major = 0, minor = 0;
  // Of compute shaders: threads in a group along x, y and z.
  std::optional<std::array<uint32_t, 3>> thread_group;
};

// Reads the program's version and declarations; `bytes` is what `container` was
// read from. Nothing when the container has no code. Code that is damaged is
// read up to where it makes no sense, which is added to `notes`: reflection does
// not depend on it.
std::optional<Program> ReadProgram(Bytes bytes, const Container& container, std::vector<Note>* notes);

}  // namespace lacuna::reflection::d3d

#endif  // LACUNA_REFLECTION_D3D_PROGRAM_H_
