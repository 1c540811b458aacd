// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/SPIRV/InterfaceVariables.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

#include "Reflection/SPIRV/BlockLayout.h"

namespace lacuna::reflection::spirv {

using spv::Decoration;
using Kind = Type::Kind;

namespace {

// Arrays of these stages' variables have a dimension for the vertices (or
// primitives) of a patch, primitive or mesh (Vulkan specification, "Interface
// Matching"). Patch variables have not.
bool HasVertices(Stage stage, bool is_input) {
  switch (stage) {
    case Stage::kTessellationControl:
      return true;
    case Stage::kTessellationEvaluation:
    case Stage::kGeometry:
      return is_input;
    case Stage::kMesh:
      return !is_input;
    default:
      return false;
  }
}

}  // namespace

void SplitSemantic(const std::string& text, std::string* name, uint32_t* index) {
  size_t digits = text.size();
  while (digits > 0 && text[digits - 1] >= '0' && text[digits - 1] <= '9') --digits;
  uint64_t value = 0;
  for (size_t i = digits; i < text.size() && value <= std::numeric_limits<uint32_t>::max(); ++i) {
    value = value * 10 + static_cast<uint64_t>(text[i] - '0');
  }
  if (value > std::numeric_limits<uint32_t>::max()) {
    digits = text.size();
    value = 0;
  }
  *name = text.substr(0, digits);
  *index = static_cast<uint32_t>(value);
}

void CountSemantics(std::vector<InterfaceVariable>* variables) {
  // What belongs to the patch is counted apart.
  std::map<std::tuple<bool, std::string, uint32_t>, std::vector<InterfaceVariable*>> groups;
  for (InterfaceVariable& variable : *variables) {
    if (variable.location && variable.semantic_index) {
      groups[{variable.patch, variable.semantic, *variable.semantic_index}].push_back(&variable);
    }
  }
  for (auto& [semantic, group] : groups) {
    std::stable_sort(group.begin(), group.end(), [](const InterfaceVariable* a, const InterfaceVariable* b) {
      return *a->location < *b->location;
    });
    uint64_t next = std::get<uint32_t>(semantic);
    for (InterfaceVariable* variable : group) {
      variable->semantic_index = static_cast<uint32_t>(std::min<uint64_t>(next, std::numeric_limits<uint32_t>::max()));
      next += variable->location_count;
    }
  }
}

void InterfaceVariables::ReadDecorations(uint32_t id, uint32_t member, InterfaceVariable* result) const {
  const Decorations& decorations = context_.decorations;
  result->location = decorations.MemberValue(id, member, Decoration::Location);
  result->component = decorations.MemberValue(id, member, Decoration::Component);
  result->index = decorations.MemberValue(id, member, Decoration::Index);
  if (auto built_in = decorations.MemberValue(id, member, Decoration::BuiltIn)) {
    result->built_in = spv::BuiltInToString(static_cast<spv::BuiltIn>(*built_in));
    if (result->built_in == "Unknown") result->built_in = std::to_string(*built_in);
  }
  result->patch = result->patch || decorations.HasMember(id, member, Decoration::Patch);
  result->flat = result->flat || decorations.HasMember(id, member, Decoration::Flat);
  result->no_perspective = result->no_perspective || decorations.HasMember(id, member, Decoration::NoPerspective);
  result->centroid = result->centroid || decorations.HasMember(id, member, Decoration::Centroid);
  result->sample = result->sample || decorations.HasMember(id, member, Decoration::Sample);
  result->invariant = result->invariant || decorations.HasMember(id, member, Decoration::Invariant);
  result->per_primitive = result->per_primitive || decorations.HasMember(id, member, Decoration::PerPrimitiveEXT);
}

void InterfaceVariables::ReadSemantic(uint32_t id, uint32_t member, InterfaceVariable* result) const {
  std::string text = context_.decorations.MemberText(id, member, Decoration::UserSemantic);
  if (text.empty()) {
    // What DXC calls its variables when it writes no decoration.
    for (const char* prefix : {"in.var.", "out.var."}) {
      const std::string start = prefix;
      if (result->name.compare(0, start.size(), start) == 0) text = result->name.substr(start.size());
    }
  }
  if (text.empty()) return;
  uint32_t index = 0;
  SplitSemantic(text, &result->semantic, &index);
  result->semantic_index = index;
}

bool InterfaceVariables::Describe(const Inst& variable, Stage stage, bool is_input, InterfaceVariable* result) {
  result->id = variable.result_id;
  result->name = context_.decorations.Name(variable.result_id);
  ReadDecorations(variable.result_id, Decorations::kWhole, result);
  const Type* pointer = context_.types.Find(variable.type_id);
  const Type* type = pointer == nullptr ? nullptr : context_.types.Component(*pointer);
  if (type == nullptr) {
    return context_.Fail(variable, "variable %" + std::to_string(variable.result_id) + " points to no type");
  }
  const bool per_vertex = context_.decorations.Has(variable.result_id, Decoration::PerVertexKHR);
  const bool skip = (HasVertices(stage, is_input) && !result->patch && type->is_array()) ||
                    (per_vertex && is_input && type->is_array());
  // A patch variable that is a block is decorated on its members.
  const Type* block = context_.types.WithoutArrays(type);
  const bool patch_members = block != nullptr && block->kind == Kind::kStruct &&
                             context_.decorations.HasMember(block->id, 0, Decoration::Patch);
  if (result->name.empty() && block != nullptr && block->kind == Kind::kStruct) {
    result->name = context_.decorations.Name(block->id);
  }
  if (result->name.empty()) {
    result->name = !result->built_in.empty() ? result->built_in
                                             : (is_input ? "input" : "output") + std::to_string(variable.result_id);
  }
  if (!context_.progress.TakeRecord(result->name)) return false;
  ReadSemantic(variable.result_id, Decorations::kWhole, result);
  if (!context_.progress.TakeText(result->semantic.size())) return false;
  if (!DescribeType(variable, type, skip && !patch_members, result)) return false;
  if (!PlaceMembers(result) && !result->location) result->location_count = 0;
  return true;
}

bool InterfaceVariables::DescribeRayVariable(const Inst& variable, InterfaceVariable* result) {
  result->id = variable.result_id;
  result->name = context_.decorations.Name(variable.result_id);
  if (result->name.empty()) result->name = "ray" + std::to_string(variable.result_id);
  result->location = context_.decorations.Value(variable.result_id, Decoration::Location);
  const Type* pointer = context_.types.Find(variable.type_id);
  const Type* type = pointer == nullptr ? nullptr : context_.types.Component(*pointer);
  if (type == nullptr) {
    return context_.Fail(variable, "variable %" + std::to_string(variable.result_id) + " points to no type");
  }
  if (!context_.progress.TakeRecord(result->name) || !DescribeType(variable, type, false, result)) return false;
  CountNoLocations(result);
  return true;
}

void InterfaceVariables::CountNoLocations(InterfaceVariable* variable) {
  variable->location_count = 0;
  for (InterfaceVariable& member : variable->members) CountNoLocations(&member);
}

// Gives locations to members without one of their own: they follow the block's.
// Returns whether any member has one.
bool InterfaceVariables::PlaceMembers(InterfaceVariable* variable) {
  uint64_t next = variable->location.value_or(0);
  const bool known = variable->location.has_value();
  bool any = false;
  for (InterfaceVariable& member : variable->members) {
    if (!member.location && known && member.built_in.empty()) member.location = static_cast<uint32_t>(next);
    any = PlaceMembers(&member) || any || member.location;
    if (member.location) next = uint64_t{*member.location} + member.location_count;
  }
  return any;
}

bool InterfaceVariables::DescribeType(const Inst& inst, const Type* type, bool skip_vertices,
                                      InterfaceVariable* result) {
  uint64_t elements = 1;
  for (; type != nullptr && type->is_array(); type = context_.types.Component(*type)) {
    ArrayDimension dimension;
    if (type->kind == Kind::kArray) {
      const Value length = context_.constants.Find(type->length_id);
      dimension.known = length.known && length.is_integer;
      dimension.length = dimension.known ? length.bits : 0;
      if (!context_.constants.SpecIdsOf(type->length_id, &context_.progress, &dimension.spec_ids)) return false;
    }
    if (skip_vertices) {
      skip_vertices = false;
      result->per_vertex = true;
      continue;
    }
    const uint64_t length = std::max<uint64_t>(1, dimension.length);
    elements = length > std::numeric_limits<uint32_t>::max() / elements ? std::numeric_limits<uint32_t>::max()
                                                                        : elements * length;
    result->dimensions.push_back(std::move(dimension));
  }
  if (type == nullptr) return context_.Fail(inst, "the elements of an input or output have no type");
  uint64_t each = 1;
  const Type* vector = type;
  if (type->kind == Kind::kMatrix) {
    result->columns = type->count;
    vector = context_.types.Component(*type);
  }
  const Type* scalar = vector;
  if (vector->kind == Kind::kVector) {
    result->components = vector->count;
    scalar = context_.types.Component(*vector);
  }
  ParameterType unused = ParameterType::kVoid;
  if (DescribeScalar(*scalar, &result->scalar, &result->scalar_bits, &unused)) {
    // Three and four components of 64 bits take two locations.
    each = uint64_t{result->columns} * (result->scalar_bits == 64 && result->components > 2 ? 2 : 1);
  } else if (type->kind == Kind::kStruct) {
    result->scalar = ScalarKind::kStruct;
    each = 0;
    path_bytes_ += result->name.size();
    for (uint32_t i = 0; i < type->member_count(); ++i) {
      InterfaceVariable member;
      // Of a block's decorations the members have their share.
      member.patch = result->patch;
      member.flat = result->flat;
      member.no_perspective = result->no_perspective;
      member.centroid = result->centroid;
      member.sample = result->sample;
      member.invariant = result->invariant;
      member.per_primitive = result->per_primitive;
      member.name = context_.decorations.MemberName(type->id, i);
      ReadDecorations(type->id, i, &member);
      if (member.name.empty()) member.name = !member.built_in.empty() ? member.built_in : "member" + std::to_string(i);
      if (!context_.progress.TakeRecord(member.name) || !context_.progress.TakePath(path_bytes_ + member.name.size())) {
        return false;
      }
      ReadSemantic(type->id, i, &member);
      if (!context_.progress.TakeText(member.semantic.size())) return false;
      const Type* member_type = context_.types.Member(*type, i);
      if (!DescribeType(inst, member_type, false, &member)) return false;
      if (member.built_in.empty()) each += member.location_count;
      result->members.push_back(std::move(member));
    }
    path_bytes_ -= result->name.size();
  } else {
    result->scalar = type->is_pointer() ? ScalarKind::kPointer : ScalarKind::kOpaque;
    result->scalar_bits = type->is_pointer() ? 64 : 0;
  }
  const uint64_t count = std::min<uint64_t>(each, std::numeric_limits<uint32_t>::max()) * elements;
  result->location_count = result->built_in.empty()
                               ? static_cast<uint32_t>(std::min<uint64_t>(count, std::numeric_limits<uint32_t>::max()))
                               : 0;
  return true;
}

}  // namespace lacuna::reflection::spirv
