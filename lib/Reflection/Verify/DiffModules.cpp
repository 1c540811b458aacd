// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The difference of two modules: both are written as lines "path = value", one
// for each fact, and the lines are compared.

#include <algorithm>
#include <map>
#include <set>

#include "Reflection/JsonFields.h"
#include "Reflection/JsonWriter.h"
#include "lacuna/Reflection/Verifier.h"

namespace lacuna::reflection {

namespace {

class Flattener {
 public:
  std::map<std::string, std::string> Run(const Module& module) {
    Add("version", std::to_string(module.version_major) + "." + std::to_string(module.version_minor));
    Add("generator", module.generator);
    Add("source language", module.source_language);
    for (const std::string& capability : module.capabilities) Add("capability " + capability, "declared");
    for (const std::string& extension : module.extensions) Add("extension " + extension, "declared");
    for (const Resource& resource : module.resources) AddResource(resource);
    for (const EntryPoint& entry_point : module.entry_points) AddEntryPoint(module, entry_point);
    for (const SpecConstant& constant : module.spec_constants) {
      const std::string path = "specialization constant " + std::to_string(constant.spec_id.value_or(0));
      Add(path + " " + constant.name, SpecConstantText(constant));
      for (const std::string& what : constant.sizes) Add(path + " sizes " + what, "yes");
    }
    for (const BufferReference& reference : module.buffer_references) {
      AddBlock(Unique("buffer reference " + reference.name), reference.block);
    }
    return std::move(facts_);
  }

 private:
  void Add(const std::string& path, const std::string& value) { facts_[path] = value; }

  // Two things of one name keep apart by a number.
  std::string Unique(const std::string& path) {
    const uint32_t count = ++paths_[path];
    return count == 1 ? path : path + " #" + std::to_string(count);
  }

  void AddResource(const Resource& resource) {
    // A made-up name carries an id, which says nothing.
    const std::string name = resource.name_made_up
                                 ? "at " + (resource.set ? std::to_string(*resource.set) : "?") + "." +
                                       (resource.binding ? std::to_string(*resource.binding) : "?")
                                 : resource.name;
    const std::string path = Unique(std::string(Name(resource.kind)) + " " + name);
    if (resource.set) Add(path + ": set", std::to_string(*resource.set));
    if (resource.binding) Add(path + ": binding", std::to_string(*resource.binding));
    if (resource.slot) Add(path + ": slot", std::to_string(*resource.slot));
    Add(path + ": length", resource.array_length ? std::to_string(*resource.array_length) : "single");
    if (resource.non_writable) Add(path + ": non-writable", "yes");
    if (resource.non_readable) Add(path + ": non-readable", "yes");
    if (resource.coherent) Add(path + ": coherent", "yes");
    if (resource.image) {
      const Image& image = *resource.image;
      Add(path + ": image", std::string(Name(image.dimension)) + (image.arrayed ? " array" : "") +
                                (image.multisampled ? " multisampled" : "") + " " +
                                std::string(Name(image.sampled_kind)) + std::to_string(image.sampled_bits) + " " +
                                (image.format.empty() ? "no format" : image.format));
    }
    if (resource.block) AddBlock(path, *resource.block);
  }

  void AddBlock(const std::string& path, const Block& block) {
    Add(path + ": size", std::to_string(block.size));
    if (block.runtime_stride != 0) Add(path + ": stride of the open array", std::to_string(block.runtime_stride));
    AddMembers(path, block.members);
  }

  void AddMembers(const std::string& path, const std::vector<Variable>& members) {
    for (const Variable& member : members) {
      const std::string name = Unique(path + "." + member.name);
      std::string value =
          TypeText(member) + " at " + std::to_string(member.offset) + ", " + std::to_string(member.size) + " bytes";
      for (const ArrayDimension& dimension : member.dimensions) value += ", stride " + std::to_string(dimension.stride);
      if (member.majority != MatrixMajority::kNone) {
        value += ", " + std::string(Name(member.majority)) + "-major, stride " + std::to_string(member.matrix_stride);
      }
      if (!member.used) value += ", unused";
      Add(name, value);
      AddMembers(name, member.members);
    }
  }

  void AddInterface(const std::string& path, const std::vector<InterfaceVariable>& variables) {
    for (const InterfaceVariable& variable : variables) {
      std::string value = TypeText(variable);
      if (variable.location) value += " at location " + std::to_string(*variable.location);
      if (variable.component) value += "." + std::to_string(*variable.component);
      if (!variable.built_in.empty()) value += " " + variable.built_in;
      if (!variable.used) value += ", unused";
      const std::string name = Unique(path + " " + variable.name);
      Add(name, value);
      AddInterface(name, variable.members);
    }
  }

  void AddEntryPoint(const Module& module, const EntryPoint& entry_point) {
    const std::string path =
        Unique("entry point " + entry_point.name + " (" + std::string(Name(entry_point.stage)) + ")");
    Add(path, "declared");
    for (const ExecutionMode& mode : entry_point.execution_modes) {
      std::string operands = "declared";
      for (uint64_t operand : mode.operands) operands += " " + std::to_string(operand);
      Add(Unique(path + ": mode " + mode.name), operands);
    }
    for (size_t i = 0; i < entry_point.workgroup.size(); ++i) {
      Add(path + ": workgroup " + "xyz"[i], std::to_string(entry_point.workgroup[i].value));
    }
    AddInterface(path + ": input", entry_point.inputs);
    AddInterface(path + ": output", entry_point.outputs);
    for (const RayVariable& ray : entry_point.ray_variables) AddInterface(path + ": " + ray.storage, {ray.variable});
    for (const ResourceUse& use : entry_point.uses) {
      std::string how;
      if (use.read) how += " read";
      if (use.written) how += " written";
      if (use.atomic) how += " atomic";
      if (use.sampled) how += " sampled";
      if (use.fetched) how += " fetched";
      if (use.queried) how += " queried";
      const Resource& resource = module.resources[use.resource];
      Add(Unique(path + ": use of " + (resource.name_made_up ? "a nameless resource" : resource.name)),
          how.empty() ? "named" : how.substr(1));
    }
    if (entry_point.push_constants) {
      Add(path + ": push constants", std::to_string(entry_point.push_constants->offset) + " to " +
                                         std::to_string(entry_point.push_constants->end) + ", used " +
                                         std::to_string(entry_point.push_constants->used_offset) + " to " +
                                         std::to_string(entry_point.push_constants->used_end));
    }
  }

  std::map<std::string, std::string> facts_;
  std::map<std::string, uint32_t> paths_;
};

}  // namespace

std::string DiffModules(const Module& first, const Module& second) {
  const auto a = Flattener().Run(first), b = Flattener().Run(second);
  std::set<std::string> paths;
  for (const auto& [path, value] : a) paths.insert(path);
  for (const auto& [path, value] : b) paths.insert(path);
  std::string text;
  for (const std::string& path : paths) {
    auto in_a = a.find(path), in_b = b.find(path);
    if (in_a != a.end() && in_b != b.end() && in_a->second == in_b->second) continue;
    if (in_a != a.end()) text += "- " + ToUtf8(path) + " = " + ToUtf8(in_a->second) + "\n";
    if (in_b != b.end()) text += "+ " + ToUtf8(path) + " = " + ToUtf8(in_b->second) + "\n";
  }
  return text;
}

}  // namespace lacuna::reflection
