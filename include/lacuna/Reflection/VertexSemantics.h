// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_VERTEXSEMANTICS_H_
#define LACUNA_REFLECTION_VERTEXSEMANTICS_H_

// From the semantic of a vertex shader's input to the pair of usage and index by
// which engines match it with a vertex declaration.

#include <cstdint>
#include <string_view>

namespace lacuna::reflection {

// The numbers are part of file formats of content pipelines and never change.
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
  kSample = 11,  // of no semantic
  kTessellateFactor = 12,
};

struct VertexSemantic {
  VertexUsage usage = VertexUsage::kTextureCoordinate;
  uint8_t index = 0;  // modulo 256
  // False when the semantic is none of those known and was taken for a texture
  // coordinate; a caller warns with SD0104 then.
  bool known = false;
};

// Of a semantic with its index, "TEXCOORD3" or "sv_position"; the case makes no
// difference. A known name is followed by nothing but digits; anything else is
// a texture coordinate with the number at its end as index. A number past 2^31
// makes it texture coordinate 0.
VertexSemantic VertexSemanticFromName(std::string_view semantic);

// The same where the index stands apart, as in a D3D signature. The name's own
// digits are then no index.
VertexSemantic VertexSemanticFromName(std::string_view name, uint32_t index);

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_VERTEXSEMANTICS_H_
