// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// JSON of what is derived from a Module: the effect view, combined sampler
// pairs, vertex inputs.

#include "Reflection/JsonFields.h"
#include "Reflection/JsonWriter.h"
#include "lacuna/Reflection/Json.h"

namespace lacuna::reflection {

namespace {

void WriteNumberedName(JsonWriter* json, const char* key, int32_t number, std::string_view name) {
  json->Field(key, number);
  json->Field(std::string(key) + "_name", name);
}

void WritePlace(JsonWriter* json, const std::optional<uint32_t>& set, const std::optional<uint32_t>& binding,
                const std::optional<uint64_t>& array_length) {
  if (set) json->Field("raw_set", *set);
  if (binding) json->Field("raw_binding", *binding);
  if (array_length) json->Field("array_length", *array_length);
}

void WriteSignature(JsonWriter* json, const char* key, const std::vector<SignatureParameter>& signature) {
  json->Key(key);
  json->BeginArray();
  for (const SignatureParameter& parameter : signature) {
    json->BeginObject();
    json->Field("semantic_name", parameter.semantic_name);
    json->Field("semantic_index", parameter.semantic_index);
    json->Field("register", parameter.register_index);
    json->Field("system_value", parameter.system_value);
    json->Field("component_type", parameter.component_type);
    json->Field("mask", uint32_t{parameter.mask});
    json->EndObject();
  }
  json->EndArray();
}

}  // namespace

std::string ToJson(const ReflectedEffect& effect) {
  JsonWriter json;
  json.BeginObject();
  json.Field("schema", "lacuna-effect");
  json.Key("version");
  json.BeginArray();
  json.Number(1);
  json.Number(0);
  json.EndArray();
  json.Field("entry_point", effect.entry_point);
  json.Field("stage", Name(effect.stage));
  json.Key("constant_buffers");
  json.BeginArray();
  for (const ConstantBufferReflection& buffer : effect.constant_buffers) {
    json.BeginObject();
    json.Field("name", buffer.name);
    json.Field("size", buffer.size_bytes);
    json.Field("exact_size", buffer.exact_size_bytes);
    json.Field("bind_slot", buffer.bind_slot);
    json.Key("variables");
    json.BeginArray();
    for (const Variable& variable : buffer.variables) WriteVariable(&json, variable);
    json.EndArray();
    json.EndObject();
  }
  json.EndArray();
  json.Key("textures");
  json.BeginArray();
  for (const TextureReflection& texture : effect.textures) {
    json.BeginObject();
    json.Field("name", texture.name);
    json.Field("bind_slot", texture.bind_slot);
    WriteNumberedName(&json, "dimension", static_cast<int32_t>(texture.dimension), Name(texture.dimension));
    WritePlace(&json, texture.raw_set, texture.raw_binding, texture.array_length);
    json.EndObject();
  }
  json.EndArray();
  json.Key("samplers");
  json.BeginArray();
  for (const SamplerReflection& sampler : effect.samplers) {
    json.BeginObject();
    json.Field("name", sampler.name);
    json.Field("bind_slot", sampler.bind_slot);
    if (!sampler.texture_name.empty()) json.Field("texture_name", sampler.texture_name);
    json.Field("is_combined", sampler.is_combined);
    WritePlace(&json, sampler.raw_set, sampler.raw_binding, sampler.array_length);
    json.EndObject();
  }
  json.EndArray();
  WriteSignature(&json, "input_signature", effect.input_signature);
  WriteSignature(&json, "output_signature", effect.output_signature);
  json.Key("parameters");
  json.BeginArray();
  for (const Parameter& parameter : effect.parameters) {
    json.BeginObject();
    json.Field("name", parameter.name);
    WriteNumberedName(&json, "class", static_cast<int32_t>(parameter.parameter_class), Name(parameter.parameter_class));
    WriteNumberedName(&json, "type", static_cast<int32_t>(parameter.parameter_type), Name(parameter.parameter_type));
    json.Field("rows", parameter.rows);
    json.Field("columns", parameter.columns);
    json.Field("elements", parameter.elements);
    json.Key("annotations");
    json.BeginArray();
    for (const Annotation& annotation : parameter.annotations) {
      json.BeginObject();
      json.Field("name", annotation.name);
      json.Field("value", annotation.value);
      json.EndObject();
    }
    json.EndArray();
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
  return json.Take();
}

std::string ToJson(const std::vector<CombinedSamplerPair>& pairs) {
  JsonWriter json;
  json.BeginArray();
  for (const CombinedSamplerPair& pair : pairs) {
    json.BeginObject();
    json.Field("texture", pair.texture_name);
    json.Field("sampler", pair.sampler_name);
    json.Field("texture_declaration_index", pair.texture_declaration_index);
    json.Field("dummy", pair.dummy);
    json.EndObject();
  }
  json.EndArray();
  return json.Take();
}

std::string ToJson(const VertexInputTable& table) {
  JsonWriter json;
  json.BeginArray();
  for (const VertexInput& input : table.inputs) {
    json.BeginObject();
    json.Field("location", input.location);
    json.Field("name", input.name);
    json.Field("semantic", input.semantic);
    json.Field("usage", static_cast<uint32_t>(input.usage));
    json.Field("index", uint32_t{input.index});
    json.EndObject();
  }
  json.EndArray();
  return json.Take();
}

}  // namespace lacuna::reflection
