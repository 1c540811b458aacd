// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// D3D9 bytecode as the common model.

#include <string>
#include <vector>

#include "D3dModuleFixture.h"

namespace lacuna::reflection::d3d {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(D3d9Module, RegistersAndSamplersOfD3d9) {
  for (const char* model : {"2_0", "3_0"}) {
    const Module module = ReadBlob(std::string("ctab_ps.ps_") + model + ".bin");
    EXPECT_THAT(Notes(module), IsEmpty());
    EXPECT_EQ(module.format, SourceFormat::kD3d9);
    EXPECT_EQ(module.target, std::string("ps_") + model);
    ASSERT_EQ(module.resources.size(), 4u);
    const Resource& registers = Find(module, "c");
    EXPECT_EQ(registers.kind, ResourceKind::kRegisters);
    EXPECT_EQ(registers.block->size, 260u);
    EXPECT_EQ(registers.block->padded_size, 272u);
    const std::vector<Variable>& members = registers.block->members;

    const Variable& gain = Find(members, "gain");
    EXPECT_EQ(gain.register_set, CtabRegisterSet::kFloat4);
    EXPECT_EQ(gain.register_index, 14u);
    EXPECT_EQ(gain.offset, 224u);
    EXPECT_THAT(gain.default_value, ElementsAre(1.5f));
    EXPECT_THAT(Find(members, "pan").default_value, ElementsAre(2.0f, -3.0f));
    // A matrix is there as the registers hold it: column by column.
    const Variable& xf = Find(members, "xf");
    EXPECT_EQ(xf.majority, MatrixMajority::kColumn);
    EXPECT_THAT(xf.default_value, ElementsAre(1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 16));
    const Variable& w = Find(members, "w");
    EXPECT_EQ(w.elements, 5u);
    EXPECT_EQ(w.size, 68u);
    EXPECT_EQ(w.padded_size, 80u);
    EXPECT_EQ(Find(members, "gain").elements, 0u);
    EXPECT_EQ(Find(members, "n").scalar, ScalarKind::kSint);  // in a float register

    const Variable& group = Find(members, "grp");
    ASSERT_EQ(group.members.size(), 2u);
    EXPECT_EQ(group.members[0].size, 12u);
    EXPECT_EQ(group.members[1].name, "b");
    EXPECT_EQ(group.members[1].offset, 16u);
    EXPECT_EQ(group.members[1].absolute_offset, 192u);
    EXPECT_EQ(group.size, 20u);

    const Resource& albedo = Find(module, "albedo");
    EXPECT_EQ(albedo.kind, ResourceKind::kCombinedSampler);
    EXPECT_EQ(albedo.slot, 3u);
    EXPECT_EQ(albedo.sampler_slot, 3u);
    EXPECT_EQ(albedo.image->dimension, ImageDimension::k2D);
    EXPECT_EQ(Find(module, "env").image->dimension, ImageDimension::kCube);
    EXPECT_EQ(Find(module, "vol").image->dimension, ImageDimension::k3D);
  }
}

TEST(D3d9Module, TrimmedArraysOfD3d9) {
  const Module module = ReadBlob("ctab_vs.vs_3_0.bin");
  EXPECT_EQ(module.entry_points.at(0).stage, Stage::kVertex);
  const Variable& bones = Find(Find(module, "c").block->members, "bones");
  EXPECT_EQ(bones.elements, 4u);
  EXPECT_EQ(bones.register_count, 9u);
  EXPECT_EQ(bones.size, 144u);
}

TEST(D3d9Module, OtherRegisterSetsOfD3d9) {
  CtabBuilder ctab;
  ctab.target = "";
  ctab.constants.push_back({"flags", 0, 2, 3, {0, 1, 1, 1, 3, {}, ""}, {1, 0, 1}});
  ctab.constants.push_back({"loop", 1, 1, 1, {1, 2, 1, 3, 0, {}, ""}, {8, 0xffffffff, 1, 0}});
  ctab.constants.push_back({"shadow", 3, 2, 2, {4, 12, 0, 0, 2, {}, ""}, {}});
  const ByteBuilder file = ctab.Build();
  const Result<Module> module = ReadD3d9(file.view());
  ASSERT_TRUE(module.ok()) << module.error().ToText();
  EXPECT_EQ(module->target, "ps_3_0");
  const Variable& flags = Find(Find(*module, "b").block->members, "flags");
  EXPECT_EQ(flags.offset, 8u);
  EXPECT_EQ(flags.size, 12u);
  EXPECT_EQ(flags.dimensions.at(0).stride, 4u);
  EXPECT_THAT(flags.default_value, ElementsAre(1, 0, 1));
  const Variable& loop = Find(Find(*module, "i").block->members, "loop");
  EXPECT_THAT(loop.default_value, ElementsAre(8, -1, 1));
  EXPECT_EQ(Find(*module, "shadow").array_length, 2u);
}

TEST(D3d9Module, TypesThatNoRegisterHasAreNamed) {
  CtabBuilder ctab;
  ctab.constants.push_back({"s", 2, 0, 1, {4, 15, 0, 0, 0, {}, ""}, {}});
  const ByteBuilder file = ctab.Build();
  ExpectError(ReadD3d9(file.view()), "SD0301", "'s' is of type 15 (pixelshader)");
}

}  // namespace
}  // namespace lacuna::reflection::d3d
