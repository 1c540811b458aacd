// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/SPIRV/BlockPaths.h"

#include <algorithm>

namespace lacuna::reflection::spirv {

BlockPaths::BlockPaths(Context* context) : context_(*context) {
  for (size_t i = 0; i < context_.module.resources.size(); ++i) {
    Resource& resource = context_.module.resources[i];
    if (!resource.block) continue;
    resources_[resource.id] = static_cast<uint32_t>(i);
    Prepare(&resource.block->members, nullptr);
  }
}

void BlockPaths::Prepare(std::vector<Variable>* members, Variable* parent) {
  for (Variable& member : *members) {
    member.used = false;
    if (parent != nullptr) parents_[&member] = parent;
    Prepare(&member.members, &member);
  }
}

std::optional<BlockPath> BlockPaths::OfVariable(uint32_t id) const {
  auto found = resources_.find(id);
  if (found == resources_.end()) return std::nullopt;
  const Resource& resource = context_.module.resources[found->second];
  BlockPath path;
  path.resource = found->second;
  path.descriptor_dimensions = resource.dimensions.size();
  path.end = resource.block->size;
  return path;
}

void BlockPaths::Enter(Variable* variable, BlockPath* path) const {
  path->variable = variable;
  path->dimensions = 0;
  if (!path->fixed) return;
  path->offset += variable->offset;
  path->end = path->offset + variable->size;
}

BlockPath BlockPaths::Follow(const BlockPath& base, const Inst& chain) const {
  BlockPath path = base;
  Resource& resource = context_.module.resources[base.resource];
  for (uint32_t word = 4; word < chain.length; ++word) {
    if (path.descriptor_dimensions != 0) {
      --path.descriptor_dimensions;
      continue;
    }
    const Value index = context_.constants.Find(context_.table.Word(chain, word));
    // A specialization constant may have another value in the end.
    const bool constant = index.known && !context_.constants.IsSpecialized(context_.table.Word(chain, word));
    Variable* variable = path.variable;
    if (variable != nullptr && path.dimensions < variable->dimensions.size()) {
      const ArrayDimension& dimension = variable->dimensions[path.dimensions++];
      if (!constant || !dimension.known || index.bits >= dimension.length) {
        path.fixed = false;
      } else if (path.fixed) {
        const uint64_t element = path.end - path.offset - (dimension.length - 1) * dimension.stride;
        path.offset += index.bits * dimension.stride;
        path.end = path.offset + element;
      }
      continue;
    }
    std::vector<Variable>* members = variable == nullptr ? &resource.block->members : &variable->members;
    // Vectors and matrices are not taken apart.
    if (members->empty()) return path;
    if (!index.known || index.bits >= members->size()) return path;
    Enter(&(*members)[index.bits], &path);
  }
  return path;
}

bool BlockPaths::MarkAll(std::vector<Variable>* members) {
  if (!marked_.insert(members).second) return true;
  for (Variable& member : *members) {
    member.used = true;
    if (!context_.progress.TakeSteps(1) || !MarkAll(&member.members)) return false;
  }
  return true;
}

bool BlockPaths::MarkUsed(const BlockPath& path) {
  if (path.variable == nullptr) return MarkAll(&context_.module.resources[path.resource].block->members);
  Variable* variable = path.variable;
  if (!MarkAll(&variable->members)) return false;
  while (variable != nullptr && !variable->used) {
    variable->used = true;
    auto parent = parents_.find(variable);
    variable = parent == parents_.end() ? nullptr : parent->second;
  }
  return true;
}

std::string BlockPaths::NameOf(const BlockPath& path) const {
  std::string name;
  for (const Variable* variable = path.variable; variable != nullptr;) {
    name = name.empty() ? variable->name : variable->name + "." + name;
    auto parent = parents_.find(variable);
    variable = parent == parents_.end() ? nullptr : parent->second;
  }
  return name;
}

}  // namespace lacuna::reflection::spirv
