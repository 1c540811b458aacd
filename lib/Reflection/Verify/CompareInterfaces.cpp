// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/JsonFields.h"
#include "Reflection/Verify/FlatInterface.h"
#include "Reflection/Verify/Partners.h"

namespace lacuna::reflection {

namespace {

void Add(const InterfaceVariable& variable, StructureArrays arrays, std::vector<const InterfaceVariable*>* flat) {
  const bool whole = arrays == StructureArrays::kWhole && !variable.dimensions.empty();
  if (variable.members.empty() || whole) {
    flat->push_back(&variable);
    return;
  }
  for (const InterfaceVariable& member : variable.members) Add(member, arrays, flat);
}

// Built-ins go by their name, others by location and component, where they have
// one, as D3D signatures do by semantics.
std::string KeyOf(const InterfaceVariable* pointer) {
  const InterfaceVariable& variable = *pointer;
  if (!variable.built_in.empty()) return variable.built_in;
  if (!variable.location) return variable.name;
  std::string key =
      "location " + std::to_string(*variable.location) + "." + std::to_string(variable.component.value_or(0));
  if (variable.index.value_or(0) != 0) key += " index " + std::to_string(*variable.index);
  if (variable.patch) key += " of the patch";
  if (variable.per_primitive) key += " of the primitive";
  return key;
}

void Compare(const std::string& subject, const InterfaceVariable& a, const InterfaceVariable& b, Findings* findings) {
  const auto same = [&](const char* what, const std::string& x, const std::string& y) {
    if (x != y) findings->Error(subject, what, x, y);
  };
  same("type", TypeText(a), TypeText(b));
  const std::string rate = RateText(a), other_rate = RateText(b);
  same("interpolation", rate.empty() ? "smooth" : rate, other_rate.empty() ? "smooth" : other_rate);
  if (!a.semantic.empty() && !b.semantic.empty()) {
    same("semantic", a.semantic + std::to_string(a.semantic_index.value_or(0)),
         b.semantic + std::to_string(b.semantic_index.value_or(0)));
  }
  if (a.register_index && b.register_index) same("register", RegisterText(a), RegisterText(b));
  same("system value", a.system_value, b.system_value);
}

}  // namespace

std::vector<const InterfaceVariable*> Flatten(const std::vector<InterfaceVariable>& variables, StructureArrays arrays) {
  std::vector<const InterfaceVariable*> flat;
  for (const InterfaceVariable& variable : variables) Add(variable, arrays, &flat);
  return flat;
}

std::vector<const InterfaceVariable*> Located(const std::vector<InterfaceVariable>& variables) {
  std::vector<const InterfaceVariable*> located;
  for (const InterfaceVariable* variable : Flatten(variables, StructureArrays::kWhole)) {
    if (variable->built_in.empty() && variable->location) located.push_back(variable);
  }
  return located;
}

std::string RegisterText(const InterfaceVariable& variable) {
  std::string text = std::to_string(variable.register_index.value_or(-1)) + ".";
  for (uint32_t i = 0; i < 4; ++i) {
    if ((variable.mask >> i & 1) != 0) text += "xyzw"[i];
  }
  return text;
}

std::string SemanticKey(const InterfaceVariable& variable) {
  std::string text = variable.semantic;
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text + std::to_string(variable.semantic_index.value_or(0));
}

void CompareInterfaces(const std::string& subject, const std::vector<InterfaceVariable>& first,
                       const std::vector<InterfaceVariable>& second, Findings* findings) {
  const std::vector<const InterfaceVariable*> a = Flatten(first, StructureArrays::kMembers);
  const std::vector<const InterfaceVariable*> b = Flatten(second, StructureArrays::kMembers);
  const std::vector<size_t> partners = Partners(a, b, KeyOf);
  for (size_t i = 0; i < a.size(); ++i) {
    const std::string name = subject + " " + KeyOf(a[i]);
    if (partners[i] != kFree) {
      Compare(name, *a[i], *b[partners[i]], findings);
    } else if (a[i]->used) {
      findings->Error(name, "the variable", a[i]->name, kAbsent);
    } else {
      findings->Warning(name, "the variable", a[i]->name, kAbsent);
    }
  }
  for (const InterfaceVariable* const* variable : WithoutPartner(b, partners)) {
    findings->Error(subject + " " + KeyOf(*variable), "the variable", kAbsent, (*variable)->name);
  }
}

}  // namespace lacuna::reflection
