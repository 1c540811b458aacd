// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_SPIRV_INTERFACEVARIABLES_H_
#define LACUNA_REFLECTION_SPIRV_INTERFACEVARIABLES_H_

#include <cstdint>
#include <string>

#include "Reflection/SPIRV/Context.h"

namespace lacuna::reflection::spirv {

// Describes inputs and outputs of entry points.
class InterfaceVariables {
 public:
  explicit InterfaceVariables(Context* context) : context_(*context) {}

  // `variable` is an OpVariable in Input or Output. False after a failure.
  bool Describe(const Inst& variable, Stage stage, bool is_input, InterfaceVariable* result);

  // The same for one in a storage class of ray tracing.
  bool DescribeRayVariable(const Inst& variable, InterfaceVariable* result);

 private:
  bool DescribeType(const Inst& inst, const Type* type, bool skip_vertices, InterfaceVariable* result);
  static void CountNoLocations(InterfaceVariable* variable);
  static bool PlaceMembers(InterfaceVariable* variable);
  void ReadDecorations(uint32_t id, uint32_t member, InterfaceVariable* result) const;
  void ReadSemantic(uint32_t id, uint32_t member, InterfaceVariable* result) const;

  Context& context_;
  uint64_t path_bytes_ = 0;  // of the names that lead to what is being described
};

// Front ends that make variables of an array's elements give all of them the
// array's semantic (glslang does). HLSL forbids a semantic to occur twice, so
// those of `variables` that have one again, by location, count on from the first.
void CountSemantics(std::vector<InterfaceVariable>* variables);

// "TEXCOORD12" is the semantic TEXCOORD with the index 12. Without digits at the
// end, or with more than 32 bits hold, the index is 0 and the name stays whole.
void SplitSemantic(const std::string& text, std::string* name, uint32_t* index);

}  // namespace lacuna::reflection::spirv

#endif  // LACUNA_REFLECTION_SPIRV_INTERFACEVARIABLES_H_
