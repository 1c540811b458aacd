// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/Reflection/Effect.h"

#include <algorithm>

namespace lacuna::reflection {

namespace {

Error NoEntryPoint(const Module& module, const std::string& message) {
  Error error;
  error.code = error_code::kUsage;
  error.message = message;
  for (const EntryPoint& entry_point : module.entry_points) {
    if (!error.expected.empty()) error.expected += ", ";
    error.expected += entry_point.name + " (" + std::string(Name(entry_point.stage)) + ")";
  }
  if (error.expected.empty()) error.expected = "a module with an entry point";
  return error;
}

std::string ComponentType(const InterfaceVariable& variable) {
  if (!variable.component_type.empty()) return variable.component_type;
  const std::string bits = std::to_string(variable.scalar_bits);
  switch (variable.scalar) {
    case ScalarKind::kFloat:
      return "Float" + bits;
    case ScalarKind::kSint:
      return "SInt" + bits;
    case ScalarKind::kUint:
    case ScalarKind::kBool:
      return "UInt" + bits;
    default:
      return "Unknown";
  }
}

void AddSignature(const InterfaceVariable& variable, std::vector<SignatureParameter>* signature) {
  if (!variable.members.empty()) {
    for (const InterfaceVariable& member : variable.members) AddSignature(member, signature);
    return;
  }
  SignatureParameter parameter;
  parameter.semantic_name = !variable.semantic.empty()   ? variable.semantic
                            : !variable.built_in.empty() ? variable.built_in
                                                         : variable.name;
  parameter.semantic_index = variable.semantic_index.value_or(0);
  if (variable.register_index) {
    parameter.register_index = *variable.register_index;
  } else {
    parameter.register_index = variable.location ? static_cast<int32_t>(*variable.location) : -1;
  }
  parameter.system_value = !variable.system_value.empty() ? variable.system_value
                           : variable.built_in.empty()    ? "Undefined"
                                                          : variable.built_in;
  parameter.component_type = ComponentType(variable);
  parameter.mask = variable.register_index ? static_cast<uint8_t>(variable.mask)
                                           : static_cast<uint8_t>(((1u << std::min(variable.components, 4u)) - 1)
                                                                  << std::min(variable.component.value_or(0), 3u));
  signature->push_back(std::move(parameter));
}

// The texture that a sampler is used with, if there is exactly one.
std::string TextureOf(const Resource& sampler, const std::vector<CombinedSamplerPair>& pairs) {
  std::string texture;
  for (const CombinedSamplerPair& pair : pairs) {
    if (pair.dummy || pair.sampler_id != sampler.id) continue;
    if (!texture.empty() && texture != pair.texture_name) return "";
    texture = pair.texture_name;
  }
  return texture;
}

void AddResource(const Resource& resource, const EffectOptions& options, ReflectedEffect* effect) {
  // To an effect, registers are a buffer like any other.
  const bool is_buffer = resource.kind == ResourceKind::kConstantBuffer || resource.kind == ResourceKind::kRegisters;
  if (is_buffer && resource.block) {
    ConstantBufferReflection buffer;
    buffer.name = resource.name;
    buffer.exact_size_bytes = resource.block->size;
    buffer.size_bytes = resource.block->padded_size;
    buffer.bind_slot = resource.slot.value_or(0);
    buffer.variables = resource.block->members;
    effect->constant_buffers.push_back(std::move(buffer));
    return;
  }
  if (HasTexture(resource.kind)) {
    TextureReflection texture;
    texture.name = resource.name;
    texture.bind_slot = resource.slot.value_or(0);
    texture.dimension = resource.image ? EffectDimension(resource.image->dimension) : TextureDimension::kUnknown;
    texture.raw_set = resource.set;
    texture.raw_binding = resource.binding;
    texture.array_length = resource.array_length;
    effect->textures.push_back(std::move(texture));
  }
  if (HasSampler(resource.kind)) {
    SamplerReflection sampler;
    sampler.name = resource.name;
    sampler.is_combined = resource.kind == ResourceKind::kCombinedSampler;
    sampler.bind_slot =
        (sampler.is_combined && resource.sampler_slot ? resource.sampler_slot : resource.slot).value_or(0);
    sampler.texture_name = sampler.is_combined ? resource.name : TextureOf(resource, options.pairs);
    sampler.raw_set = resource.set;
    sampler.raw_binding = resource.binding;
    sampler.array_length = resource.array_length;
    effect->samplers.push_back(std::move(sampler));
  }
}

template <typename T>
std::vector<const T*> BySlot(const std::vector<T>& items) {
  std::vector<const T*> result;
  for (const T& item : items) result.push_back(&item);
  std::stable_sort(result.begin(), result.end(), [](const T* a, const T* b) { return a->bind_slot < b->bind_slot; });
  return result;
}

}  // namespace

Result<size_t> SelectEntryPoint(const Module& module, const std::string& name, Stage stage) {
  for (size_t i = 0; i < module.entry_points.size(); ++i) {
    const EntryPoint& entry_point = module.entry_points[i];
    if ((name.empty() || entry_point.name == name) && (stage == Stage::kUnknown || entry_point.stage == stage))
      return i;
  }
  std::string what = "there is no entry point";
  if (!name.empty()) what += " '" + name + "'";
  if (stage != Stage::kUnknown) what += " of stage " + std::string(Name(stage));
  return NoEntryPoint(module, what);
}

std::vector<Parameter> BuildParameterList(const ReflectedEffect& effect, const EffectOptions& options) {
  std::vector<Parameter> parameters;
  auto add = [&](Parameter parameter) {
    auto annotations = options.annotations.find(parameter.name);
    if (annotations != options.annotations.end()) parameter.annotations = annotations->second;
    parameters.push_back(std::move(parameter));
  };
  for (const ConstantBufferReflection& buffer : effect.constant_buffers) {
    for (const Variable& variable : buffer.variables) {
      Parameter parameter;
      parameter.name = variable.name;
      parameter.parameter_class = variable.parameter_class;
      parameter.parameter_type = variable.parameter_type;
      parameter.rows = variable.rows;
      parameter.columns = variable.columns;
      parameter.elements = variable.elements;
      add(std::move(parameter));
    }
  }
  for (const TextureReflection* texture : BySlot(effect.textures)) {
    Parameter parameter;
    parameter.name = texture->name;
    parameter.parameter_class = ParameterClass::kObject;
    parameter.parameter_type = EffectTextureType(texture->dimension);
    add(std::move(parameter));
  }
  if (!options.sampler_parameters) return parameters;
  for (const SamplerReflection* sampler : BySlot(effect.samplers)) {
    Parameter parameter;
    parameter.name = sampler->name;
    parameter.parameter_class = ParameterClass::kObject;
    parameter.parameter_type = ParameterType::kTexture;
    add(std::move(parameter));
  }
  return parameters;
}

Result<ReflectedEffect> ReflectEffect(const Module& module, const EffectOptions& options) {
  auto selected = SelectEntryPoint(module, options.entry_point, options.stage);
  if (!selected) return selected.error();
  const EntryPoint& entry_point = module.entry_points[*selected];
  ReflectedEffect effect;
  effect.entry_point = entry_point.name;
  effect.stage = entry_point.stage;
  std::vector<bool> used(module.resources.size(), !options.only_used);
  for (const ResourceUse& use : entry_point.uses) used[use.resource] = true;
  for (size_t i = 0; i < module.resources.size(); ++i) {
    if (used[i]) AddResource(module.resources[i], options, &effect);
  }
  for (const InterfaceVariable& input : entry_point.inputs) AddSignature(input, &effect.input_signature);
  for (const InterfaceVariable& output : entry_point.outputs) AddSignature(output, &effect.output_signature);
  effect.parameters = BuildParameterList(effect, options);
  return effect;
}

}  // namespace lacuna::reflection
