// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/Verify/CompareRegisters.h"

#include <map>
#include <string>

#include "Reflection/Verify/Partners.h"

namespace lacuna::reflection {

namespace {

using Constants = std::map<std::string, const Variable*>;

// The first of each name: names are unique in HLSL's global scope, and in one
// constant buffer.
Constants ConstantsOf(const Module& module) {
  Constants constants;
  for (const Resource& resource : module.resources) {
    const bool holds = resource.kind == ResourceKind::kRegisters || resource.kind == ResourceKind::kConstantBuffer;
    if (!holds || !resource.block) continue;
    for (const Variable& variable : resource.block->members) constants.emplace(variable.name, &variable);
  }
  return constants;
}

std::string ShapeText(const Variable& variable) {
  std::string text = std::string(Name(variable.parameter_class)) + " " + std::to_string(variable.rows) + "x" +
                     std::to_string(variable.columns);
  if (variable.elements != 0) text += " [" + std::to_string(variable.elements) + "]";
  return text;
}

void Compare(const std::string& subject, const Variable& a, const Variable& b, Findings* findings) {
  if (ShapeText(a) != ShapeText(b)) findings->Error(subject, "shape", ShapeText(a), ShapeText(b));
  if (a.majority != b.majority) {
    findings->Error(subject, "majority", std::string(Name(a.majority)), std::string(Name(b.majority)));
  }
  for (size_t i = 0; i < a.members.size() || i < b.members.size(); ++i) {
    const std::string first = i < a.members.size() ? a.members[i].name : kAbsent;
    const std::string second = i < b.members.size() ? b.members[i].name : kAbsent;
    if (first != second) {
      findings->Error(subject, "member " + std::to_string(i), first, second);
    } else {
      Compare(subject + ", member '" + first + "'", a.members[i], b.members[i], findings);
    }
  }
}

}  // namespace

void CompareRegisters(const Module& first, const Module& second, Findings* findings) {
  const Constants ours = ConstantsOf(first), theirs = ConstantsOf(second);
  const auto missing = [&](const std::string& name, bool in_first, const Module& without) {
    const std::string subject = "constant '" + name + "'";
    const std::string a = in_first ? "there" : kAbsent, b = in_first ? kAbsent : "there";
    if (without.format == SourceFormat::kD3d9) {
      findings->Warning(subject, "the constant", a, b);
    } else {
      findings->Error(subject, "the constant", a, b);
    }
  };
  for (const auto& [name, variable] : ours) {
    const auto found = theirs.find(name);
    if (found == theirs.end()) {
      missing(name, true, second);
    } else {
      Compare("constant '" + name + "'", *variable, *found->second, findings);
    }
  }
  for (const auto& [name, variable] : theirs) {
    if (ours.count(name) == 0) missing(name, false, first);
  }
}

}  // namespace lacuna::reflection
