// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Reads any bytes as D3D9 bytecode. Seeds: test/Reflection/D3D/Inputs/*.bin.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "lacuna/Reflection/D3D/Ctab.h"
#include "lacuna/Reflection/D3D/Readers.h"
#include "lacuna/Reflection/Json.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  namespace reflection = lacuna::reflection;
  const auto table = reflection::d3d::ReadCtab({data, size});
  if (table.ok()) {
    for (const auto& constant : table->constants) reflection::d3d::DefaultComponents(constant);
  }
  const auto module = reflection::d3d::ReadD3d9({data, size});
  if (!module.ok()) {
    if (module.error().message.empty()) std::abort();
    return 0;
  }
  // The model is made from the table and from nothing else.
  if (!table.ok()) std::abort();
  if (reflection::ToJson(*module) != reflection::ToJson(*reflection::d3d::ReadD3d9({data, size}))) std::abort();
  reflection::ToText(*module);
  return 0;
}
