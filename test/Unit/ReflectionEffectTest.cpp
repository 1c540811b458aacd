// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "ReflectionFixture.h"
#include "lacuna/Reflection/CombinedSamplers.h"
#include "lacuna/Reflection/Effect.h"

namespace lacuna::reflection {
namespace {

// Two textures, two samplers and a combined one, declared against the order of
// their bindings, and a constant buffer with two variables.
std::string Shader() {
  return "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint Vertex %vs \"vs\"\n"
         "OpEntryPoint Fragment %ps \"ps\"\nOpExecutionMode %ps OriginUpperLeft\nOpName %t1 \"t1\"\nOpName %t0 \"t0\"\n"
         "OpName %s1 \"s1\"\nOpName %s0 \"s0\"\nOpName %both \"both\"\nOpName %globals \"$Globals\"\n"
         "OpMemberName %block 0 \"tint\"\nOpMemberName %block 1 \"world\"\nOpDecorate %t1 DescriptorSet 0\n"
         "OpDecorate %t1 Binding 33\nOpDecorate %t0 DescriptorSet 0\nOpDecorate %t0 Binding 32\n"
         "OpDecorate %s1 DescriptorSet 0\nOpDecorate %s1 Binding 17\nOpDecorate %s0 DescriptorSet 0\n"
         "OpDecorate %s0 Binding 16\nOpDecorate %both DescriptorSet 0\nOpDecorate %both Binding 1\n"
         "OpDecorate %globals DescriptorSet 0\nOpDecorate %globals Binding 0\nOpDecorate %block Block\n"
         "OpMemberDecorate %block 0 Offset 0\nOpMemberDecorate %block 1 Offset 16\nOpMemberDecorate %block 1 RowMajor\n"
         "OpMemberDecorate %block 1 MatrixStride 16\nOpDecorate %worlds ArrayStride 64\n"
         "%void = OpTypeVoid\n%proc = OpTypeFunction %void\n%float = OpTypeFloat 32\n%uint = OpTypeInt 32 0\n"
         "%u2 = OpConstant %uint 2\n%v3 = OpTypeVector %float 3\n%v4 = OpTypeVector %float 4\n%m = OpTypeMatrix %v4 4\n"
         "%worlds = OpTypeArray %m %u2\n%block = OpTypeStruct %v3 %worlds\n%image = OpTypeImage %float 2D 0 0 0 1 "
         "Unknown\n"
         "%cube = OpTypeImage %float Cube 0 0 0 1 Unknown\n%sampler = OpTypeSampler\n%si = OpTypeSampledImage %image\n"
         "%pb = OpTypePointer Uniform %block\n%pi = OpTypePointer UniformConstant %image\n"
         "%pc = OpTypePointer UniformConstant %cube\n%ps_ = OpTypePointer UniformConstant %sampler\n"
         "%psi = OpTypePointer UniformConstant %si\n%t1 = OpVariable %pc UniformConstant\n%t0 = OpVariable %pi "
         "UniformConstant\n"
         "%s1 = OpVariable %ps_ UniformConstant\n%s0 = OpVariable %ps_ UniformConstant\n"
         "%both = OpVariable %psi UniformConstant\n%globals = OpVariable %pb Uniform\n"
         "%vs = OpFunction %void None %proc\n%l1 = OpLabel\n%g = OpLoad %block %globals\nOpReturn\nOpFunctionEnd\n"
         "%ps = OpFunction %void None %proc\n%l2 = OpLabel\n%i = OpLoad %image %t0\n%s = OpLoad %sampler %s1\n"
         "OpReturn\nOpFunctionEnd\n";
}

TEST(ReflectionEffect, NumbersAreFixed) {
  EXPECT_EQ(static_cast<int>(ParameterClass::kScalar), 0);
  EXPECT_EQ(static_cast<int>(ParameterClass::kVector), 1);
  EXPECT_EQ(static_cast<int>(ParameterClass::kMatrix), 2);
  EXPECT_EQ(static_cast<int>(ParameterClass::kObject), 3);
  EXPECT_EQ(static_cast<int>(ParameterClass::kStruct), 4);
  EXPECT_EQ(static_cast<int>(ParameterType::kVoid), 0);
  EXPECT_EQ(static_cast<int>(ParameterType::kBool), 1);
  EXPECT_EQ(static_cast<int>(ParameterType::kInt32), 2);
  EXPECT_EQ(static_cast<int>(ParameterType::kSingle), 3);
  EXPECT_EQ(static_cast<int>(ParameterType::kString), 4);
  EXPECT_EQ(static_cast<int>(ParameterType::kTexture), 5);
  EXPECT_EQ(static_cast<int>(ParameterType::kTexture1D), 6);
  EXPECT_EQ(static_cast<int>(ParameterType::kTexture2D), 7);
  EXPECT_EQ(static_cast<int>(ParameterType::kTexture3D), 8);
  EXPECT_EQ(static_cast<int>(ParameterType::kTextureCube), 9);
  EXPECT_EQ(static_cast<int>(TextureDimension::kUnknown), 0);
  EXPECT_EQ(static_cast<int>(TextureDimension::kTexture1D), 1);
  EXPECT_EQ(static_cast<int>(TextureDimension::kTexture2D), 2);
  EXPECT_EQ(static_cast<int>(TextureDimension::kTexture3D), 3);
  EXPECT_EQ(static_cast<int>(TextureDimension::kTextureCube), 4);
  EXPECT_EQ(static_cast<int>(CtabRegisterSet::kBool), 0);
  EXPECT_EQ(static_cast<int>(CtabRegisterSet::kInt4), 1);
  EXPECT_EQ(static_cast<int>(CtabRegisterSet::kFloat4), 2);
  EXPECT_EQ(static_cast<int>(CtabRegisterSet::kSampler), 3);
}

TEST(ReflectionEffect, NumbersOfD3d) {
  EXPECT_EQ(ParameterClassFromD3d(2), ParameterClass::kMatrix);
  EXPECT_EQ(ParameterClassFromD3d(3), ParameterClass::kMatrix);
  EXPECT_EQ(ParameterClassFromD3d(5), ParameterClass::kStruct);
  EXPECT_FALSE(ParameterClassFromD3d(6).has_value());
  EXPECT_EQ(ParameterTypeFromD3d(19), ParameterType::kInt32);
  EXPECT_EQ(ParameterTypeFromD3d(9), ParameterType::kTextureCube);
  EXPECT_FALSE(ParameterTypeFromD3d(10).has_value());
  EXPECT_FALSE(ParameterTypeFromD3d(39).has_value());
  const TextureDimension expected[] = {
      TextureDimension::kUnknown,     TextureDimension::kUnknown,     TextureDimension::kTexture1D,
      TextureDimension::kTexture1D,   TextureDimension::kTexture2D,   TextureDimension::kTexture2D,
      TextureDimension::kTexture2D,   TextureDimension::kTexture2D,   TextureDimension::kTexture3D,
      TextureDimension::kTextureCube, TextureDimension::kTextureCube, TextureDimension::kUnknown};
  for (uint32_t i = 0; i < 12; ++i) EXPECT_EQ(TextureDimensionFromD3d(i), expected[i]) << i;
}

TEST(ReflectionEffect, SlotsOfClasses) {
  auto effect = ReflectEffect(ReadText(Shader()), {});
  ASSERT_TRUE(effect.ok());
  EXPECT_EQ(effect->entry_point, "vs");
  EXPECT_EQ(FindNamed(effect->textures, "t0")->bind_slot, 0u);
  EXPECT_EQ(FindNamed(effect->textures, "t0")->raw_binding, 32u);
  EXPECT_EQ(FindNamed(effect->textures, "t1")->bind_slot, 1u);
  EXPECT_EQ(FindNamed(effect->textures, "t1")->dimension, TextureDimension::kTextureCube);
  EXPECT_EQ(FindNamed(effect->textures, "both")->bind_slot, 2u);  // after the separate ones
  EXPECT_EQ(FindNamed(effect->samplers, "s0")->bind_slot, 0u);
  EXPECT_EQ(FindNamed(effect->samplers, "s1")->bind_slot, 1u);
  EXPECT_EQ(FindNamed(effect->samplers, "both")->bind_slot, 2u);
  EXPECT_TRUE(FindNamed(effect->samplers, "both")->is_combined);
  EXPECT_EQ(effect->constant_buffers.at(0).size_bytes, 144u);
  EXPECT_EQ(effect->constant_buffers[0].variables.at(1).elements, 2u);
}

TEST(ReflectionEffect, ParametersAndAnnotations) {
  EffectOptions options;
  options.annotations["tint"] = {{"UIName", "Tint"}, {"UIMin", "0"}};
  options.annotations["Tint"] = {{"wrong", "case"}};
  auto effect = ReflectEffect(ReadText(Shader()), options);
  ASSERT_TRUE(effect.ok());
  std::vector<std::string> names;
  for (const Parameter& parameter : effect->parameters) names.push_back(parameter.name);
  EXPECT_EQ(names, (std::vector<std::string>{"tint", "world", "t0", "t1", "both"}));
  EXPECT_EQ(effect->parameters[0].annotations.size(), 2u);
  EXPECT_EQ(effect->parameters[0].annotations[1].value, "0");
  EXPECT_EQ(effect->parameters[0].parameter_class, ParameterClass::kVector);
  EXPECT_EQ(effect->parameters[0].columns, 3u);
  EXPECT_EQ(effect->parameters[1].parameter_class, ParameterClass::kMatrix);
  EXPECT_EQ(effect->parameters[2].parameter_class, ParameterClass::kObject);
  EXPECT_EQ(effect->parameters[2].parameter_type, ParameterType::kTexture2D);
  EXPECT_EQ(effect->parameters[3].parameter_type, ParameterType::kTextureCube);
  options.sampler_parameters = true;
  effect = ReflectEffect(ReadText(Shader()), options);
  ASSERT_EQ(effect->parameters.size(), 8u);
  EXPECT_EQ(effect->parameters[5].name, "s0");
  EXPECT_EQ(effect->parameters[5].parameter_type, ParameterType::kTexture);
}

TEST(ReflectionEffect, EntryPoints) {
  const Module module = ReadText(Shader());
  EffectOptions options;
  options.only_used = true;
  options.stage = Stage::kFragment;
  auto effect = ReflectEffect(module, options);
  ASSERT_TRUE(effect.ok());
  EXPECT_EQ(effect->entry_point, "ps");
  EXPECT_TRUE(effect->constant_buffers.empty());
  EXPECT_EQ(effect->textures.size(), 1u);
  EXPECT_EQ(effect->samplers.at(0).bind_slot, 1u);  // as in the whole module
  options.entry_point = "vs";
  effect = ReflectEffect(module, options);
  ASSERT_FALSE(effect.ok());
  EXPECT_EQ(effect.error().ToText(),
            "SD0400: there is no entry point 'vs' of stage fragment (expected: vs (vertex), ps (fragment))");
}

// Pairs of a fragment shader with separate %tex, an array %many, %smp and %other.
std::string PairsOf(const std::string& body, const std::string& functions = "", const std::string& more = "") {
  const Words words = Assemble(Fragment(
      "OpName %tex \"tex\"\nOpName %second \"second\"\nOpName %smp \"smp\"\nOpName %other \"other\"\nOpName %many "
      "\"many\"\n",
      "%tex_t = OpTypeImage %float 2D 0 0 0 1 Unknown\n%smp_t = OpTypeSampler\n%si_t = OpTypeSampledImage %tex_t\n"
      "%buf_t = OpTypeImage %float Buffer 0 0 0 1 Unknown\n%pbuf = OpTypePointer UniformConstant %buf_t\n"
      "%ptex = OpTypePointer UniformConstant %tex_t\n%psmp = OpTypePointer UniformConstant %smp_t\n"
      "%arr = OpTypeArray %tex_t %u2\n%parr = OpTypePointer UniformConstant %arr\n%sarr = OpTypeArray %smp_t %u2\n"
      "%psarr = OpTypePointer UniformConstant %sarr\n%psi = OpTypePointer UniformConstant %si_t\n"
      "%second = OpVariable %ptex UniformConstant\n%tex = OpVariable %ptex UniformConstant\n"
      "%many = OpVariable %parr UniformConstant\n%smp = OpVariable %psmp UniformConstant\n"
      "%other = OpVariable %psmp UniformConstant\n%samplers = OpVariable %psarr UniformConstant\n"
      "%texels = OpVariable %pbuf UniformConstant\n%uv = OpConstantComposite %v2 %f0 %f0\n%i2 = OpTypeVector %int 2\n"
      "%xy = OpConstantComposite %i2 %i0 %i0\n%fun_v = OpTypeFunction %void %tex_t %psmp\n%yes = OpConstantTrue "
      "%bool\n" +
          more,
      body, functions));
  auto pairs =
      CombinedSamplerPairs({reinterpret_cast<const uint8_t*>(words.data()), words.size() * 4}, "", Stage::kUnknown);
  if (!pairs) return pairs.error().code;
  std::string text;
  for (const CombinedSamplerPair& pair : *pairs) {
    text += pair.texture_name + "+" + (pair.dummy ? "dummy" : pair.sampler_name) + "@" +
            std::to_string(pair.texture_declaration_index) + " ";
  }
  return text;
}

constexpr const char* kLoads = "%t = OpLoad %tex_t %tex\n%t2 = OpLoad %tex_t %second\n%s = OpLoad %smp_t %smp\n";

TEST(ReflectionPairs, OrderOfFirstUse) {
  EXPECT_EQ(PairsOf(std::string(kLoads) + "%a = OpSampledImage %si_t %t %s\n%b = OpSampledImage %si_t %t2 %s\n"
                                          "%c = OpSampledImage %si_t %t %s\n"),
            "tex+smp@1 second+smp@0 ");
  EXPECT_EQ(PairsOf(""), "");
}

TEST(ReflectionPairs, ParametersAreTraced) {
  const std::string function =
      "%f = OpFunction %void None %fun_v\n%pt = OpFunctionParameter %tex_t\n%ps = OpFunctionParameter %psmp\n%lf = "
      "OpLabel\n"
      "%ss = OpLoad %smp_t %ps\n%x = OpSampledImage %si_t %pt %ss\nOpReturn\nOpFunctionEnd\n";
  EXPECT_EQ(
      PairsOf(std::string(kLoads) + "%c1 = OpFunctionCall %void %f %t %other\n%c2 = OpFunctionCall %void %f %t2 %smp\n"
                                    "%c3 = OpFunctionCall %void %f %t %other\n",
              function),
      "tex+other@1 second+smp@0 ");
}

TEST(ReflectionPairs, FetchesAndQueries) {
  // The same texture sampled, fetched and queried: a pair with the dummy sampler
  // stands where it is fetched first.
  EXPECT_EQ(PairsOf(std::string(kLoads) + "%v = OpImageFetch %v4 %t %xy\n%a = OpSampledImage %si_t %t %s\n"
                                          "%q = OpImageQueryLevels %int %t\n%q2 = OpImageQuerySizeLod %i2 %t2 %i0\n"),
            "tex+dummy@1 tex+smp@1 second+dummy@0 ");
  // An image taken out of a sampled image has a sampler; texel buffers need none.
  EXPECT_EQ(PairsOf(std::string(kLoads) + "%a = OpSampledImage %si_t %t %s\n%j = OpImage %tex_t %a\n"
                                          "%v = OpImageFetch %v4 %j %xy\n%b = OpLoad %buf_t %texels\n"
                                          "%w = OpImageFetch %v4 %b %i0\n"),
            "tex+smp@1 ");
}

TEST(ReflectionPairs, ArraysOfTextures) {
  EXPECT_EQ(PairsOf(std::string(kLoads) + "%p = OpAccessChain %ptex %many %u1\n%e = OpLoad %tex_t %p\n"
                                          "%a = OpSampledImage %si_t %e %s\n"),
            "many+smp@2 ");
}

TEST(ReflectionPairs, WhatTheRuleDoesNotCover) {
  // Arrays of samplers, combined variables, and values of unknown origin.
  EXPECT_EQ(PairsOf(std::string(kLoads) + "%p = OpAccessChain %psmp %samplers %u1\n%e = OpLoad %smp_t %p\n"
                                          "%a = OpSampledImage %si_t %t %e\n"),
            "SD0217");
  EXPECT_EQ(PairsOf("", "", "%both = OpVariable %psi UniformConstant\n"), "SD0217");
  EXPECT_EQ(PairsOf(std::string(kLoads) + "%copy = OpCopyObject %tex_t %t\n%a = OpSampledImage %si_t %copy %s\n"),
            "SD0217");
  EXPECT_EQ(PairsOf(std::string(kLoads) + "%sel = OpSelect %ptex %yes %tex %second\n%e = OpLoad %tex_t %sel\n"
                                          "%a = OpSampledImage %si_t %e %s\n"),
            "SD0217");
  EXPECT_EQ(PairsOf(std::string(kLoads) + "%copy = OpCopyObject %tex_t %t\n%v = OpImageFetch %v4 %copy %xy\n"),
            "SD0217");
  EXPECT_EQ(PairsOf(std::string(kLoads) + "%copy = OpCopyObject %smp_t %s\n%a = OpSampledImage %si_t %t %copy\n"),
            "SD0217");
}

TEST(ReflectionPairs, WrongRequests) {
  const Words words = Assemble(Fragment("", "", ""));
  const Bytes bytes = {reinterpret_cast<const uint8_t*>(words.data()), words.size() * 4};
  auto pairs = CombinedSamplerPairs(bytes, "other", Stage::kUnknown);
  ASSERT_FALSE(pairs.ok());
  EXPECT_EQ(pairs.error().code, "SD0400");
  pairs = CombinedSamplerPairs({bytes.data, 12}, "", Stage::kUnknown);
  ASSERT_FALSE(pairs.ok());
  EXPECT_EQ(pairs.error().code, "SD0217");
}

}  // namespace
}  // namespace lacuna::reflection
