// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_D3D_CONTAINER_H_
#define LACUNA_REFLECTION_D3D_CONTAINER_H_

// The DXBC container, which holds the parts of a compiled shader of shader
// models 4 and 5, and of DXIL.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "lacuna/Reflection/Model.h"
#include "lacuna/Reflection/Reader.h"
#include "lacuna/Reflection/Result.h"

namespace lacuna::reflection::d3d {

struct Chunk {
  uint32_t code = 0;    // its four characters, the first lowest
  uint64_t offset = 0;  // of what it holds, in bytes from the start of the input
  uint64_t size = 0;    // of what it holds, in bytes

  std::string Name() const;  // "RDEF"; what cannot be printed as \xNN
};

struct Container {
  enum class Checksum { kMatches, kZero, kDiffers };

  std::array<uint32_t, 4> checksum = {};
  // What the container's bytes give. Tools that patch shaders leave a wrong one
  // and compilers without a signer leave zeros, so this is told and not enforced.
  Checksum checksum_state = Checksum::kMatches;
  uint32_t version = 0;
  uint32_t total_size = 0;  // in bytes; the input may be longer
  std::vector<Chunk> chunks;
  std::vector<Note> notes;

  // The last chunk of that name, or null.
  const Chunk* Find(uint32_t code) const;
};

// Reads the container's table of chunks. All chunks lie inside the input and
// after the table; overlapping ones, odd offsets, repeated names and a wrong
// checksum are notes. Errors have the code SD0101.
Result<Container> ReadContainer(Bytes bytes);

// The checksum of a container: MD5 with a padding of its own, over all bytes
// from the version field on. `bytes` is the whole container.
std::array<uint32_t, 4> ContainerChecksum(Bytes bytes);

}  // namespace lacuna::reflection::d3d

#endif  // LACUNA_REFLECTION_D3D_CONTAINER_H_
