// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TEST_UNIT_D3DMODULEFIXTURE_H_
#define LACUNA_TEST_UNIT_D3DMODULEFIXTURE_H_

// What the tests of modules made from D3D bytecode share.

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "D3dBuilder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lacuna/Reflection/D3D/Readers.h"
#include "lacuna/Reflection/Reader.h"

namespace lacuna::reflection::d3d {

inline Module ReadBlob(const std::string& name) {
  std::ifstream file(std::string(LACUNA_TEST_DIR) + "/Reflection/D3D/Inputs/" + name, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  EXPECT_FALSE(bytes.empty()) << name;
  Result<Module> module = ReadShader({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  EXPECT_TRUE(module.ok()) << module.error().ToText();
  return module.ok() ? *module : Module();
}

inline Module ModuleOf(const ByteBuilder& file, const DxbcOptions& options = {}) {
  Result<Module> module = ReadDxbc(file.view(), options);
  EXPECT_TRUE(module.ok()) << module.error().ToText();
  return module.ok() ? *module : Module();
}

inline void ExpectError(const Result<Module>& module, const std::string& code, const std::string& message) {
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().code, code);
  EXPECT_THAT(module.error().message, testing::HasSubstr(message));
  EXPECT_NE(module.error().expected, "");
}

inline const Resource& Find(const Module& module, const std::string& name) {
  static const Resource none;
  for (const Resource& resource : module.resources) {
    if (resource.name == name) return resource;
  }
  ADD_FAILURE() << "no resource " << name;
  return none;
}

inline const Variable& Find(const std::vector<Variable>& variables, const std::string& name) {
  static const Variable none;
  for (const Variable& variable : variables) {
    if (variable.name == name) return variable;
  }
  ADD_FAILURE() << "no variable " << name;
  return none;
}

inline std::vector<std::string> Notes(const Module& module) {
  std::vector<std::string> texts;
  for (const Note& note : module.notes) texts.push_back(note.text);
  return texts;
}

}  // namespace lacuna::reflection::d3d

#endif  // LACUNA_TEST_UNIT_D3DMODULEFIXTURE_H_
