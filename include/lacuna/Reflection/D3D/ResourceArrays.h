// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_D3D_RESOURCEARRAYS_H_
#define LACUNA_REFLECTION_D3D_RESOURCEARRAYS_H_

// Arrays of resources. Shader models 4 and 5.1 have one record for an array;
// shader model 5.0 has one for each element that is used, named `Name[i]`.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lacuna/Reflection/D3D/Rdef.h"

namespace lacuna::reflection::d3d {

// A resource, or an array of them.
struct BoundResource {
  // The record. Of collapsed elements the first one met, with the array's name
  // and the register of element 0.
  RdefBinding binding;
  std::string record_name;  // of that record: "Name[2]"
  // Absent for a single resource, 0 for an array without length. Of collapsed
  // elements the highest index and one: what follows it cannot be told.
  std::optional<uint64_t> array_length;
};

// Makes one resource of all records `Name[i]` of one kind, in the order of the
// first record of each. Element 0's register is the lowest `register - i`, or
// the lowest register when that is negative. Records that differ in more than
// index and register stay apart. What does not fit together is noted.
std::vector<BoundResource> CollapseArrays(const std::vector<RdefBinding>& bindings, std::vector<Note>* notes);

}  // namespace lacuna::reflection::d3d

#endif  // LACUNA_REFLECTION_D3D_RESOURCEARRAYS_H_
