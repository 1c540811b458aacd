// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_COMBINEDSAMPLERS_H_
#define LACUNA_REFLECTION_COMBINEDSAMPLERS_H_

// Which textures are used with which samplers, in the order in which SPIRV-Cross
// declares the combined samplers of a GLSL shader that it makes of a module with
// separate ones.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lacuna/Reflection/Reader.h"
#include "lacuna/Reflection/Result.h"
#include "lacuna/Reflection/Types.h"

namespace lacuna::reflection {

struct CombinedSamplerPair {
  std::string texture_name;
  std::string sampler_name;  // kDummySamplerName when `dummy` is set
  // Rank of the texture among the module-scope variables of separate images
  // that are sampled, in the order of the module.
  uint32_t texture_declaration_index = 0;
  uint32_t texture_id = 0, sampler_id = 0;  // variables; sampler 0 for a dummy
  // The texture is fetched or queried without a sampler. GLSL has no such thing,
  // so SPIRV-Cross invents a sampler for it.
  bool dummy = false;
};

inline constexpr const char* kDummySamplerName = "SPIRV_Cross_DummySampler";

// The pairs of one entry point, in the order of their first use: the entry
// point's function is read from beginning to end, calls are followed where they
// stand, and parameters stand for what the caller passes. Without a name and a
// stage it is the first entry point; one that is not there is an error, SD0400.
//
// Whatever the rule does not cover is an error with the code SD0217: combined
// sampler variables, arrays of samplers, recursion, an image or sampler that
// does not come from one variable of the module.
Result<std::vector<CombinedSamplerPair>> CombinedSamplerPairs(Bytes spirv, const std::string& entry_point, Stage stage);

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_COMBINEDSAMPLERS_H_
