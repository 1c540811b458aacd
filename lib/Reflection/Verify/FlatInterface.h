// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_VERIFY_FLATINTERFACE_H_
#define LACUNA_REFLECTION_VERIFY_FLATINTERFACE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "lacuna/Reflection/Verifier.h"

namespace lacuna::reflection {

// What becomes of an array of structures, whose members have locations of the
// first element only.
enum class StructureArrays { kWhole, kMembers };

// The inputs or outputs with blocks and structures resolved into their members.
// The result points into `variables`.
std::vector<const InterfaceVariable*> Flatten(const std::vector<InterfaceVariable>& variables, StructureArrays arrays);

// Those that take a location, arrays of structures as a whole.
std::vector<const InterfaceVariable*> Located(const std::vector<InterfaceVariable>& variables);

// Locations of one variable past this are no use to anyone and would take long to
// walk.
inline constexpr uint32_t kLastLocation = 4096;

// A variable's semantic in capitals with its index, as D3D matches it.
std::string SemanticKey(const InterfaceVariable& variable);

// Of a D3D element, "3.xy".
std::string RegisterText(const InterfaceVariable& variable);

// Compares inputs with inputs, or outputs with outputs, of modules of one format.
// `subject` names the entry point and the direction.
void CompareInterfaces(const std::string& subject, const std::vector<InterfaceVariable>& first,
                       const std::vector<InterfaceVariable>& second, Findings* findings);

// Compares the inputs and outputs of a DXBC shader with those of a SPIR-V entry
// point of the same stage, whichever comes first. System values are matched with
// built-ins, outputs of fragment shaders by location, all else by semantics.
// Without those in SPIR-V the types are compared: those of vertex inputs in the
// order of locations, others as a set, since D3D compilers pack them.
void CompareWithSignatures(const EntryPoint& first, const EntryPoint& second, bool spirv_first, Findings* findings);

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_VERIFY_FLATINTERFACE_H_
