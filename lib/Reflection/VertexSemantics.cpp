// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/Reflection/VertexSemantics.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace lacuna::reflection {
namespace {

struct KnownSemantic {
  std::string_view name;
  VertexUsage usage;
};

constexpr KnownSemantic kKnown[] = {
    {"SV_POSITION", VertexUsage::kPosition},
    {"POSITION", VertexUsage::kPosition},
    {"COLOR", VertexUsage::kColor},
    {"TEXCOORD", VertexUsage::kTextureCoordinate},
    {"NORMAL", VertexUsage::kNormal},
    {"BINORMAL", VertexUsage::kBinormal},
    {"TANGENT", VertexUsage::kTangent},
    {"BLENDINDICES", VertexUsage::kBlendIndices},
    {"BLENDWEIGHT", VertexUsage::kBlendWeight},
    {"DEPTH", VertexUsage::kDepth},
    {"FOG", VertexUsage::kFog},
    {"POINTSIZE", VertexUsage::kPointSize},
    {"PSIZE", VertexUsage::kPointSize},
    {"TESSELLATEFACTOR", VertexUsage::kTessellateFactor},
};

char Upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

const KnownSemantic* Find(std::string_view name) {
  for (const KnownSemantic& known : kKnown) {
    if (std::equal(name.begin(), name.end(), known.name.begin(), known.name.end(),
                   [](char a, char b) { return Upper(a) == b; })) {
      return &known;
    }
  }
  return nullptr;
}

// The number that the digits are, 0 for none; nothing past 2^31 - 1.
std::optional<uint32_t> Number(std::string_view digits) {
  uint64_t number = 0;
  for (char digit : digits) {
    number = number * 10 + static_cast<uint64_t>(digit - '0');
    if (number > 0x7fffffff) return std::nullopt;
  }
  return static_cast<uint32_t>(number);
}

}  // namespace

VertexSemantic VertexSemanticFromName(std::string_view semantic) {
  size_t name_size = semantic.size();
  while (name_size > 0 && semantic[name_size - 1] >= '0' && semantic[name_size - 1] <= '9') --name_size;
  const std::optional<uint32_t> index = Number(semantic.substr(name_size));
  if (!index) return {};
  return VertexSemanticFromName(semantic.substr(0, name_size), *index);
}

VertexSemantic VertexSemanticFromName(std::string_view name, uint32_t index) {
  VertexSemantic result;
  result.index = static_cast<uint8_t>(index);
  if (const KnownSemantic* known = Find(name)) {
    result.usage = known->usage;
    result.known = true;
  }
  return result;
}

}  // namespace lacuna::reflection
