// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TEST_UNIT_INTERPRETERFIXTURE_H_
#define LACUNA_TEST_UNIT_INTERPRETERFIXTURE_H_

// Modules for the interpreter: one instruction with constant operands, whose
// result goes to a buffer; and whole modules.

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "Interpreter/Interpreter.h"
#include "spirv-tools/libspirv.hpp"

namespace lacuna::interpreter {

inline std::vector<uint32_t> Assemble(const std::string& text) {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  tools.SetMessageConsumer([&text](spv_message_level_t, const char*, const spv_position_t& at, const char* message) {
    ADD_FAILURE() << "line " << at.line + 1 << ": " << message << "\n" << text;
  });
  std::vector<uint32_t> words;
  tools.Assemble(text, &words, SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS);
  return words;
}

// The first part of a module for one entry point, up to the types: b8 to b64 are
// unsigned, s8 to s64 signed integers, f16 to f64 floats, and v2 to v4 before
// these names vectors of them.
inline std::string Preamble() {
  std::string text;
  for (const char* capability : {"Shader", "Int8", "Int16", "Int64", "Float16", "Float64", "StorageBuffer8BitAccess",
                                 "StorageBuffer16BitAccess", "DotProduct", "DotProductInput4x8Bit",
                                 "DotProductInput4x8BitPacked", "DotProductInputAll", "VariablePointers"}) {
    text += std::string("OpCapability ") + capability + "\n";
  }
  text += "%glsl = OpExtInstImport \"GLSL.std.450\"\nOpMemoryModel Logical GLSL450\n";
  return text;
}

inline std::string Types() {
  std::string text = "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%bool = OpTypeBool\n";
  std::vector<std::string> names = {"bool"};
  for (const char* bits : {"8", "16", "32", "64"}) {
    text += std::string("%b") + bits + " = OpTypeInt " + bits + " 0\n%s" + bits + " = OpTypeInt " + bits + " 1\n";
    names.push_back(std::string("b") + bits);
    names.push_back(std::string("s") + bits);
  }
  for (const char* bits : {"16", "32", "64"}) {
    text += std::string("%f") + bits + " = OpTypeFloat " + bits + "\n";
    names.push_back(std::string("f") + bits);
  }
  for (const std::string& name : names) {
    for (const char* count : {"2", "3", "4"}) {
      text += std::string("%v") + count + name + " = OpTypeVector %" + name + " " + count + "\n";
    }
  }
  text += "%zero = OpConstant %b32 0\n%true = OpConstantTrue %bool\n%false = OpConstantFalse %bool\n";
  return text;
}

struct Evaluation {
  std::vector<uint64_t> lanes;  // zero-extended
  bool undefined = false;       // one of them at least
};

// Operands: a type and the text of a constant of it, with blanks between the
// components of a vector; or an empty type and the text of a literal or id.
using Operands = std::vector<std::pair<std::string, std::string>>;

// Executes `%result = <opcode> %<type> <operands>`. A truth value is 0 or 1 of 32
// bits; `part` is an index into a result that is a structure of two `part_type`.
inline Evaluation Evaluate(const std::string& opcode, const std::string& type, const Operands& operands,
                           int part = -1) {
  std::string text = Preamble() + "OpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\n";
  const bool vector = type[0] == 'v';
  const std::string scalar = vector ? type.substr(2) : type;
  const uint32_t count = vector ? static_cast<uint32_t>(type[1] - '0') : 1;
  const bool is_bool = scalar == "bool";
  const std::string stored = is_bool ? "b32" : scalar;
  const uint32_t bytes = static_cast<uint32_t>(std::stoul(stored.substr(1))) / 8;
  text += "OpDecorate %array ArrayStride " + std::to_string(bytes) +
          "\nOpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\n"
          "OpDecorate %out DescriptorSet 0\nOpDecorate %out Binding 0\n" +
          Types() + "%array = OpTypeRuntimeArray %" + stored +
          "\n%block = OpTypeStruct %array\n%to_block = OpTypePointer StorageBuffer %block\n"
          "%to_scalar = OpTypePointer StorageBuffer %" +
          stored + "\n%out = OpVariable %to_block StorageBuffer\n%one_stored = OpConstant %b32 1\n";
  std::string call;
  for (size_t i = 0; i < operands.size(); ++i) {
    const std::string& operand_type = operands[i].first;
    const std::string& value = operands[i].second;
    const std::string id = "%operand" + std::to_string(i);
    if (operand_type.empty()) {
      call += " " + value;
      continue;
    }
    call += " " + id;
    const bool is_vector = operand_type[0] == 'v';
    std::string parts, rest = value;
    const std::string element = is_vector ? operand_type.substr(2) : operand_type;
    for (size_t c = 0; !rest.empty(); ++c) {
      const size_t blank = rest.find(' ');
      const std::string name = is_vector ? id + "_" + std::to_string(c) : id;
      const std::string number = rest.substr(0, blank);
      if (element == "bool") {
        text += name + (number == "1" ? " = OpConstantTrue %bool\n" : " = OpConstantFalse %bool\n");
      } else {
        text += name + " = OpConstant %" + element + " " + number + "\n";
      }
      parts += " " + name;
      rest = blank == std::string::npos ? "" : rest.substr(blank + 1);
    }
    if (is_vector) text += id + " = OpConstantComposite %" + operand_type + parts + "\n";
  }
  for (uint32_t i = 0; i < count; ++i) {
    text += "%index" + std::to_string(i) + " = OpConstant %s32 " + std::to_string(i) + "\n";
  }
  if (part >= 0) text += "%pair = OpTypeStruct %" + type + " %" + type + "\n";
  text += "%main = OpFunction %void None %fn\n%entry = OpLabel\n";
  if (part >= 0) {
    text += "%both = " + opcode + " %pair" + call + "\n%result = OpCompositeExtract %" + type + " %both " +
            std::to_string(part) + "\n";
  } else {
    text += "%result = " + opcode + " %" + type + call + "\n";
  }
  for (uint32_t i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    std::string value = "%result";
    if (vector) {
      value = "%lane" + n;
      text += value + " = OpCompositeExtract %" + scalar + " %result " + n + "\n";
    }
    if (is_bool) {
      text += "%chosen" + n + " = OpSelect %b32 " + value + " %one_stored %zero\n";
      value = "%chosen" + n;
    }
    text += "%place" + n + " = OpAccessChain %to_scalar %out %zero %index" + n + "\nOpStore %place" + n + " " + value +
            "\n";
  }
  text += "OpReturn\nOpFunctionEnd\n";

  Evaluation evaluation;
  LoadError error;
  const ProgramPtr program = LoadProgram(Assemble(text), LoadOptions(), &error);
  if (!program) {
    ADD_FAILURE() << error.message << "\n" << text;
    return evaluation;
  }
  std::vector<uint8_t> memory(size_t{count} * bytes, 0x5a);
  RunOptions options;
  BoundResource resource;
  resource.descriptors.resize(1);
  resource.descriptors[0].memory = memory.data();
  resource.descriptors[0].range = memory.size();
  options.resources.push_back(resource);
  const RunResult result = RunProgram(*program, options);
  EXPECT_TRUE(result.completed) << result.error << (result.faults.empty() ? "" : result.faults[0].Text());
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t lane = 0;
    std::memcpy(&lane, memory.data() + size_t{i} * bytes, bytes);
    evaluation.lanes.push_back(lane);
  }
  evaluation.undefined = result.undefined_stores != 0;
  return evaluation;
}

}  // namespace lacuna::interpreter

#endif  // LACUNA_TEST_UNIT_INTERPRETERFIXTURE_H_
