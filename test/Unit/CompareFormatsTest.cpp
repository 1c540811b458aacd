// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The verifier across formats, on modules made by hand.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lacuna/Reflection/Verifier.h"

namespace lacuna::reflection {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Variable Number(const std::string& name, uint64_t offset, uint32_t columns) {
  Variable variable;
  variable.name = name;
  variable.offset = offset;
  variable.size = 4 * columns;
  variable.parameter_class = columns == 1 ? ParameterClass::kScalar : ParameterClass::kVector;
  variable.rows = 1;
  variable.columns = columns;
  return variable;
}

Resource Buffer(ResourceKind kind, const std::string& name, std::vector<Variable> members) {
  Resource resource;
  resource.name = name;
  resource.kind = kind;
  resource.block.emplace();
  for (const Variable& member : members) {
    resource.block->size = std::max(resource.block->size, member.offset + member.size);
  }
  resource.block->members = std::move(members);
  return resource;
}

Resource Texture(const std::string& name, std::optional<uint32_t> binding, std::optional<uint32_t> slot) {
  Resource resource;
  resource.name = name;
  resource.kind = ResourceKind::kTexture;
  resource.binding = binding;
  resource.slot = slot;
  resource.image.emplace();
  return resource;
}

Module ModuleOf(SourceFormat format, std::vector<Resource> resources) {
  Module module;
  module.format = format;
  module.entry_points.emplace_back();
  module.entry_points[0].stage = Stage::kFragment;
  for (uint32_t i = 0; i < resources.size(); ++i) {
    ResourceUse use;
    use.resource = i;
    module.entry_points[0].uses.push_back(use);
  }
  module.resources = std::move(resources);
  return module;
}

std::vector<std::string> Compare(const Module& first, const Module& second) {
  std::vector<std::string> lines;
  for (const Finding& finding : CompareModules(first, second).list) lines.push_back(finding.ToText());
  return lines;
}

TEST(CompareFormats, ARegisterIsABindingOrASlot) {
  const Module dxbc = ModuleOf(SourceFormat::kDxbc, {Texture("t", std::nullopt, 3)});
  EXPECT_THAT(Compare(dxbc, ModuleOf(SourceFormat::kSpirv, {Texture("t", 3, 0)})), IsEmpty());
  EXPECT_THAT(Compare(dxbc, ModuleOf(SourceFormat::kSpirv, {Texture("t", 35, 3)})), IsEmpty());
  EXPECT_THAT(Compare(ModuleOf(SourceFormat::kSpirv, {Texture("t", 3, 0)}), dxbc), IsEmpty());
  EXPECT_THAT(Compare(dxbc, ModuleOf(SourceFormat::kSpirv, {Texture("t", 4, 0)})),
              ElementsAre("error: texture 't': slot is 3, then 0 (binding 4)"));
}

TEST(CompareFormats, SpacesAreSets) {
  Resource dxbc = Texture("t", std::nullopt, 0), spirv = Texture("t", 0, 0);
  spirv.set = 1;
  EXPECT_THAT(Compare(ModuleOf(SourceFormat::kDxbc, {dxbc}), ModuleOf(SourceFormat::kSpirv, {spirv})), IsEmpty());
  dxbc.set = 2;
  EXPECT_THAT(Compare(ModuleOf(SourceFormat::kDxbc, {dxbc}), ModuleOf(SourceFormat::kSpirv, {spirv})),
              ElementsAre("error: texture 't': set is 2, then 1"));
}

TEST(CompareFormats, MissingResources) {
  const Module dxbc = ModuleOf(SourceFormat::kDxbc, {Texture("t", std::nullopt, 0)});
  Module spirv = ModuleOf(SourceFormat::kSpirv, {});
  EXPECT_THAT(Compare(dxbc, spirv),
              ElementsAre("error: texture 't': the resource is there and used in the first only"));
  spirv = ModuleOf(SourceFormat::kSpirv, {Texture("t", 0, 0), Texture("unused", 1, 1)});
  spirv.entry_points[0].uses.pop_back();
  EXPECT_THAT(Compare(dxbc, spirv),
              ElementsAre("warning: texture 'unused': the resource is there, but unused in the second only"));
}

TEST(CompareFormats, ByteAddressBuffersHaveNoMembersInD3d) {
  Resource dxbc = Buffer(ResourceKind::kStorageBuffer, "raw", {});
  dxbc.byte_address = true;
  const Resource spirv = Buffer(ResourceKind::kStorageBuffer, "raw", {Number("words", 0, 1)});
  Resource sized = spirv;
  sized.block->size = dxbc.block->size;
  EXPECT_THAT(Compare(ModuleOf(SourceFormat::kDxbc, {dxbc}), ModuleOf(SourceFormat::kSpirv, {sized})), IsEmpty());
}

TEST(CompareFormats, RegistersAgainstBuffers) {
  const Module d3d9 = ModuleOf(SourceFormat::kD3d9,
                               {Buffer(ResourceKind::kRegisters, "c", {Number("tint", 208, 4), Number("gain", 0, 1)})});
  const auto spirv = [](std::vector<Variable> members) {
    return ModuleOf(SourceFormat::kSpirv, {Buffer(ResourceKind::kConstantBuffer, "$Globals", std::move(members))});
  };
  // Other places, and one more that the D3D9 shader does not use.
  EXPECT_THAT(Compare(d3d9, spirv({Number("tint", 0, 4), Number("gain", 16, 1), Number("more", 20, 1)})),
              ElementsAre("warning: constant 'more': the constant is there in the second only"));
  EXPECT_THAT(Compare(d3d9, spirv({Number("tint", 0, 3)})),
              ElementsAre("error: constant 'gain': the constant is there in the first only",
                          "error: constant 'tint': shape is vector 1x4, then vector 1x3"));
  EXPECT_THAT(Compare(spirv({Number("tint", 0, 4)}), d3d9),
              ElementsAre("error: constant 'gain': the constant is there in the second only"));
}

TEST(CompareFormats, MembersAndMajoritiesInRegisters) {
  Variable matrix = Number("m", 0, 4), other = matrix;
  matrix.parameter_class = other.parameter_class = ParameterClass::kMatrix;
  matrix.majority = MatrixMajority::kColumn;
  other.majority = MatrixMajority::kRow;
  Variable group = Number("g", 64, 1), other_group = group;
  group.members = {Number("a", 0, 1)};
  other_group.members = {Number("a", 0, 2), Number("b", 8, 1)};
  EXPECT_THAT(
      Compare(ModuleOf(SourceFormat::kD3d9, {Buffer(ResourceKind::kRegisters, "c", {matrix, group})}),
              ModuleOf(SourceFormat::kDxbc, {Buffer(ResourceKind::kConstantBuffer, "$Globals", {other, other_group})})),
      ElementsAre("error: constant 'g', member 'a': shape is scalar 1x1, then vector 1x2",
                  "error: constant 'g': member 1 is b in the second only",
                  "error: constant 'm': majority is column, then row"));
}

TEST(CompareFormats, StagesHaveToMatch) {
  const Module dxbc = ModuleOf(SourceFormat::kDxbc, {});
  Module spirv = ModuleOf(SourceFormat::kSpirv, {});
  EXPECT_THAT(Compare(dxbc, spirv), IsEmpty());
  spirv.entry_points[0].stage = Stage::kVertex;
  EXPECT_THAT(Compare(dxbc, spirv),
              ElementsAre("error: a fragment shader: the entry point is there in the first only"));
  EXPECT_THAT(Compare(spirv, dxbc),
              ElementsAre("error: a fragment shader: the entry point is there in the second only"));
}

InterfaceVariable Element(const std::string& semantic, uint32_t index, int32_t place, uint32_t mask) {
  InterfaceVariable element;
  element.name = semantic + std::to_string(index);
  element.semantic = semantic;
  element.semantic_index = index;
  element.register_index = place;
  element.mask = mask;
  element.scalar = ScalarKind::kFloat;
  element.scalar_bits = 32;
  element.components = mask == 15 ? 4 : mask == 7 ? 3 : 2;
  element.system_value = "Undefined";
  element.component_type = "Float32";
  return element;
}

InterfaceVariable At(uint32_t location, const std::string& name, uint32_t components) {
  InterfaceVariable variable;
  variable.name = name;
  variable.location = location;
  variable.location_count = 1;
  variable.scalar = ScalarKind::kFloat;
  variable.scalar_bits = 32;
  variable.components = components;
  return variable;
}

InterfaceVariable BuiltIn(const std::string& name) {
  InterfaceVariable variable;
  variable.name = variable.built_in = name;
  return variable;
}

Module Shader(SourceFormat format, Stage stage, std::vector<InterfaceVariable> inputs,
              std::vector<InterfaceVariable> outputs) {
  Module module = ModuleOf(format, {});
  module.entry_points[0].name = "main";
  module.entry_points[0].stage = stage;
  module.entry_points[0].inputs = std::move(inputs);
  module.entry_points[0].outputs = std::move(outputs);
  return module;
}

TEST(CompareFormats, PackedRegistersWithoutSemantics) {
  // The compiler put 'b' into the first register's end; SPIR-V counts by itself.
  const Module dxbc =
      Shader(SourceFormat::kDxbc, Stage::kFragment,
             {Element("TEXCOORD", 0, 0, 3), Element("TEXCOORD", 2, 0, 12), Element("TEXCOORD", 1, 1, 15)}, {});
  const auto spirv = [](std::vector<InterfaceVariable> inputs) {
    return Shader(SourceFormat::kSpirv, Stage::kFragment, std::move(inputs), {});
  };
  EXPECT_THAT(Compare(dxbc, spirv({At(0, "a", 2), At(1, "b", 4), At(2, "c", 2)})), IsEmpty());
  EXPECT_THAT(Compare(dxbc, spirv({At(0, "a", 2), At(1, "b", 4)})),
              ElementsAre("error: entry point 'main', input: types is float2 float2 float4, then float2 float4"));
  // What the shader does not use may be gone.
  Module unused = dxbc;
  unused.entry_points[0].inputs[1].used = false;
  EXPECT_THAT(Compare(unused, spirv({At(0, "a", 2), At(1, "b", 4)})), IsEmpty());
  EXPECT_THAT(Compare(spirv({At(0, "a", 3), At(1, "b", 4)}), unused),
              ElementsAre("error: entry point 'main', input: types is float3 float4, then float2 float2 float4"));
}

TEST(CompareFormats, MatricesCountTheirSemanticsOn) {
  const Module dxbc = Shader(SourceFormat::kDxbc, Stage::kVertex,
                             {Element("Bone", 1, 0, 15), Element("BONE", 2, 1, 15), Element("BONE", 3, 2, 15)}, {});
  InterfaceVariable matrix = At(0, "bone", 4);
  matrix.columns = 3;
  matrix.location_count = 3;
  matrix.semantic = "bone";
  matrix.semantic_index = 1;
  EXPECT_THAT(Compare(dxbc, Shader(SourceFormat::kSpirv, Stage::kVertex, {matrix}, {})), IsEmpty());
  matrix.columns = matrix.location_count = 2;
  EXPECT_THAT(Compare(dxbc, Shader(SourceFormat::kSpirv, Stage::kVertex, {matrix}, {})),
              ElementsAre("error: entry point 'main', input BONE3: the variable is BONE3 in the first only"));
}

TEST(CompareFormats, SystemValuesAreBuiltIns) {
  InterfaceVariable position = Element("SV_Position", 0, 0, 15), factor = Element("SV_TessFactor", 2, 1, 1);
  position.system_value = "Position";
  factor.system_value = "FinalTriEdgeTessfactor";
  factor.patch = true;
  const Module dxbc = Shader(SourceFormat::kDxbc, Stage::kTessellationControl, {}, {position, factor});
  const auto spirv = [](std::vector<InterfaceVariable> outputs) {
    return Shader(SourceFormat::kSpirv, Stage::kTessellationControl, {}, std::move(outputs));
  };
  EXPECT_THAT(Compare(dxbc, spirv({BuiltIn("Position"), BuiltIn("TessLevelOuter"), BuiltIn("PointSize")})), IsEmpty());
  EXPECT_THAT(Compare(dxbc, spirv({BuiltIn("Position"), BuiltIn("TessLevelInner")})),
              ElementsAre("error: entry point 'main', output SV_TessFactor2: the variable is SV_TessFactor2 in the "
                          "first only"));
  // A vertex shader's input is filled by the host, whatever its name.
  EXPECT_THAT(Compare(Shader(SourceFormat::kDxbc, Stage::kVertex, {position}, {}),
                      Shader(SourceFormat::kSpirv, Stage::kVertex, {At(0, "p", 4)}, {})),
              IsEmpty());
}

TEST(CompareFormats, DualSourceColorsAreTargets) {
  InterfaceVariable first = Element("SV_Target", 0, 0, 15), second = Element("SV_Target", 1, 1, 15);
  first.system_value = second.system_value = "Target";
  InterfaceVariable other = At(0, "c1", 4);
  other.index = 1;
  const Module dxbc = Shader(SourceFormat::kDxbc, Stage::kFragment, {}, {first, second});
  EXPECT_THAT(Compare(dxbc, Shader(SourceFormat::kSpirv, Stage::kFragment, {}, {At(0, "c0", 4), other})), IsEmpty());
  EXPECT_THAT(Compare(dxbc, Shader(SourceFormat::kSpirv, Stage::kFragment, {}, {At(0, "c0", 4), At(2, "c2", 4)})),
              ElementsAre("error: entry point 'main', output SV_TARGET1: the variable is SV_Target1 in the first only",
                          "error: entry point 'main', output SV_TARGET2: the variable is c2 in the second only"));
}

TEST(CompareFormats, RegistersOfOneFormat) {
  const Module first = Shader(SourceFormat::kDxbc, Stage::kVertex, {Element("COLOR", 0, 1, 7)}, {});
  EXPECT_THAT(Compare(first, Shader(SourceFormat::kDxbc, Stage::kVertex, {Element("COLOR", 0, 2, 7)}, {})),
              ElementsAre("error: entry point 'main', input COLOR0: register is 1.xyz, then 2.xyz"));
}

TEST(CompareFormats, StagesByRegister) {
  InterfaceVariable face = Element("SV_IsFrontFace", 0, 2, 1);
  face.system_value = "IsFrontFace";
  EntryPoint producer = Shader(SourceFormat::kDxbc, Stage::kVertex, {}, {Element("Color", 0, 1, 7)}).entry_points[0];
  const auto lines = [&](std::vector<InterfaceVariable> inputs) {
    std::vector<std::string> result;
    const EntryPoint consumer = Shader(SourceFormat::kDxbc, Stage::kFragment, std::move(inputs), {}).entry_points[0];
    for (const Finding& finding : CheckStages(producer, consumer).list) result.push_back(finding.ToText());
    return result;
  };
  EXPECT_THAT(lines({Element("COLOR", 0, 1, 3), face}), IsEmpty());
  EXPECT_THAT(lines({Element("COLOR", 0, 1, 15)}),
              ElementsAre("error: COLOR0 ('vertex' to 'fragment'): register is 1.xyz, then 1.xyzw"));
  InterfaceVariable whole = Element("COLOR", 0, 3, 7);
  whole.component_type = "UInt32";
  EXPECT_THAT(lines({whole}), ElementsAre("error: COLOR0 ('vertex' to 'fragment'): type is Float32, then UInt32",
                                          "error: COLOR0 ('vertex' to 'fragment'): register is 1.xyz, then 3.xyz"));
  EXPECT_THAT(lines({}),
              ElementsAre("warning: COLOR0 ('vertex' to 'fragment'): the variable is Color0 in the first only"));
}

}  // namespace
}  // namespace lacuna::reflection
