// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_EFFECT_H_
#define LACUNA_REFLECTION_EFFECT_H_

// The view of an effect framework: constant buffers, textures and samplers with
// slots per class, and one flat list of parameters. It is made from a Module, so
// it is the same for every format.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lacuna/Reflection/CombinedSamplers.h"
#include "lacuna/Reflection/Model.h"
#include "lacuna/Reflection/Result.h"

namespace lacuna::reflection {

struct ConstantBufferReflection {
  std::string name;
  uint64_t size_bytes = 0;  // rounded up to 16
  uint64_t exact_size_bytes = 0;
  uint32_t bind_slot = 0;
  std::vector<Variable> variables;
};

struct TextureReflection {
  std::string name;
  uint32_t bind_slot = 0;
  TextureDimension dimension = TextureDimension::kUnknown;
  std::optional<uint32_t> raw_set, raw_binding;
  std::optional<uint64_t> array_length;  // absent: one; 0: without length
};

struct SamplerReflection {
  std::string name;
  uint32_t bind_slot = 0;
  std::string texture_name;  // the texture, when it is used with one only
  std::optional<uint32_t> raw_set, raw_binding;
  bool is_combined = false;
  std::optional<uint64_t> array_length;  // as that of a texture
};

struct SignatureParameter {
  std::string semantic_name;  // SPIR-V: UserSemantic, the built-in's or the variable's name
  uint32_t semantic_index = 0;
  int32_t register_index = 0;                // SPIR-V: the location; -1: none
  std::string system_value, component_type;  // as in InterfaceVariable (Model.h)
  uint8_t mask = 0;                          // component bits, x lowest
};

// An annotation of a parameter, both as text.
struct Annotation {
  std::string name, value;
};

struct Parameter {
  std::string name, semantic;
  ParameterClass parameter_class = ParameterClass::kScalar;
  ParameterType parameter_type = ParameterType::kVoid;
  uint32_t rows = 0, columns = 0;
  uint64_t elements = 0;  // 0 when it is no array
  std::vector<Annotation> annotations;
};

struct ReflectedEffect {
  std::string entry_point;
  Stage stage = Stage::kUnknown;
  std::vector<ConstantBufferReflection> constant_buffers;
  std::vector<TextureReflection> textures;
  std::vector<SamplerReflection> samplers;
  std::vector<SignatureParameter> input_signature, output_signature;
  std::vector<Parameter> parameters;
};

struct EffectOptions {
  // The entry point: by name, by stage, or by both; neither means the first.
  std::string entry_point;
  Stage stage = Stage::kUnknown;
  // Only resources that the entry point uses.
  bool only_used = false;
  // Samplers become parameters too, as effects for OpenGL have it.
  bool sampler_parameters = false;
  // Which sampler is used with which texture, for SamplerReflection::texture_name.
  std::vector<CombinedSamplerPair> pairs;
  // By the parameter's exact name.
  std::map<std::string, std::vector<Annotation>> annotations;
};

// The effect view of one entry point. Slots are those of the module: they count
// all resources of a class, used or not, so that every entry point agrees.
// Fails with SD0400 when there is no such entry point.
Result<ReflectedEffect> ReflectEffect(const Module& module, const EffectOptions& options);

// The index in Module::entry_points of the one that the name and stage select
// (see EffectOptions), or an error, SD0400, that lists those there are.
Result<size_t> SelectEntryPoint(const Module& module, const std::string& name, Stage stage);

// The parameters of an effect: all variables of all constant buffers, then the
// textures by slot, then, if asked for, the samplers by slot.
std::vector<Parameter> BuildParameterList(const ReflectedEffect& effect, const EffectOptions& options);

// D3D's numbers (D3D_SHADER_VARIABLE_CLASS, D3D_SHADER_VARIABLE_TYPE and
// D3D_SRV_DIMENSION) as an effect knows them; nothing where it has no such thing.
// An unknown dimension is kUnknown.
std::optional<ParameterClass> ParameterClassFromD3d(uint32_t value);
std::optional<ParameterType> ParameterTypeFromD3d(uint32_t value);
TextureDimension TextureDimensionFromD3d(uint32_t value);

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_EFFECT_H_
