// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_D3D_ENUMERATIONS_H_
#define LACUNA_REFLECTION_D3D_ENUMERATIONS_H_

// The numbers in D3D's tables and what they stand for. This is the only place
// that knows them; a number that is not here is not guessed at: names are empty
// and maps give nothing, and the reader that met it says so.
//
// The maps to effect parameters (ParameterClassFromD3d and its kin) are declared
// in Effect.h.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lacuna/Reflection/Types.h"

namespace lacuna::reflection::d3d {

// D3D_SHADER_VARIABLE_CLASS and D3DXPARAMETER_CLASS agree on 0 ("scalar") to 5
// ("struct").
std::string_view VariableClassName(uint32_t value);

// D3DXPARAMETER_TYPE, 0 ("void") to 19 ("unsupported"), as constant tables have it.
std::string_view CtabTypeName(uint32_t value);

// D3D_SHADER_VARIABLE_TYPE, as RDEF has it. It departs from D3DX's numbers at 19
// ("uint") and goes on to 62 ("uint64").
std::string_view VariableTypeName(uint32_t value);

// A component of a variable. Nothing for types that have no bits in a buffer.
struct ScalarType {
  ScalarKind kind = ScalarKind::kVoid;
  uint32_t bits = 0;
};
std::optional<ScalarType> ScalarFromD3d(uint32_t variable_type);

// D3D_SHADER_INPUT_TYPE: what a binding record binds.
enum class InputType : uint32_t {
  kCbuffer = 0,
  kTbuffer = 1,
  kTexture = 2,
  kSampler = 3,
  kUavTyped = 4,
  kStructured = 5,
  kUavStructured = 6,
  kByteAddress = 7,
  kUavByteAddress = 8,
  kUavAppend = 9,
  kUavConsume = 10,
  kUavStructuredWithCounter = 11,
  kAccelerationStructure = 12,
  kUavFeedbackTexture = 13,
};
// "cbuffer", "tbuffer", "texture", ...
std::string_view InputTypeName(uint32_t value);

// The register class that a binding takes: 'b', 't', 's' or 'u'; 0 for a number
// that is no input type.
char RegisterClassOf(uint32_t input_type);

// D3D_SRV_DIMENSION, 1 (buffer) to 11 (raw buffer).
struct ViewDimension {
  ImageDimension dimension = ImageDimension::kUnknown;
  bool arrayed = false;
  bool multisampled = false;
};
std::optional<ViewDimension> ViewDimensionFromD3d(uint32_t value);

// D3D_RESOURCE_RETURN_TYPE: 1 (unorm) to 7 (double), 0 for none.
std::optional<ScalarType> ReturnTypeFromD3d(uint32_t value);

// D3D_NAME: "Position" for 1, "Undefined" for 0; a number without a name in
// decimal.
std::string SystemValueName(uint32_t value);

// D3D_REGISTER_COMPONENT_TYPE: "Unknown", "UInt32", "SInt32", "Float32"; another
// number in decimal.
std::string ComponentTypeName(uint32_t value);

// The system value that a signature element has by its name where the file does
// not say it: compilers store 0 for pixel shader outputs. The case of the name
// makes no difference. 0 for another name.
uint32_t SystemValueFromSemantic(std::string_view semantic);

// The upper half of RDEF's target field: 0xffff for pixel shaders and so on.
Stage StageFromTarget(uint16_t kind);
// "ps", "vs", "gs", "hs", "ds", "cs", or nothing.
std::string_view ProfilePrefix(Stage stage);

}  // namespace lacuna::reflection::d3d

#endif  // LACUNA_REFLECTION_D3D_ENUMERATIONS_H_
