// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_UTILS_FUZZ_REFLECTION_EXERCISE_H_
#define LACUNA_UTILS_FUZZ_REFLECTION_EXERCISE_H_

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "lacuna/Reflection/CombinedSamplers.h"
#include "lacuna/Reflection/Effect.h"
#include "lacuna/Reflection/Json.h"
#include "lacuna/Reflection/PipelineLayout.h"
#include "lacuna/Reflection/Reader.h"
#include "lacuna/Reflection/StructWriter.h"
#include "lacuna/Reflection/Verifier.h"
#include "lacuna/Reflection/VertexInputs.h"

namespace lacuna::reflection {

// Reads the bytes and, if that works, asks for everything that the library can
// say about them. Stops the program where two answers contradict. Returns
// whether the bytes could be read.
inline bool ExerciseReflection(const uint8_t* data, size_t size) {
  auto require = [](bool condition, const char* what) {
    if (condition) return;
    std::fprintf(stderr, "reflection contradicts itself: %s\n", what);
    std::abort();
  };
  const Bytes bytes{data, size};
  auto module = ReadShader(bytes);
  CombinedSamplerPairs(bytes, "", Stage::kUnknown);
  if (!module) {
    require(!module.error().message.empty(), "an error has no message");
    require(!module.error().offset || *module.error().offset <= size, "an error is past the end");
    return false;
  }
  const std::string json = ToJson(*module);
  require(json == ToJson(*ReadShader(bytes)), "the second reading differs");
  ToText(*module);
  for (const EntryPoint& entry_point : module->entry_points) VertexInputs(entry_point);
  if (auto effect = ReflectEffect(*module, {})) ToJson(*effect);
  ToJson(CheckModule(*module));
  require(CompareModules(*module, *module).errors() == 0, "a module does not fit itself");
  require(DiffModules(*module, *module).empty(), "a module differs from itself");
  if (auto layout = MergeLayouts({{"module", &*module}})) {
    std::vector<std::string> open;
    PresenceNumbering numbering;
    numbering.storage_buffers = numbering.uniform_buffers = true;
    auto parsed = ParsePipelineLayout(ToJson(*layout, numbering, &open));
    require(parsed.ok(), "a layout cannot be read back");
    require(CheckPipelineLayout(*module, *parsed).errors() == 0, "a module does not fit its own layout");
  }
  WriteStructs(*module, HeaderLanguage::kC, "shader");
  WriteStructs(*module, HeaderLanguage::kCpp, "shader");
  if (!module->entry_points.empty()) CheckStages(module->entry_points.front(), module->entry_points.back());
  return true;
}

}  // namespace lacuna::reflection

#endif  // LACUNA_UTILS_FUZZ_REFLECTION_EXERCISE_H_
