// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_D3D_SIGNATURE_H_
#define LACUNA_REFLECTION_D3D_SIGNATURE_H_

// The signatures of a DXBC container: inputs (ISGN, ISG1), outputs (OSGN, OSG5,
// OSG1) and patch constants (PCSG, PSG1).

#include <cstdint>
#include <string>
#include <vector>

#include "lacuna/Reflection/D3D/Container.h"

namespace lacuna::reflection::d3d {

struct SignatureElement {
  uint64_t offset = 0;  // of the record, in bytes from the start of the input
  std::string semantic;
  uint32_t semantic_index = 0;
  uint32_t stored_system_value = 0;  // as the file has it
  uint32_t system_value = 0;         // D3D_NAME; from the semantic where the file has 0
  uint32_t component_type = 0;       // D3D_REGISTER_COMPONENT_TYPE
  int32_t register_index = 0;        // -1 for what is in no register (0xFFFFFFFF)
  uint8_t mask = 0;                  // components, x lowest
  uint8_t read_write_mask = 0;       // inputs: always read; outputs: never written
  uint32_t stream = 0;               // of geometry shader outputs
  uint32_t min_precision = 0;        // D3D_MIN_PRECISION
};

struct Signatures {
  std::vector<SignatureElement> inputs, outputs, patch_constants;
  std::vector<Note> notes;
};

// Reads the signatures that the container has; one that it has not is empty.
// `bytes` is what `container` was read from. Errors have the code SD0101.
Result<Signatures> ReadSignatures(Bytes bytes, const Container& container);

}  // namespace lacuna::reflection::d3d

#endif  // LACUNA_REFLECTION_D3D_SIGNATURE_H_
