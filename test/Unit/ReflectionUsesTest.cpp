// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// A resource that is used in one way only is used, and in that way.

#include "ReflectionFixture.h"

namespace lacuna::reflection {
namespace {

// Reads a shader with a storage buffer %buffer, a storage image %image and a
// sampled image %tex with sampler %smp; returns how the named one is used.
std::string UseOf(const std::string& name, const std::string& body, const std::string& functions = "") {
  const Module module = ReadText(Fragment(
      "OpName %buffer \"buffer\"\nOpName %image \"image\"\nOpName %tex \"tex\"\nOpName %smp \"smp\"\nOpDecorate %t "
      "Block\n"
      "OpMemberDecorate %t 0 Offset 0\nOpMemberDecorate %t 1 Offset 16\nOpDecorate %open ArrayStride 4\n",
      "%open = OpTypeRuntimeArray %uint\n%t = OpTypeStruct %uint %open\n%pt = OpTypePointer StorageBuffer %t\n"
      "%pu = OpTypePointer StorageBuffer %uint\n%pru = OpTypePointer StorageBuffer %open\n"
      "%pfu = OpTypePointer Function %uint\n%pfpu = OpTypePointer Function %pu\n"
      "%buffer = OpVariable %pt StorageBuffer\n%image_t = OpTypeImage %uint 2D 0 0 0 2 R32ui\n"
      "%pi = OpTypePointer UniformConstant %image_t\n%pti = OpTypePointer Image %uint\n"
      "%image = OpVariable %pi UniformConstant\n%tex_t = OpTypeImage %float 2D 0 0 0 1 Unknown\n"
      "%smp_t = OpTypeSampler\n%si_t = OpTypeSampledImage %tex_t\n%ptex = OpTypePointer UniformConstant %tex_t\n"
      "%psmp = OpTypePointer UniformConstant %smp_t\n%tex = OpVariable %ptex UniformConstant\n"
      "%smp = OpVariable %psmp UniformConstant\n%uv = OpConstantComposite %v2 %f0 %f0\n%i2 = OpTypeVector %int 2\n"
      "%xy = OpConstantComposite %i2 %i0 %i0\n%yes = OpConstantTrue %bool\n%u4 = OpTypeVector %uint 4\n"
      "%texel = OpConstantComposite %u4 %u0 %u0 %u0 %u0\n%takes_pu = OpTypeFunction %uint %pu\n"
      "%takes_tex = OpTypeFunction %v4 %tex_t %ptex\n",
      body, functions));
  for (const ResourceUse& use : module.entry_points.at(0).uses) {
    if (module.resources[use.resource].name != name) continue;
    std::string text = "used";
    if (use.read) text += " read";
    if (use.written) text += " written";
    if (use.atomic) text += " atomic";
    if (use.sampled) text += " sampled";
    if (use.fetched) text += " fetched";
    if (use.queried) text += " queried";
    return text;
  }
  return "unused";
}

TEST(ReflectionUses, NothingIsUnused) {
  for (const char* name : {"buffer", "image", "tex", "smp"}) EXPECT_EQ(UseOf(name, ""), "unused");
}

TEST(ReflectionUses, Chains) {
  for (const char* chain : {"OpAccessChain", "OpInBoundsAccessChain"}) {
    const std::string pointer = std::string("%p = ") + chain + " %pu %buffer %u0\n";
    EXPECT_EQ(UseOf("buffer", pointer + "%v = OpLoad %uint %p\n"), "used read");
    EXPECT_EQ(UseOf("buffer", pointer + "OpStore %p %u0\n"), "used written");
    EXPECT_EQ(UseOf("buffer", pointer), "used");  // named, and nothing done with it
  }
  const std::string element = "%a = OpAccessChain %pru %buffer %u1\n%first = OpAccessChain %pu %a %u0\n";
  EXPECT_EQ(UseOf("buffer", element + "%p = OpPtrAccessChain %pu %first %u2\nOpStore %p %u0\n"), "used written");
  EXPECT_EQ(UseOf("buffer", element + "%p = OpInBoundsPtrAccessChain %pu %first %u2\nOpStore %p %u0\n"),
            "used written");
  EXPECT_EQ(UseOf("buffer", element + "%p = OpInBoundsPtrAccessChain %pu %first %u2\n%v = OpLoad %uint %p\n"),
            "used read");
}

TEST(ReflectionUses, CopiesSelectsPhis) {
  const std::string pointer = "%p = OpAccessChain %pu %buffer %u0\n";
  EXPECT_EQ(UseOf("buffer", pointer + "%q = OpCopyObject %pu %p\nOpStore %q %u0\n"), "used written");
  EXPECT_EQ(UseOf("buffer", pointer + "%q = OpSelect %pu %yes %p %p\n%v = OpLoad %uint %q\n"), "used read");
  EXPECT_EQ(UseOf("buffer", pointer + "OpBranch %next\n%next = OpLabel\n%q = OpPhi %pu %p %entry\nOpStore %q %u0\n"),
            "used written");
  EXPECT_EQ(UseOf("buffer", pointer + "%var = OpVariable %pfpu Function\nOpStore %var %p\n%q = OpLoad %pu %var\n"
                                      "OpStore %q %u0\n"),
            "used written");
}

TEST(ReflectionUses, AtomicsLengthsCopies) {
  const std::string pointer = "%p = OpAccessChain %pu %buffer %u0\n";
  EXPECT_EQ(UseOf("buffer", pointer + "%v = OpAtomicIAdd %uint %p %u1 %u0 %u1\n"), "used read written atomic");
  EXPECT_EQ(UseOf("buffer", pointer + "%v = OpAtomicLoad %uint %p %u1 %u0\n"), "used read atomic");
  EXPECT_EQ(UseOf("buffer", pointer + "OpAtomicStore %p %u1 %u0 %u1\n"), "used written atomic");
  EXPECT_EQ(UseOf("buffer", "%n = OpArrayLength %uint %buffer 1\n"), "used queried");
  EXPECT_EQ(UseOf("buffer", pointer + "%var = OpVariable %pfu Function\nOpCopyMemory %var %p\n"), "used read");
  EXPECT_EQ(UseOf("buffer", pointer + "%var = OpVariable %pfu Function\nOpCopyMemory %p %var\n"), "used written");
}

TEST(ReflectionUses, Parameters) {
  const std::string function =
      "%f = OpFunction %uint None %takes_pu\n%param = OpFunctionParameter %pu\n%lf = OpLabel\n%v = OpLoad %uint "
      "%param\n"
      "OpReturnValue %v\nOpFunctionEnd\n";
  EXPECT_EQ(UseOf("buffer", "%p = OpAccessChain %pu %buffer %u0\n%c = OpFunctionCall %uint %f %p\n", function),
            "used read");
  const std::string by_value =
      "%f = OpFunction %v4 None %takes_tex\n%a = OpFunctionParameter %tex_t\n%b = OpFunctionParameter %ptex\n%lf = "
      "OpLabel\n"
      "%v = OpImageFetch %v4 %a %xy\nOpReturnValue %v\nOpFunctionEnd\n";
  EXPECT_EQ(UseOf("tex", "%i = OpLoad %tex_t %tex\n%c = OpFunctionCall %v4 %f %i %tex\n", by_value), "used fetched");
}

TEST(ReflectionUses, Images) {
  const std::string load = "%i = OpLoad %image_t %image\n";
  EXPECT_EQ(UseOf("image", load + "%v = OpImageRead %u4 %i %xy\n"), "used read");
  EXPECT_EQ(UseOf("image", load + "OpImageWrite %i %xy %texel\n"), "used written");
  EXPECT_EQ(UseOf("image", load + "%v = OpImageQuerySize %i2 %i\n"), "used queried");
  EXPECT_EQ(UseOf("image", "%p = OpImageTexelPointer %pti %image %xy %u0\n%v = OpAtomicOr %uint %p %u1 %u0 %u1\n"),
            "used read written atomic");
  const std::string sampled =
      "%t1 = OpLoad %tex_t %tex\n%s1 = OpLoad %smp_t %smp\n%si = OpSampledImage %si_t %t1 %s1\n";
  EXPECT_EQ(UseOf("tex", sampled + "%v = OpImageSampleImplicitLod %v4 %si %uv\n"), "used sampled");
  EXPECT_EQ(UseOf("smp", sampled + "%v = OpImageSampleImplicitLod %v4 %si %uv\n"), "used sampled");
  EXPECT_EQ(UseOf("tex", sampled + "%j = OpImage %tex_t %si\n%v = OpImageFetch %v4 %j %xy\n"), "used fetched");
}

TEST(ReflectionUses, WhatIsNotCalledIsNotUsed) {
  const std::string function =
      "%f = OpFunction %void None %proc\n%lf = OpLabel\n%p = OpAccessChain %pu %buffer %u0\nOpStore %p %u0\nOpReturn\n"
      "OpFunctionEnd\n";
  EXPECT_EQ(UseOf("buffer", "", function), "unused");
  EXPECT_EQ(UseOf("buffer", "%c = OpFunctionCall %void %f\n", function), "used written");
}

TEST(ReflectionUses, DebuggersDoNotCount) {
  const Module module = ReadText(
      "OpCapability Shader\nOpExtension \"SPV_KHR_non_semantic_info\"\n%set = OpExtInstImport \"NonSemantic.Test\"\n"
      "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\n"
      "%void = OpTypeVoid\n%proc = OpTypeFunction %void\n%smp = OpTypeSampler\n%p = OpTypePointer UniformConstant "
      "%smp\n"
      "%s = OpVariable %p UniformConstant\n%main = OpFunction %void None %proc\n%l = OpLabel\n"
      "%x = OpExtInst %void %set 1 %s\nOpReturn\nOpFunctionEnd\n");
  EXPECT_TRUE(module.entry_points.at(0).uses.empty());
}

}  // namespace
}  // namespace lacuna::reflection
