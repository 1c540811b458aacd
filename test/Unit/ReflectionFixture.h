// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TEST_UNIT_REFLECTIONFIXTURE_H_
#define LACUNA_TEST_UNIT_REFLECTIONFIXTURE_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "lacuna/Reflection/Reader.h"
#include "spirv-tools/libspirv.hpp"

namespace lacuna::reflection {

using Words = std::vector<uint32_t>;

// Assembles a module; ids that are numbers keep them.
inline Words Assemble(const std::string& text) {
  Words words;
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  tools.SetMessageConsumer([](spv_message_level_t, const char*, const spv_position_t& position, const char* message) {
    ADD_FAILURE() << "line " << position.line + 1 << ": " << message;
  });
  EXPECT_TRUE(tools.Assemble(text, &words, SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS));
  return words;
}

inline Result<Module> ReadWords(const Words& words) {
  return ReadShader({reinterpret_cast<const uint8_t*>(words.data()), words.size() * 4});
}

// The module, or an empty one after a test failure.
inline Module ReadText(const std::string& text) {
  auto module = ReadWords(Assemble(text));
  if (module) return *module;
  ADD_FAILURE() << module.error().ToText();
  return {};
}

// The error's text; a test failure when there is none.
inline std::string ErrorText(const Words& words) {
  auto module = ReadWords(words);
  if (!module) return module.error().ToText();
  ADD_FAILURE() << "no error";
  return "";
}
inline std::string ErrorText(const std::string& text) { return ErrorText(Assemble(text)); }

template <typename T>
const T* FindNamed(const std::vector<T>& items, const std::string& name) {
  for (const T& item : items) {
    if (item.name == name) return &item;
  }
  ADD_FAILURE() << "nothing is called '" << name << "'";
  static const T none{};
  return &none;
}

// A fragment shader `main` with the given annotations, declarations and body.
inline std::string Fragment(const std::string& annotations, const std::string& declarations, const std::string& body,
                            const std::string& functions = "") {
  return "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint Fragment %main \"main\"\n"
         "OpExecutionMode %main OriginUpperLeft\n" +
         annotations +
         "%void = OpTypeVoid\n%proc = OpTypeFunction %void\n%bool = OpTypeBool\n%float = OpTypeFloat 32\n"
         "%int = OpTypeInt 32 1\n%uint = OpTypeInt 32 0\n%v2 = OpTypeVector %float 2\n%v3 = OpTypeVector %float 3\n"
         "%v4 = OpTypeVector %float 4\n%u0 = OpConstant %uint 0\n%u1 = OpConstant %uint 1\n%u2 = OpConstant %uint 2\n"
         "%u3 = OpConstant %uint 3\n%i0 = OpConstant %int 0\n%f0 = OpConstant %float 0\n" +
         declarations + "%main = OpFunction %void None %proc\n%entry = OpLabel\n" + body + "OpReturn\nOpFunctionEnd\n" +
         functions;
}

}  // namespace lacuna::reflection

#endif  // LACUNA_TEST_UNIT_REFLECTIONFIXTURE_H_
