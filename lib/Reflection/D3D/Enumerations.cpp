// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/Reflection/D3D/Enumerations.h"

#include <algorithm>
#include <cstddef>

#include "lacuna/Reflection/Effect.h"

namespace lacuna::reflection {

std::optional<ParameterClass> ParameterClassFromD3d(uint32_t value) {
  switch (value) {
    case 0:
      return ParameterClass::kScalar;
    case 1:
      return ParameterClass::kVector;
    case 2:  // row-major
    case 3:  // column-major
      return ParameterClass::kMatrix;
    case 4:
      return ParameterClass::kObject;
    case 5:
      return ParameterClass::kStruct;
    default:
      return std::nullopt;
  }
}

std::optional<ParameterType> ParameterTypeFromD3d(uint32_t value) {
  if (value <= 9) return static_cast<ParameterType>(value);
  if (value == 19) return ParameterType::kInt32;  // uint
  return std::nullopt;
}

TextureDimension TextureDimensionFromD3d(uint32_t value) {
  const std::optional<d3d::ViewDimension> view = d3d::ViewDimensionFromD3d(value);
  return view ? EffectDimension(view->dimension) : TextureDimension::kUnknown;
}

namespace d3d {
namespace {

template <size_t N>
std::string_view Pick(const std::string_view (&names)[N], uint32_t value) {
  return value < N ? names[value] : std::string_view();
}

bool EqualIgnoringCase(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char left, char right) { return lower(left) == lower(right); });
}

}  // namespace

std::string_view VariableClassName(uint32_t value) {
  constexpr std::string_view kNames[] = {"scalar", "vector", "matrix-rows", "matrix-columns", "object", "struct"};
  return Pick(kNames, value);
}

std::string_view CtabTypeName(uint32_t value) {
  constexpr std::string_view kNames[] = {
      "void",        "bool",        "int",          "float",         "string",         "texture",    "texture1D",
      "texture2D",   "texture3D",   "textureCube",  "sampler",       "sampler1D",      "sampler2D",  "sampler3D",
      "samplerCube", "pixelshader", "vertexshader", "pixelfragment", "vertexfragment", "unsupported"};
  return Pick(kNames, value);
}

std::string_view VariableTypeName(uint32_t value) {
  constexpr std::string_view kNames[] = {"void",
                                         "bool",
                                         "int",
                                         "float",
                                         "string",
                                         "texture",
                                         "texture1D",
                                         "texture2D",
                                         "texture3D",
                                         "textureCube",
                                         "sampler",
                                         "sampler1D",
                                         "sampler2D",
                                         "sampler3D",
                                         "samplerCube",
                                         "pixelshader",
                                         "vertexshader",
                                         "pixelfragment",
                                         "vertexfragment",
                                         "uint",
                                         "uint8",
                                         "geometryshader",
                                         "rasterizer",
                                         "depthstencil",
                                         "blend",
                                         "buffer",
                                         "cbuffer",
                                         "tbuffer",
                                         "texture1Darray",
                                         "texture2Darray",
                                         "rendertargetview",
                                         "depthstencilview",
                                         "texture2DMS",
                                         "texture2DMSarray",
                                         "textureCubearray",
                                         "hullshader",
                                         "domainshader",
                                         "interfacepointer",
                                         "computeshader",
                                         "double",
                                         "rwtexture1D",
                                         "rwtexture1Darray",
                                         "rwtexture2D",
                                         "rwtexture2Darray",
                                         "rwtexture3D",
                                         "rwbuffer",
                                         "byteaddressbuffer",
                                         "rwbyteaddressbuffer",
                                         "structuredbuffer",
                                         "rwstructuredbuffer",
                                         "appendstructuredbuffer",
                                         "consumestructuredbuffer",
                                         "min8float",
                                         "min10float",
                                         "min16float",
                                         "min12int",
                                         "min16int",
                                         "min16uint",
                                         "int16",
                                         "uint16",
                                         "float16",
                                         "int64",
                                         "uint64"};
  return Pick(kNames, value);
}

std::optional<ScalarType> ScalarFromD3d(uint32_t variable_type) {
  switch (variable_type) {
    case 1:
      return ScalarType{ScalarKind::kBool, 32};
    case 2:
      return ScalarType{ScalarKind::kSint, 32};
    case 3:
      return ScalarType{ScalarKind::kFloat, 32};
    case 19:
      return ScalarType{ScalarKind::kUint, 32};
    default:
      return std::nullopt;
  }
}

std::string_view InputTypeName(uint32_t value) {
  constexpr std::string_view kNames[] = {"cbuffer",
                                         "tbuffer",
                                         "texture",
                                         "sampler",
                                         "uav-typed",
                                         "structured",
                                         "uav-structured",
                                         "byte-address",
                                         "uav-byte-address",
                                         "uav-append",
                                         "uav-consume",
                                         "uav-structured-with-counter",
                                         "acceleration-structure",
                                         "uav-feedback-texture"};
  return Pick(kNames, value);
}

