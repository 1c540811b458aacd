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

}  // namespace
}  // namespace lacuna::reflection
