// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The code in DXBC containers, as far as reflection reads it.

#include <string>
#include <vector>

#include "D3dModuleFixture.h"

namespace lacuna::reflection::d3d {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ByteBuilder Code(const std::vector<uint32_t>& tokens) {
  ByteBuilder code;
  for (uint32_t token : tokens) code.U32(token);
  return code;
}

Module ModuleWithCode(const std::vector<uint32_t>& tokens, uint32_t target = 0x43530500) {
  RdefBuilder rdef;
  rdef.target = target;
  ContainerBuilder container;
  container.Add("RDEF", rdef.Build());
  container.Add("SHEX", Code(tokens));
  return ModuleOf(container.Build());
}

// dcl_globalFlags, custom data of three tokens, dcl_thread_group and ret.
const std::vector<uint32_t> kComputeCode = {0x00050050, 11, 0x0100086a, 53, 3, 0, 0x0400009b, 8, 4, 2, 0x0100003e};

TEST(DxbcProgram, ThreadGroups) {
  const Module module = ModuleWithCode(kComputeCode);
  EXPECT_THAT(Notes(module), IsEmpty());
  const EntryPoint& entry_point = module.entry_points.at(0);
  EXPECT_EQ(entry_point.stage, Stage::kCompute);
  ASSERT_EQ(entry_point.workgroup.size(), 3u);
  EXPECT_EQ(entry_point.workgroup[0].value, 8u);
  EXPECT_EQ(entry_point.workgroup[1].value, 4u);
  EXPECT_EQ(entry_point.workgroup[2].value, 2u);
}

TEST(DxbcProgram, CodeOfAnotherShaderIsNoted) {
  EXPECT_THAT(Notes(ModuleWithCode({0x00050050, 3, 0x0100003e}, 0xffff0500)),
              ElementsAre("the code is for stage compute and shader model 5.0, RDEF is not"));
  EXPECT_THAT(Notes(ModuleWithCode({0x00050040, 3, 0x0100003e})), ElementsAre(HasSubstr("shader model 4.0")));
  EXPECT_THAT(Notes(ModuleWithCode({0x00770050, 3, 0x0100003e})), ElementsAre(HasSubstr("stage unknown")));
}

TEST(DxbcProgram, DamagedCodeIsNoted) {
  EXPECT_THAT(Notes(ModuleWithCode({0x00050050})), ElementsAre(HasSubstr("no version and length")));
  std::vector<uint32_t> tokens = kComputeCode;
  tokens[1] = 12;
  Module module = ModuleWithCode(tokens);
  EXPECT_THAT(Notes(module), ElementsAre("the code gives its length as 12 tokens, more than SHEX holds"));
  EXPECT_EQ(module.entry_points[0].workgroup.size(), 3u);
  tokens = kComputeCode;
  tokens[2] = 0x0000086a;
  EXPECT_THAT(Notes(ModuleWithCode(tokens)), ElementsAre(HasSubstr("gives its length as 0 tokens")));
  for (uint32_t length : {0u, 9u, 0xffffffffu}) {
    tokens = kComputeCode;
    tokens[4] = length;
    module = ModuleWithCode(tokens);
    EXPECT_THAT(Notes(module), ElementsAre(HasSubstr("gives its length as " + std::to_string(length))));
    EXPECT_THAT(module.entry_points[0].workgroup, IsEmpty());
  }
  EXPECT_THAT(Notes(ModuleWithCode({0x00050050, 3, 53})), ElementsAre(HasSubstr("gives its length as 0 tokens")));
}

}  // namespace
}  // namespace lacuna::reflection::d3d
