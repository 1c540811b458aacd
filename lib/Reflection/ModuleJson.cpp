// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>

#include "Reflection/JsonFields.h"
#include "Reflection/JsonWriter.h"
#include "lacuna/Reflection/Json.h"

namespace lacuna::reflection {

namespace {

constexpr uint32_t kFormatMajor = 1, kFormatMinor = 0;

template <typename T>
void OptionalField(JsonWriter* json, std::string_view key, const std::optional<T>& value) {
  if (value) json->Field(key, *value);
}

void NonEmptyField(JsonWriter* json, std::string_view key, const std::string& value) {
  if (!value.empty()) json->Field(key, value);
}

// Flags are written when they are set.
void FlagField(JsonWriter* json, std::string_view key, bool value) {
  if (value) json->Field(key, true);
}

void WriteNumbers(JsonWriter* json, std::string_view key, const std::vector<uint32_t>& numbers) {
  json->Key(key);
  json->BeginArray();
  for (uint32_t number : numbers) json->Number(number);
  json->EndArray();
}

void WriteStrings(JsonWriter* json, std::string_view key, const std::vector<std::string>& strings) {
  json->Key(key);
  json->BeginArray();
  for (const std::string& string : strings) json->String(string);
  json->EndArray();
}

void WriteDimensions(JsonWriter* json, const std::vector<ArrayDimension>& dimensions) {
  if (dimensions.empty()) return;
  json->Key("dimensions");
  json->BeginArray();
  for (const ArrayDimension& dimension : dimensions) {
    json->BeginObject();
    json->Field("length", dimension.length);
    if (dimension.stride != 0) json->Field("stride", dimension.stride);
    if (!dimension.known) json->Field("known", false);
    if (!dimension.spec_ids.empty()) WriteNumbers(json, "spec_ids", dimension.spec_ids);
    json->EndObject();
  }
  json->EndArray();
}

void WriteScalar(JsonWriter* json, ScalarKind kind, uint32_t bits) {
  json->Field("scalar", Name(kind));
  if (bits != 0) json->Field("bits", bits);
}

void WriteBlock(JsonWriter* json, const Block& block) {
  NonEmptyField(json, "type_name", block.type_name);
  json->Field("size", block.size);
  json->Field("padded_size", block.padded_size);
  if (!block.size_known) json->Field("size_known", false);
  if (block.runtime_stride != 0) json->Field("runtime_stride", block.runtime_stride);
  json->Key("members");
  json->BeginArray();
  for (const Variable& member : block.members) WriteVariable(json, member);
  json->EndArray();
}

void WriteImage(JsonWriter* json, const Image& image) {
  json->Key("image");
  json->BeginObject();
  json->Field("dim", Name(image.dimension));
  json->Field("arrayed", image.arrayed);
  json->Field("multisampled", image.multisampled);
  FlagField(json, "sampled_unknown", image.sampled_unknown);
  json->Field("depth", Name(image.depth));
  WriteScalar(json, image.sampled_kind, image.sampled_bits);
  NonEmptyField(json, "format", image.format);
  OptionalField(json, "input_attachment_index", image.input_attachment_index);
  OptionalField(json, "sample_count", image.sample_count);
  json->EndObject();
}

void WriteResource(JsonWriter* json, const Resource& resource) {
  json->BeginObject();
  json->Field("name", resource.name);
  FlagField(json, "name_made_up", resource.name_made_up);
  json->Field("kind", Name(resource.kind));
  if (resource.id != 0) json->Field("id", resource.id);
  OptionalField(json, "set", resource.set);
  OptionalField(json, "binding", resource.binding);
  OptionalField(json, "slot", resource.slot);
  OptionalField(json, "sampler_slot", resource.sampler_slot);
  json->Field("declaration_index", resource.declaration_index);
  OptionalField(json, "array_length", resource.array_length);
  WriteDimensions(json, resource.dimensions);
  if (resource.image) WriteImage(json, *resource.image);
  if (resource.block) {
    json->Key("block");
    json->BeginObject();
    WriteBlock(json, *resource.block);
    json->EndObject();
  }
  FlagField(json, "non_writable", resource.non_writable);
  FlagField(json, "non_readable", resource.non_readable);
  FlagField(json, "coherent", resource.coherent);
  FlagField(json, "volatile", resource.volatile_);
  FlagField(json, "restrict", resource.restrict_);
  FlagField(json, "aliased", resource.aliased);
  FlagField(json, "untyped", resource.untyped);
  FlagField(json, "byte_address", resource.byte_address);
  OptionalField(json, "element_stride", resource.element_stride);
  json->EndObject();
}

void WriteInterface(JsonWriter* json, const InterfaceVariable& variable) {
  json->BeginObject();
  json->Field("name", variable.name);
  if (variable.id != 0) json->Field("id", variable.id);
  OptionalField(json, "location", variable.location);
  if (variable.location_count != 0) json->Field("location_count", variable.location_count);
  OptionalField(json, "component", variable.component);
  OptionalField(json, "index", variable.index);
  NonEmptyField(json, "built_in", variable.built_in);
  NonEmptyField(json, "semantic", variable.semantic);
  OptionalField(json, "semantic_index", variable.semantic_index);
  WriteScalar(json, variable.scalar, variable.scalar_bits);
  json->Field("components", variable.components);
  if (variable.columns != 1) json->Field("columns", variable.columns);
  WriteDimensions(json, variable.dimensions);
  FlagField(json, "per_vertex", variable.per_vertex);
  if (!variable.used) json->Field("used", false);
  FlagField(json, "patch", variable.patch);
  FlagField(json, "flat", variable.flat);
  FlagField(json, "no_perspective", variable.no_perspective);
  FlagField(json, "centroid", variable.centroid);
  FlagField(json, "sample", variable.sample);
  FlagField(json, "invariant", variable.invariant);
  FlagField(json, "per_primitive", variable.per_primitive);
  OptionalField(json, "register", variable.register_index);
  if (variable.register_index) {
    json->Field("mask", variable.mask);
    json->Field("read_write_mask", variable.read_write_mask);
    json->Field("stream", variable.stream);
    json->Field("min_precision", variable.min_precision);
    json->Field("system_value", variable.system_value);
    json->Field("component_type", variable.component_type);
  }
  if (!variable.members.empty()) {
    json->Key("members");
    json->BeginArray();
    for (const InterfaceVariable& member : variable.members) WriteInterface(json, member);
    json->EndArray();
  }
  json->EndObject();
}

void WriteInterfaces(JsonWriter* json, std::string_view key, const std::vector<InterfaceVariable>& variables) {
  json->Key(key);
  json->BeginArray();
  for (const InterfaceVariable& variable : variables) WriteInterface(json, variable);
  json->EndArray();
}

void WriteUse(JsonWriter* json, const Module& module, const ResourceUse& use) {
  json->BeginObject();
  json->Field("resource", use.resource);
  json->Field("name", module.resources[use.resource].name);
  json->Key("access");
  json->BeginArray();
  if (use.read) json->String("read");
  if (use.written) json->String("write");
  if (use.atomic) json->String("atomic");
  if (use.sampled) json->String("sample");
  if (use.fetched) json->String("fetch");
  if (use.queried) json->String("query");
  json->EndArray();
  json->EndObject();
}

void WriteEntryPoint(JsonWriter* json, const Module& module, const EntryPoint& entry_point) {
  json->BeginObject();
  json->Field("name", entry_point.name);
  json->Field("stage", entry_point.stage == Stage::kUnknown ? "model-" + std::to_string(entry_point.stage_number)
                                                            : std::string(Name(entry_point.stage)));
  if (entry_point.id != 0) json->Field("id", entry_point.id);
  json->Key("execution_modes");
  json->BeginArray();
  for (const ExecutionMode& mode : entry_point.execution_modes) {
    json->BeginObject();
    json->Field("name", mode.name);
    json->Key("operands");
    json->BeginArray();
    for (uint64_t operand : mode.operands) json->Number(operand);
    json->EndArray();
    json->EndObject();
  }
  json->EndArray();
  if (!entry_point.workgroup.empty()) {
    json->Key("workgroup");
    json->BeginArray();
    for (const WorkgroupDimension& dimension : entry_point.workgroup) {
      json->BeginObject();
      json->Field("value", dimension.value);
      if (!dimension.spec_ids.empty()) WriteNumbers(json, "spec_ids", dimension.spec_ids);
      json->EndObject();
    }
    json->EndArray();
  }
  WriteInterfaces(json, "inputs", entry_point.inputs);
  WriteInterfaces(json, "outputs", entry_point.outputs);
  if (!entry_point.ray_variables.empty()) {
    json->Key("ray_variables");
    json->BeginArray();
    for (const RayVariable& ray : entry_point.ray_variables) {
      json->BeginObject();
      json->Field("storage", ray.storage);
      json->Key("variable");
      WriteInterface(json, ray.variable);
      json->EndObject();
    }
    json->EndArray();
  }
  json->Key("uses");
  json->BeginArray();
  for (const ResourceUse& use : entry_point.uses) WriteUse(json, module, use);
  json->EndArray();
  if (entry_point.push_constants) {
    const PushConstantUse& push = *entry_point.push_constants;
    json->Key("push_constants");
    json->BeginObject();
    json->Field("resource", push.resource);
    json->Field("offset", push.offset);
    json->Field("end", push.end);
    json->Field("used_offset", push.used_offset);
    json->Field("used_end", push.used_end);
    json->Field("whole_block", push.whole_block);
    WriteStrings(json, "members", push.members);
    json->EndObject();
  }
  WriteNumbers(json, "spec_ids", entry_point.spec_ids);
  json->EndObject();
}

void WriteSpecConstant(JsonWriter* json, const SpecConstant& constant) {
  json->BeginObject();
  json->Field("name", constant.name);
  OptionalField(json, "spec_id", constant.spec_id);
  json->Field("id", constant.id);
  WriteScalar(json, constant.scalar, constant.scalar_bits);
  json->Field("default_bits", constant.default_bits);
  json->Field("default", SpecConstantText(constant));
  WriteStrings(json, "sizes", constant.sizes);
  json->EndObject();
}

}  // namespace

void WriteVariable(JsonWriter* json, const Variable& variable) {
  json->BeginObject();
  json->Field("name", variable.name);
  json->Field("offset", variable.offset);
  json->Field("absolute_offset", variable.absolute_offset);
  json->Field("size", variable.size);
  json->Field("padded_size", variable.padded_size);
  if (!variable.size_known) json->Field("size_known", false);
  json->Field("class", Name(variable.parameter_class));
  json->Field("type", Name(variable.parameter_type));
  json->Field("rows", variable.rows);
  json->Field("columns", variable.columns);
  json->Field("elements", variable.elements);
  WriteScalar(json, variable.scalar, variable.scalar_bits);
  NonEmptyField(json, "type_name", variable.type_name);
  WriteDimensions(json, variable.dimensions);
  if (variable.majority != MatrixMajority::kNone) {
    json->Field("majority", Name(variable.majority));
    json->Field("matrix_stride", variable.matrix_stride);
    json->Field("spirv_row_major", variable.spirv_row_major);
  }
  if (variable.pointee_alignment != 0) json->Field("pointee_alignment", variable.pointee_alignment);
  json->Field("used", variable.used);
  FlagField(json, "offset_missing", variable.offset_missing);
  FlagField(json, "overlaps", variable.overlaps);
  if (!variable.default_value.empty()) {
    json->Key("default_value");
    json->BeginArray();
    for (float value : variable.default_value) json->Float(value);
    json->EndArray();
  }
  OptionalField(json, "register", variable.register_index);
  OptionalField(json, "register_count", variable.register_count);
  if (variable.register_set) json->Field("register_set", Name(*variable.register_set));
  if (!variable.members.empty()) {
    json->Key("members");
    json->BeginArray();
    for (const Variable& member : variable.members) WriteVariable(json, member);
    json->EndArray();
  }
  json->EndObject();
}

std::string ToJson(const Module& module) {
  JsonWriter json;
  json.BeginObject();
  json.Field("schema", "lacuna-reflection");
  json.Key("version");
  json.BeginArray();
  json.Number(kFormatMajor);
  json.Number(kFormatMinor);
  json.EndArray();
  json.Field("format", Name(module.format));
  json.Key("format_version");
  json.BeginArray();
  json.Number(module.version_major);
  json.Number(module.version_minor);
  json.EndArray();
  json.Field("generator", module.generator);
  NonEmptyField(&json, "target", module.target);
  NonEmptyField(&json, "source_language", module.source_language);
  FlagField(&json, "byte_swapped", module.byte_swapped);
  WriteStrings(&json, "capabilities", module.capabilities);
  WriteStrings(&json, "extensions", module.extensions);
  json.Key("entry_points");
  json.BeginArray();
  for (const EntryPoint& entry_point : module.entry_points) WriteEntryPoint(&json, module, entry_point);
  json.EndArray();
  json.Key("resources");
  json.BeginArray();
  for (const Resource& resource : module.resources) WriteResource(&json, resource);
  json.EndArray();
  json.Key("spec_constants");
  json.BeginArray();
  for (const SpecConstant& constant : module.spec_constants) WriteSpecConstant(&json, constant);
  json.EndArray();
  json.Key("buffer_references");
  json.BeginArray();
  for (const BufferReference& reference : module.buffer_references) {
    json.BeginObject();
    json.Field("name", reference.name);
    json.Field("id", reference.id);
    WriteBlock(&json, reference.block);
    json.EndObject();
  }
  json.EndArray();
  json.Field("has_interface_map", !module.interface_map.empty());
  json.Key("notes");
  json.BeginArray();
  for (const Note& note : module.notes) {
    json.BeginObject();
    json.Field("text", note.text);
    OptionalField(&json, "offset", note.offset);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
  return json.Take();
}

}  // namespace lacuna::reflection
