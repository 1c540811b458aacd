// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Inputs, outputs and the table of vertex inputs.

#include "ReflectionFixture.h"
#include "lacuna/Reflection/VertexInputs.h"

namespace lacuna::reflection {
namespace {

// A vertex shader whose inputs are listed in `interface`.
Module Vertex(const std::string& interface, const std::string& annotations, const std::string& declarations) {
  return ReadText(
      "OpCapability Shader\nOpCapability Float64\nOpMemoryModel Logical GLSL450\nOpEntryPoint Vertex %main \"main\" " +
      interface + "\n" + annotations +
      "%void = OpTypeVoid\n%proc = OpTypeFunction %void\n%float = OpTypeFloat 32\n%double = OpTypeFloat 64\n"
      "%uint = OpTypeInt 32 0\n%u2 = OpConstant %uint 2\n%v2 = OpTypeVector %float 2\n"
      "%v4 = OpTypeVector %float 4\n%d4 = OpTypeVector %double 4\n%d2 = OpTypeVector %double 2\n"
      "%m4 = OpTypeMatrix %v4 4\n%pf = OpTypePointer Input %float\n%p2 = OpTypePointer Input %v2\n"
      "%p4 = OpTypePointer Input %v4\n%pm = OpTypePointer Input %m4\n%pd4 = OpTypePointer Input %d4\n"
      "%pd2 = OpTypePointer Input %d2\n" +
      declarations + "%main = OpFunction %void None %proc\n%l = OpLabel\nOpReturn\nOpFunctionEnd\n");
}

std::string TableOf(const Module& module, std::vector<std::string>* warnings = nullptr) {
  auto table = VertexInputs(module.entry_points.at(0));
  if (!table) return table.error().ToText();
  std::string text;
  for (const VertexInput& input : table->inputs) {
    text += std::to_string(input.location) + ":" + std::to_string(static_cast<int>(input.usage)) + "." +
            std::to_string(input.index) + " ";
  }
  if (warnings != nullptr) *warnings = table->warnings;
  return text;
}

TEST(ReflectionInterface, LocationsOfVertexInputs) {
  // A matrix, a 64-bit vector of two locations and one of one, an array, a
  // built-in and an input without a location.
  const Module module =
      Vertex("%world %big %small %list %id %lost",
             "OpName %world \"in.var.TEXCOORD1\"\nOpName %big \"in.var.COLOR\"\nOpName %small \"in.var.NORMAL0\"\n"
             "OpName %list \"in.var.TANGENT\"\nOpName %lost \"in.var.FOG\"\nOpDecorate %world Location 8\n"
             "OpDecorate %big Location 0\nOpDecorate %small Location 2\nOpDecorate %list Location 4\n"
             "OpDecorate %id BuiltIn VertexIndex\n",
             "%a = OpTypeArray %v2 %u2\n%pa = OpTypePointer Input %a\n%pu = OpTypePointer Input %uint\n"
             "%world = OpVariable %pm Input\n%big = OpVariable %pd4 Input\n%small = OpVariable %pd2 Input\n"
             "%list = OpVariable %pa Input\n%id = OpVariable %pu Input\n%lost = OpVariable %pf Input\n");
  EXPECT_EQ(TableOf(module), "0:1.0 1:1.1 2:3.0 4:5.0 5:5.1 8:2.1 9:2.2 10:2.3 11:2.4 ");
  const EntryPoint& main = module.entry_points.at(0);
  EXPECT_EQ(FindNamed(main.inputs, "in.var.TEXCOORD1")->location_count, 4u);
  EXPECT_EQ(FindNamed(main.inputs, "in.var.COLOR")->location_count, 2u);
  EXPECT_EQ(main.inputs.at(4).built_in, "VertexIndex");
  EXPECT_EQ(main.inputs.at(4).location_count, 0u);
  EXPECT_FALSE(main.inputs.at(5).location.has_value());
}

TEST(ReflectionInterface, ArrayOfMatricesAndPacking) {
  const Module module = Vertex(
      "%world %x %y",
      "OpName %world \"in.var.BLENDWEIGHT2\"\nOpName %x \"in.var.PSIZE\"\nOpName %y \"in.var.DEPTH\"\n"
      "OpDecorate %world Location 1\nOpDecorate %x Location 0\nOpDecorate %y Location 0\nOpDecorate %y Component 1\n",
      "%a = OpTypeArray %m4 %u2\n%pa = OpTypePointer Input %a\n%world = OpVariable %pa Input\n%x = OpVariable %pf "
      "Input\n"
      "%y = OpVariable %pf Input\n");
  EXPECT_EQ(TableOf(module), "0:10.0 0:8.0 1:7.2 2:7.3 3:7.4 4:7.5 5:7.6 6:7.7 7:7.8 8:7.9 ");
  EXPECT_EQ(module.entry_points[0].inputs.at(2).component, 1u);
}

TEST(ReflectionInterface, UserSemanticsAndBlocks) {
  const Module module = Vertex(
      "%block %named",
      "OpExtension \"SPV_GOOGLE_hlsl_functionality1\"\nOpName %named \"input.color\"\nOpDecorate %t Block\n"
      "OpMemberDecorate %t 0 Location 3\nOpMemberDecorate %t 1 Location 7\nOpMemberName %t 0 \"position\"\n"
      "OpMemberName %t 1 \"normal\"\nOpDecorate %named Location 0\n"
      "OpMemberDecorateString %t 0 UserSemantic \"POSITION\"\nOpMemberDecorateString %t 1 UserSemantic \"NORMAL1\"\n"
      "OpDecorateString %named UserSemantic \"Color3\"\n",
      "%t = OpTypeStruct %v4 %v2\n%pt = OpTypePointer Input %t\n%block = OpVariable %pt Input\n"
      "%named = OpVariable %p4 Input\n");
  EXPECT_EQ(TableOf(module), "0:1.3 3:0.0 7:3.1 ");
  const InterfaceVariable& named = module.entry_points[0].inputs.at(1);
  EXPECT_EQ(named.semantic, "Color");
  EXPECT_EQ(named.semantic_index, 3u);
}

TEST(ReflectionInterface, OddSemantics) {
  const std::string digits(40, '9');
  std::vector<std::string> warnings;
  const Module module =
      Vertex("%long %unknown %large",
             "OpName %long \"in.var.TEXCOORD" + digits +
                 "\"\nOpName %unknown \"in.var.MYTHING7\"\nOpName %large \"in.var.COLOR300\"\n"
                 "OpDecorate %long Location 0\nOpDecorate %unknown Location 1\nOpDecorate %large Location 2\n",
             "%long = OpVariable %p4 Input\n%unknown = OpVariable %p4 Input\n%large = OpVariable %p4 Input\n");
  EXPECT_EQ(TableOf(module, &warnings), "0:2.0 1:2.7 2:1.44 ");
  ASSERT_EQ(warnings.size(), 3u);
  EXPECT_EQ(warnings[1].substr(0, 6), "SD0104");
}

TEST(ReflectionInterface, TooManyLocations) {
  const Module module =
      Vertex("%list", "OpName %list \"in.var.COLOR\"\nOpDecorate %list Location 0\n",
             "%n = OpConstant %uint 4294967295\n%a = OpTypeArray %v4 %n\n%pa = OpTypePointer Input %a\n"
             "%list = OpVariable %pa Input\n");
  EXPECT_NE(TableOf(module).find("too many locations"), std::string::npos);
}

TEST(ReflectionInterface, SemanticsTable) {
  struct Case {
    const char* semantic;
    int usage, index;
    bool known;
  };
  const Case cases[] = {{"SV_POSITION", 0, 0, true},
                        {"sv_Position0", 0, 0, true},
                        {"POSITION1", 0, 1, true},
                        {"Color", 1, 0, true},
                        {"TEXCOORD15", 2, 15, true},
                        {"NORMAL", 3, 0, true},
                        {"BINORMAL2", 4, 2, true},
                        {"TANGENT", 5, 0, true},
                        {"BLENDINDICES", 6, 0, true},
                        {"BLENDWEIGHT3", 7, 3, true},
                        {"DEPTH", 8, 0, true},
                        {"FOG", 9, 0, true},
                        {"POINTSIZE", 10, 0, true},
                        {"PSIZE1", 10, 1, true},
                        {"TESSELLATEFACTOR", 12, 0, true},
                        {"POSITIONT", 2, 0, false},
                        {"MYTHING7", 2, 7, false},
                        {"TEXCORD0", 2, 0, false},
                        {"", 2, 0, false},
                        {"12", 2, 12, false},
                        {"COLOR1X", 2, 0, false},
                        {"COLOR_1", 2, 1, false}};
  for (const Case& c : cases) {
    const VertexSemantic semantic = MapVertexSemantic(c.semantic);
    EXPECT_EQ(static_cast<int>(semantic.usage), c.usage) << c.semantic;
    EXPECT_EQ(semantic.index, c.index) << c.semantic;
    EXPECT_EQ(semantic.known, c.known) << c.semantic;
  }
}

TEST(ReflectionInterface, VerticesOfPrimitives) {
  const Module module = ReadText(
      "OpCapability Geometry\nOpMemoryModel Logical GLSL450\nOpEntryPoint Geometry %main \"main\" %in %out\n"
      "OpExecutionMode %main Triangles\nOpExecutionMode %main Invocations 1\nOpExecutionMode %main "
      "OutputTriangleStrip\n"
      "OpExecutionMode %main OutputVertices 3\nOpName %in \"in\"\nOpName %out \"out\"\nOpDecorate %in Location 2\n"
      "OpDecorate %out Location 1\n%void = OpTypeVoid\n%proc = OpTypeFunction %void\n%float = OpTypeFloat 32\n"
      "%uint = OpTypeInt 32 0\n%u3 = OpConstant %uint 3\n%u2 = OpConstant %uint 2\n%a2 = OpTypeArray %float %u2\n"
      "%a3 = OpTypeArray %a2 %u3\n%pi = OpTypePointer Input %a3\n%po = OpTypePointer Output %a2\n"
      "%in = OpVariable %pi Input\n%out = OpVariable %po Output\n%main = OpFunction %void None %proc\n%l = OpLabel\n"
      "OpReturn\nOpFunctionEnd\n");
  const EntryPoint& main = module.entry_points.at(0);
  EXPECT_TRUE(main.inputs.at(0).per_vertex);
  EXPECT_EQ(main.inputs.at(0).location_count, 2u);
  EXPECT_FALSE(main.outputs.at(0).per_vertex);
  EXPECT_EQ(main.outputs.at(0).location_count, 2u);
  EXPECT_EQ(main.execution_modes.at(3).name, "OutputVertices");
  EXPECT_EQ(main.execution_modes.at(3).operands, std::vector<uint64_t>{3});
}

}  // namespace
}  // namespace lacuna::reflection
