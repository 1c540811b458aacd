// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_VERTEXINPUTS_H_
#define LACUNA_REFLECTION_VERTEXINPUTS_H_

// The table of a vertex shader's inputs by location, with the usage and index
// that vertex declarations of D3D9 and XNA know them by.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lacuna/Reflection/Model.h"
#include "lacuna/Reflection/Result.h"

namespace lacuna::reflection {

// Numbers that vertex declarations use.
enum class VertexUsage : uint8_t {
  kPosition = 0,
  kColor = 1,
  kTextureCoordinate = 2,
  kNormal = 3,
  kBinormal = 4,
  kTangent = 5,
  kBlendIndices = 6,
  kBlendWeight = 7,
  kDepth = 8,
  kFog = 9,
  kPointSize = 10,
  kSample = 11,  // no semantic gives this
  kTessellateFactor = 12,
};

struct VertexSemantic {
  VertexUsage usage = VertexUsage::kTextureCoordinate;
  uint8_t index = 0;
  bool known = true;       // false: no semantic of the table; the usage is a stand-in
  bool index_cut = false;  // the index did not fit into a byte: its low byte was taken
};

// Upper and lower case are the same. A name of the table followed by digits only
// (none mean 0) has that usage; anything else is a texture coordinate with the
// digits at its end as the index. Digits past 32 bits make no index: 0.
VertexSemantic MapVertexSemantic(std::string_view semantic);

struct VertexInput {
  std::string name;      // of the variable
  std::string semantic;  // as the module has it, without DXC's "in.var."
  VertexUsage usage = VertexUsage::kTextureCoordinate;
  uint8_t index = 0;
  uint32_t location = 0;
};

struct VertexInputTable {
  // By location. What takes several locations (matrices, arrays, three and four
  // components of 64 bits) has an entry for each, with consecutive indices.
  std::vector<VertexInput> inputs;
  // Sentences with the code SD0104: semantics that the table does not have.
  std::vector<std::string> warnings;
};

// The inputs of an entry point, without built-ins and those that have no
// location. D3D signatures have registers instead of locations. Fails (SD0101) when it
// takes more than 4096 locations.
Result<VertexInputTable> VertexInputs(const EntryPoint& entry_point);

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_VERTEXINPUTS_H_
