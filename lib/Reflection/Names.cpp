// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>

#include "lacuna/Reflection/Types.h"

namespace lacuna::reflection {

namespace {

// Each table is in the order of its enumeration.
template <typename Enum, size_t N>
std::string_view Pick(const std::string_view (&names)[N], Enum value) {
  const auto index = static_cast<size_t>(value);
  return index < N ? names[index] : "unknown";
}

}  // namespace

std::string_view Name(SourceFormat format) {
  constexpr std::string_view kNames[] = {"spir-v", "dxbc", "d3d9"};
  return Pick(kNames, format);
}

std::string_view Name(ParameterClass parameter_class) {
  constexpr std::string_view kNames[] = {"scalar", "vector", "matrix", "object", "struct"};
  return Pick(kNames, parameter_class);
}

std::string_view Name(ParameterType type) {
  constexpr std::string_view kNames[] = {"void",    "bool",       "int32",      "single",     "string",
                                         "texture", "texture-1d", "texture-2d", "texture-3d", "texture-cube"};
  return Pick(kNames, type);
}

std::string_view Name(TextureDimension dimension) {
  constexpr std::string_view kNames[] = {"unknown", "1d", "2d", "3d", "cube"};
  return Pick(kNames, dimension);
}

std::string_view Name(CtabRegisterSet set) {
  constexpr std::string_view kNames[] = {"bool", "int4", "float4", "sampler"};
  return Pick(kNames, set);
}

std::string_view Name(ScalarKind kind) {
  constexpr std::string_view kNames[] = {"void",   "bool",    "sint",   "uint",   "float", "bfloat",
                                         "float8", "pointer", "struct", "string", "opaque"};
  return Pick(kNames, kind);
}

std::string_view Name(MatrixMajority majority) {
  constexpr std::string_view kNames[] = {"none", "row", "column"};
  return Pick(kNames, majority);
}

std::string_view Name(ResourceKind kind) {
  constexpr std::string_view kNames[] = {"constant-buffer",
                                         "storage-buffer",
                                         "push-constants",
                                         "texture",
                                         "sampler",
                                         "combined-sampler",
                                         "storage-image",
                                         "uniform-texel-buffer",
                                         "storage-texel-buffer",
                                         "input-attachment",
                                         "acceleration-structure",
                                         "shader-record",
                                         "texture-buffer",
                                         "tensor",
                                         "descriptor-heap",
                                         "registers",
                                         "other"};
  return Pick(kNames, kind);
}

std::string_view Name(ImageDimension dimension) {
  constexpr std::string_view kNames[] = {"unknown", "1d",     "2d",           "3d",        "cube",
                                         "rect",    "buffer", "subpass-data", "tile-image"};
  return Pick(kNames, dimension);
}

std::string_view Name(ImageDepth depth) {
  constexpr std::string_view kNames[] = {"no", "yes", "unknown"};
  return Pick(kNames, depth);
}

std::string_view Name(Stage stage) {
  constexpr std::string_view kNames[] = {"unknown",
                                         "vertex",
                                         "tessellation-control",
                                         "tessellation-evaluation",
                                         "geometry",
                                         "fragment",
                                         "compute",
                                         "kernel",
                                         "task",
                                         "mesh",
                                         "ray-generation",
                                         "intersection",
                                         "any-hit",
                                         "closest-hit",
                                         "miss",
                                         "callable"};
  return Pick(kNames, stage);
}

TextureDimension EffectDimension(ImageDimension dimension) {
  switch (dimension) {
    case ImageDimension::k1D:
      return TextureDimension::kTexture1D;
    case ImageDimension::k2D:
      return TextureDimension::kTexture2D;
    case ImageDimension::k3D:
      return TextureDimension::kTexture3D;
    case ImageDimension::kCube:
      return TextureDimension::kTextureCube;
    default:
      return TextureDimension::kUnknown;
  }
}

ParameterType EffectTextureType(TextureDimension dimension) {
  switch (dimension) {
    case TextureDimension::kTexture1D:
      return ParameterType::kTexture1D;
    case TextureDimension::kTexture2D:
      return ParameterType::kTexture2D;
    case TextureDimension::kTexture3D:
      return ParameterType::kTexture3D;
    case TextureDimension::kTextureCube:
      return ParameterType::kTextureCube;
    default:
      return ParameterType::kTexture;
  }
}

bool HasTexture(ResourceKind kind) { return kind == ResourceKind::kTexture || kind == ResourceKind::kCombinedSampler; }

bool HasSampler(ResourceKind kind) { return kind == ResourceKind::kSampler || kind == ResourceKind::kCombinedSampler; }

}  // namespace lacuna::reflection