char RegisterClassOf(uint32_t input_type) {
  switch (static_cast<InputType>(input_type)) {
    case InputType::kCbuffer:
      return 'b';
    case InputType::kTbuffer:
    case InputType::kTexture:
    case InputType::kStructured:
    case InputType::kByteAddress:
    case InputType::kAccelerationStructure:
      return 't';
    case InputType::kSampler:
      return 's';
    case InputType::kUavTyped:
    case InputType::kUavStructured:
    case InputType::kUavByteAddress:
    case InputType::kUavAppend:
    case InputType::kUavConsume:
    case InputType::kUavStructuredWithCounter:
    case InputType::kUavFeedbackTexture:
      return 'u';
  }
  return 0;
}

std::optional<ViewDimension> ViewDimensionFromD3d(uint32_t value) {
  switch (value) {
    case 1:
    case 11:  // a raw buffer
      return ViewDimension{ImageDimension::kBuffer, false, false};
    case 2:
    case 3:
      return ViewDimension{ImageDimension::k1D, value == 3, false};
    case 4:
    case 5:
      return ViewDimension{ImageDimension::k2D, value == 5, false};
    case 6:
    case 7:
      return ViewDimension{ImageDimension::k2D, value == 7, true};
    case 8:
      return ViewDimension{ImageDimension::k3D, false, false};
    case 9:
    case 10:
      return ViewDimension{ImageDimension::kCube, value == 10, false};
    default:
      return std::nullopt;
  }
}

std::optional<ScalarType> ReturnTypeFromD3d(uint32_t value) {
  switch (value) {
    case 0:
    case 6:  // mixed: a structure
      return ScalarType{ScalarKind::kVoid, 0};
    case 1:  // normalized
    case 2:
    case 5:
      return ScalarType{ScalarKind::kFloat, 32};
    case 3:
      return ScalarType{ScalarKind::kSint, 32};
    case 4:
      return ScalarType{ScalarKind::kUint, 32};
    case 7:
      return ScalarType{ScalarKind::kFloat, 64};
    default:
      return std::nullopt;
  }
}

std::string SystemValueName(uint32_t value) {
  constexpr std::string_view kLow[] = {"Undefined",
                                       "Position",
                                       "ClipDistance",
                                       "CullDistance",
                                       "RenderTargetArrayIndex",
                                       "ViewportArrayIndex",
                                       "VertexId",
                                       "PrimitiveId",
                                       "InstanceId",
                                       "IsFrontFace",
                                       "SampleIndex",
                                       "FinalQuadEdgeTessfactor",
                                       "FinalQuadInsideTessfactor",
                                       "FinalTriEdgeTessfactor",
                                       "FinalTriInsideTessfactor",
                                       "FinalLineDetailTessfactor",
                                       "FinalLineDensityTessfactor"};
  constexpr std::string_view kMiddle[] = {"Barycentrics", "Shadingrate", "Cullprimitive"};  // from 23 on
  constexpr std::string_view kHigh[] = {"Target",         "Depth",      "Coverage",     "DepthGreaterEqual",
                                        "DepthLessEqual", "StencilRef", "InnerCoverage"};  // from 64 on
  std::string_view name = Pick(kLow, value);
  if (name.empty() && value >= 23) name = Pick(kMiddle, value - 23);
  if (name.empty() && value >= 64) name = Pick(kHigh, value - 64);
  return name.empty() ? std::to_string(value) : std::string(name);
}

std::string ComponentTypeName(uint32_t value) {
  constexpr std::string_view kNames[] = {"Unknown", "UInt32", "SInt32", "Float32"};
  const std::string_view name = Pick(kNames, value);
  return name.empty() ? std::to_string(value) : std::string(name);
}

uint32_t SystemValueFromSemantic(std::string_view semantic) {
  struct Entry {
    std::string_view semantic;
    uint32_t value;
  };
  constexpr Entry kEntries[] = {{"SV_Target", 64},         {"SV_Depth", 65},
                                {"SV_Coverage", 66},       {"SV_DepthGreaterEqual", 67},
                                {"SV_DepthLessEqual", 68}, {"SV_StencilRef", 69}};
  for (const Entry& entry : kEntries) {
    if (EqualIgnoringCase(semantic, entry.semantic)) return entry.value;
  }
  return 0;
}

Stage StageFromTarget(uint16_t kind) {
  switch (kind) {
    case 0xffff:
      return Stage::kFragment;
    case 0xfffe:
      return Stage::kVertex;
    case 0x4753:
      return Stage::kGeometry;
    case 0x4853:
      return Stage::kTessellationControl;
    case 0x4453:
      return Stage::kTessellationEvaluation;
    case 0x4353:
      return Stage::kCompute;
    default:
      return Stage::kUnknown;
  }
}

std::string_view ProfilePrefix(Stage stage) {
  switch (stage) {
    case Stage::kFragment:
      return "ps";
    case Stage::kVertex:
      return "vs";
    case Stage::kGeometry:
      return "gs";
    case Stage::kTessellationControl:
      return "hs";
    case Stage::kTessellationEvaluation:
      return "ds";
    case Stage::kCompute:
      return "cs";
    default:
      return {};
  }
}

}  // namespace d3d
}  // namespace lacuna::reflection
