// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Reads any bytes as a DXBC container and its resource definitions. Seeds:
// test/Reflection/D3D/Inputs/*.dxbc. What the container's checksum says is not
// enforced, so mutations get through.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "lacuna/Reflection/D3D/Container.h"
#include "lacuna/Reflection/D3D/Rdef.h"
#include "lacuna/Reflection/D3D/Readers.h"
#include "lacuna/Reflection/Json.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  namespace reflection = lacuna::reflection;
  const reflection::Bytes bytes = {data, size};
  const auto container = reflection::d3d::ReadContainer(bytes);
  if (container.ok()) {
    for (const reflection::d3d::Chunk& chunk : container->chunks) {
      if (chunk.offset > size || chunk.size > size - chunk.offset) std::abort();
    }
  }
  reflection::d3d::DxbcOptions options;
  options.keep_empty_buffers = true;
  const auto module = reflection::d3d::ReadDxbc(bytes, options);
  if (!module.ok()) {
    if (module.error().message.empty()) std::abort();
    return 0;
  }
  if (!container.ok()) std::abort();
  if (reflection::ToJson(*module) != reflection::ToJson(*reflection::d3d::ReadDxbc(bytes, options))) std::abort();
  reflection::ToText(*module);
  return 0;
}
