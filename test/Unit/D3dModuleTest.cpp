// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// DXBC containers as the common model.

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "D3dModuleFixture.h"
#include "lacuna/Reflection/Effect.h"
#include "lacuna/Reflection/VertexInputs.h"

namespace lacuna::reflection::d3d {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Constant buffers.

TEST(D3dModule, VariablesOfEveryShape) {
  for (const char* model : {"4_0", "5_0"}) {
    const Module module = ReadBlob(std::string("cb_mixed_ps.ps_") + model + ".dxbc");
    EXPECT_THAT(Notes(module), IsEmpty());
    EXPECT_EQ(module.format, SourceFormat::kDxbc);
    EXPECT_EQ(module.target, std::string("ps_") + model);
    ASSERT_EQ(module.entry_points.size(), 1u);
    EXPECT_EQ(module.entry_points[0].stage, Stage::kFragment);
    const Resource& surface = Find(module, "Surface");
    EXPECT_EQ(surface.kind, ResourceKind::kConstantBuffer);
    EXPECT_EQ(surface.slot, 2u);
    EXPECT_FALSE(surface.set.has_value());
    ASSERT_TRUE(surface.block.has_value());
    EXPECT_EQ(surface.block->size, 260u);
    EXPECT_EQ(surface.block->padded_size, 272u);
    const std::vector<Variable>& members = surface.block->members;

    const Variable& mask = Find(members, "layerMask");
    EXPECT_EQ(mask.parameter_type, ParameterType::kInt32);
    EXPECT_EQ(mask.scalar, ScalarKind::kUint);
    EXPECT_EQ(Find(members, "wet").parameter_type, ParameterType::kBool);

    // Arrays: the exact size is what the file says; the padded one reaches into
    // the variable that the compiler placed in the last register.
    const Variable& falloff = Find(members, "falloff");
    EXPECT_EQ(falloff.offset, 112u);
    EXPECT_EQ(falloff.size, 36u);
    EXPECT_EQ(falloff.padded_size, 48u);
    EXPECT_EQ(falloff.elements, 3u);
    ASSERT_EQ(falloff.dimensions.size(), 1u);
    EXPECT_EQ(falloff.dimensions[0].stride, 16u);
    const Variable& tail = Find(members, "tail");
    EXPECT_EQ(tail.offset, 148u);
    EXPECT_FALSE(tail.overlaps);

    const Variable& row = Find(members, "rowMat");
    EXPECT_EQ(row.parameter_class, ParameterClass::kMatrix);
    EXPECT_EQ(row.majority, MatrixMajority::kRow);
    EXPECT_EQ(row.rows, 2u);
    EXPECT_EQ(row.columns, 3u);
    EXPECT_EQ(row.size, 28u);
    const Variable& column = Find(members, "colMat");
    EXPECT_EQ(column.majority, MatrixMajority::kColumn);
    EXPECT_EQ(column.size, 40u);
    EXPECT_EQ(column.matrix_stride, 16u);
    const Variable& bones = Find(members, "bones");
    EXPECT_EQ(bones.size, 96u);
    EXPECT_EQ(bones.dimensions.at(0).stride, 48u);
  }
}

TEST(D3dModule, Structs) {
  const Module module = ReadBlob("cb_struct_ps.ps_5_0.dxbc");
  EXPECT_THAT(Notes(module), IsEmpty());
  const std::vector<Variable>& members = Find(module, "Lamps").block->members;
  const Variable& fill = Find(members, "fill");
  EXPECT_EQ(fill.parameter_class, ParameterClass::kStruct);
  EXPECT_EQ(fill.type_name, "Lamp");
  EXPECT_EQ(fill.size, 140u);
  EXPECT_EQ(fill.padded_size, 144u);
  EXPECT_EQ(fill.dimensions.at(0).stride, 48u);
  EXPECT_EQ(fill.columns, 9u);
  ASSERT_EQ(fill.members.size(), 3u);
  const Variable& fade = fill.members[2];
  EXPECT_EQ(fade.offset, 32u);
  EXPECT_EQ(fade.absolute_offset, 80u);
  EXPECT_EQ(fade.size, 12u);
  ASSERT_EQ(fade.members.size(), 2u);
  EXPECT_EQ(fade.members[1].name, "power");
  EXPECT_EQ(fade.members[1].offset, 8u);
  EXPECT_EQ(fade.members[1].absolute_offset, 88u);
  EXPECT_EQ(Find(members, "ambient").offset, 188u);
  EXPECT_FALSE(Find(members, "ambient").overlaps);
}

BuiltType Float(uint32_t columns, uint32_t elements = 0) {
  return {columns > 1 ? 1u : 0u, 3, 1, columns, elements, {}, "float"};
}

TEST(D3dModule, EmptyBuffersAreLeftOutUnlessAskedFor) {
  RdefBuilder rdef;
  rdef.bindings.push_back({"$Globals", 0, 0, 0, 0, 0});
  rdef.bindings.push_back({"C", 0, 0, 0, 0, 1});
  rdef.buffers.push_back({"$Globals", {}, 0});
  rdef.buffers.push_back({"C", {{"a", 0, 4, 2, Float(1)}}, 16});
  const ByteBuilder file = ContainerOf(rdef);
  Module module = ModuleOf(file);
  ASSERT_EQ(module.resources.size(), 1u);
  EXPECT_EQ(module.resources[0].name, "C");
  EXPECT_THAT(Notes(module), ElementsAre("the constant buffer '$Globals' is empty; left out"));
  DxbcOptions options;
  options.keep_empty_buffers = true;
  module = ModuleOf(file, options);
  ASSERT_EQ(module.resources.size(), 2u);
  EXPECT_EQ(module.resources[0].name, "$Globals");
  EXPECT_TRUE(module.resources[0].block->members.empty());
  EXPECT_THAT(Notes(module), ElementsAre("the constant buffer '$Globals' is empty"));
}

TEST(D3dModule, BuffersAndBindingsThatDoNotMatch) {
  RdefBuilder rdef;
  rdef.bindings.push_back({"Twice", 0, 0, 0, 0, 3});
  rdef.bindings.push_back({"Twice", 0, 0, 0, 0, 5});
  rdef.bindings.push_back({"NoRecord", 0, 0, 0, 0, 6});
  rdef.buffers.push_back({"Twice", {{"a", 0, 4, 2, Float(1)}}, 16});
  rdef.buffers.push_back({"NoBinding", {{"b", 0, 4, 2, Float(1)}}, 16});
  const Module module = ModuleOf(ContainerOf(rdef));
  EXPECT_EQ(Find(module, "Twice").slot, 5u);
  EXPECT_FALSE(Find(module, "NoBinding").slot.has_value());
  EXPECT_EQ(Find(module, "NoRecord").slot, 6u);
  EXPECT_FALSE(Find(module, "NoRecord").block.has_value());
  EXPECT_THAT(Notes(module),
              ElementsAre("more than one cbuffer is bound as 'Twice'; the last of them, register 5, counts",
                          "the constant buffer 'NoBinding' is bound to no register",
                          "the cbuffer 'NoRecord' has no record of its variables"));
}

TEST(D3dModule, SizesDoNotWrap) {
  RdefBuilder rdef;
  rdef.buffers.push_back({"C", {{"big", 0, 0xfffffff8, 2, Float(1, 65535)}}, 16});
  const Module module = ModuleOf(ContainerOf(rdef));
  const Variable& big = module.resources.at(0).block->members.at(0);
  EXPECT_EQ(big.size, 0xfffffff8u);
  EXPECT_EQ(big.padded_size, uint64_t{1} << 32);
  EXPECT_EQ(module.resources[0].block->padded_size, uint64_t{1} << 32);
  EXPECT_EQ(big.elements, 65535u);
  EXPECT_THAT(Notes(module), testing::Contains(HasSubstr("'big' has 4294967288 bytes, but its type takes 1048548")));
}

TEST(D3dModule, OverlapsAreFlagged) {
  RdefBuilder rdef;
  rdef.buffers.push_back({"C",
                          {{"a", 16, 16, 2, Float(4)},
                           {"b", 0, 16, 2, Float(4)},
                           {"c", 12, 8, 2, Float(2)},
                           {"d", 32, 4, 2, Float(1)},
                           {"e", 32, 4, 2, Float(1)}},
                          48});
  const Module module = ModuleOf(ContainerOf(rdef));
  std::vector<bool> overlaps;
  for (const Variable& variable : module.resources.at(0).block->members) overlaps.push_back(variable.overlaps);
  EXPECT_THAT(overlaps, ElementsAre(false, false, true, false, true));
}

TEST(D3dModule, DefaultsOfConstantBuffers) {
  RdefBuilder rdef;
  const uint32_t one = 0x3f800000, two = 0x40000000;
  rdef.buffers.push_back({"$Globals",
                          {{"f", 0, 8, 2, Float(2), {one, two}},
                           {"i", 8, 4, 2, {0, 2, 1, 1, 0, {}, "int"}, {0xfffffff9}},
                           {"u", 12, 4, 2, {0, 19, 1, 1, 0, {}, "uint"}, {0x80000001}}},
                          16});
  const Module module = ModuleOf(ContainerOf(rdef));
  const std::vector<Variable>& members = module.resources.at(0).block->members;
  EXPECT_THAT(members[0].default_value, ElementsAre(1.0f, 2.0f));
  EXPECT_THAT(members[1].default_value, ElementsAre(-7.0f));
  EXPECT_THAT(members[2].default_value, IsEmpty());
  EXPECT_THAT(Notes(module), testing::Contains(HasSubstr("the default value of 'u' cannot be given as floats")));
}

TEST(D3dModule, UnusedVariables) {
  RdefBuilder rdef;
  rdef.buffers.push_back({"C", {{"a", 0, 4, 0, Float(1)}, {"b", 4, 4, 2, Float(1)}}, 16});
  const Module module = ModuleOf(ContainerOf(rdef));
  EXPECT_FALSE(module.resources.at(0).block->members[0].used);
  EXPECT_TRUE(module.resources.at(0).block->members[1].used);
}

TEST(D3dModule, TypesThatNoParameterHasAreNamed) {
  for (const auto& [type, name] : {std::pair<uint32_t, const char*>{39, "type 39 (double)"},
                                   {57, "type 57 (min16uint)"},
                                   {10, "type 10 (sampler)"}}) {
    RdefBuilder rdef;
    rdef.buffers.push_back({"C", {{"d", 0, 8, 2, {0, type, 1, 1, 0, {}, "x"}}}, 16});
    ExpectError(ReadDxbc(ContainerOf(rdef).view()), "SD0101", "'d' is of " + std::string(name));
  }
}

// Textures and other bindings.

TEST(D3dModule, TexturesAndSamplers) {
  for (const char* model : {"4_0", "5_0"}) {
    const Module module = ReadBlob(std::string("tex_ps.ps_") + model + ".dxbc");
    EXPECT_THAT(Notes(module), IsEmpty());
    ASSERT_EQ(module.resources.size(), 7u);
    const Resource& linear = Find(module, "lin");
    EXPECT_EQ(linear.kind, ResourceKind::kSampler);
    EXPECT_EQ(linear.slot, 2u);
    const Resource& detail = Find(module, "detail");
    EXPECT_EQ(detail.kind, ResourceKind::kTexture);
    EXPECT_EQ(detail.slot, 4u);
    EXPECT_EQ(detail.array_length, 3u);
    EXPECT_EQ(Find(module, "sky").image->dimension, ImageDimension::kCube);
    EXPECT_EQ(Find(module, "fog").image->dimension, ImageDimension::k3D);
    const Resource& pages = Find(module, "pages");
    EXPECT_TRUE(pages.image->arrayed);
    EXPECT_EQ(pages.image->dimension, ImageDimension::k2D);
    EXPECT_FALSE(pages.array_length.has_value());
    EXPECT_EQ(pages.image->sampled_kind, ScalarKind::kFloat);
    // The compiler writes samplers first, then textures by register.
    EXPECT_EQ(Find(module, "base").declaration_index, 1u);
  }
}

TEST(D3dModule, RegisterSpaces) {
  const Module module = ReadBlob("sm51_ps.ps_5_1.dxbc");
  EXPECT_THAT(Notes(module), IsEmpty());
  EXPECT_EQ(module.version_minor, 1u);
  EXPECT_EQ(Find(module, "t").set, 2u);
  EXPECT_EQ(Find(module, "t").slot, 3u);
  EXPECT_EQ(Find(module, "s").set, 4u);
  EXPECT_EQ(Find(module, "s").slot, 1u);
  EXPECT_EQ(Find(module, "C").set, 1u);
  EXPECT_EQ(Find(module, "C").slot, 2u);
}

Module OneBinding(const BuiltBinding& binding, uint32_t target = 0xffff0500) {
  RdefBuilder rdef;
  rdef.target = target;
  rdef.bindings.push_back(binding);
  return ModuleOf(ContainerOf(rdef));
}

TEST(D3dModule, EveryViewDimension) {
  struct Case {
    uint32_t number;
    ImageDimension dimension;
    bool arrayed, multisampled;
  };
  const Case cases[] = {{2, ImageDimension::k1D, false, false},      {3, ImageDimension::k1D, true, false},
                        {4, ImageDimension::k2D, false, false},      {5, ImageDimension::k2D, true, false},
                        {6, ImageDimension::k2D, false, true},       {7, ImageDimension::k2D, true, true},
                        {8, ImageDimension::k3D, false, false},      {9, ImageDimension::kCube, false, false},
                        {10, ImageDimension::kCube, true, false},    {0, ImageDimension::kUnknown, false, false},
                        {99, ImageDimension::kUnknown, false, false}};
  for (const Case& one : cases) {
    const Module module = OneBinding({"t", 2, 5, one.number});
    const Resource& texture = module.resources.at(0);
    EXPECT_EQ(texture.kind, ResourceKind::kTexture);
    EXPECT_EQ(texture.image->dimension, one.dimension) << one.number;
    EXPECT_EQ(texture.image->arrayed, one.arrayed) << one.number;
    EXPECT_EQ(texture.image->multisampled, one.multisampled) << one.number;
    EXPECT_EQ(module.notes.size(), one.dimension == ImageDimension::kUnknown ? 1u : 0u);
  }
  EXPECT_EQ(OneBinding({"t", 2, 5, 6, 8}).resources[0].image->sample_count, 8u);
  EXPECT_FALSE(OneBinding({"t", 2, 5, 6, 0xffffffff}).resources[0].image->sample_count.has_value());
}

TEST(D3dModule, BindingsThatAreNoTextures) {
  struct Case {
    uint32_t input_type, dimension;
    ResourceKind kind;
    bool writable;
  };
  const Case cases[] = {
      {2, 1, ResourceKind::kUniformTexelBuffer, false},    {4, 1, ResourceKind::kStorageTexelBuffer, true},
      {4, 4, ResourceKind::kStorageImage, true},           {5, 1, ResourceKind::kStorageBuffer, false},
      {6, 1, ResourceKind::kStorageBuffer, true},          {7, 11, ResourceKind::kStorageBuffer, false},
      {8, 11, ResourceKind::kStorageBuffer, true},         {9, 1, ResourceKind::kStorageBuffer, true},
      {10, 1, ResourceKind::kStorageBuffer, true},         {11, 1, ResourceKind::kStorageBuffer, true},
      {12, 1, ResourceKind::kAccelerationStructure, true}, {13, 4, ResourceKind::kOther, true}};
  for (const Case& one : cases) {
    BuiltBinding binding = {"r", one.input_type, 4, one.dimension, 24, 3};
    const Module module = OneBinding(binding);
    ASSERT_EQ(module.resources.size(), 1u);
    const Resource& resource = module.resources[0];
    EXPECT_EQ(resource.kind, one.kind) << one.input_type;
    EXPECT_EQ(resource.non_writable, !one.writable && one.kind != ResourceKind::kAccelerationStructure);
    EXPECT_EQ(resource.slot, 3u);
    EXPECT_EQ(resource.byte_address, one.input_type == 7 || one.input_type == 8);
    const bool structured = one.kind == ResourceKind::kStorageBuffer && !resource.byte_address;
    EXPECT_EQ(resource.element_stride.has_value(), structured) << one.input_type;
    EXPECT_EQ(resource.element_stride.value_or(24), 24u);
  }
}

TEST(D3dModule, TextureBuffers) {
  RdefBuilder rdef;
  rdef.bindings.push_back({"T", 1, 0, 0, 0, 7});
  rdef.buffers.push_back({"T", {{"a", 0, 16, 2, Float(4)}}, 16, 0, 1});
  const Module module = ModuleOf(ContainerOf(rdef));
  ASSERT_EQ(module.resources.size(), 1u);
  EXPECT_EQ(module.resources[0].kind, ResourceKind::kTextureBuffer);
  EXPECT_EQ(module.resources[0].slot, 7u);
  EXPECT_EQ(module.resources[0].block->members.at(0).name, "a");
}

TEST(D3dModule, ElementsOfStructuredBuffers) {
  RdefBuilder rdef;
  rdef.bindings.push_back({"lights", 5, 6, 1, 32, 2});
  BuiltType type = {5, 0, 1, 7, 0, {{"pos", Float(3), 0}, {"color", Float(4), 12}}, "Light"};
  rdef.buffers.push_back({"lights", {{"$Element", 0, 28, 2, type}}, 32, 0, 3});
  const Module module = ModuleOf(ContainerOf(rdef));
  ASSERT_EQ(module.resources.size(), 1u);
  const Resource& lights = module.resources[0];
  EXPECT_EQ(lights.kind, ResourceKind::kStorageBuffer);
  EXPECT_EQ(lights.element_stride, 32u);
  EXPECT_EQ(lights.block->runtime_stride, 32u);
  EXPECT_EQ(lights.block->size, 0u);
  ASSERT_EQ(lights.block->members.size(), 1u);
  const Variable& element = lights.block->members[0];
  EXPECT_EQ(element.type_name, "Light");
  EXPECT_EQ(element.dimensions.at(0).length, 0u);
  EXPECT_EQ(element.dimensions.at(0).stride, 32u);
  EXPECT_EQ(element.members.at(1).offset, 12u);
}

TEST(D3dModule, BindingsThatShareARecordDoNotMultiplyWithoutEnd) {
  RdefBuilder rdef;
  for (uint32_t i = 0; i < 3000; ++i) rdef.bindings.push_back({"s", 5, 6, 1, 400, i});
  BuiltBuffer element = {"s", {}, 400, 0, 3};
  for (uint32_t i = 0; i < 100; ++i) element.variables.push_back({"v", 4 * i, 4, 2, Float(1)});
  rdef.buffers.push_back(element);
  ExpectError(ReadDxbc(ContainerOf(rdef).view()), "SD0101", "more members than are read");
}

TEST(D3dModule, UnboundedArrays) {
  BuiltBinding binding = {"t", 2, 5, 4, 0xffffffff, 0, 0};
  Module module = OneBinding(binding, 0xffff0501);
  EXPECT_EQ(module.resources.at(0).array_length, 0u);
  EXPECT_THAT(Notes(module), IsEmpty());
  module = OneBinding(binding, 0xffff0500);
  EXPECT_THAT(Notes(module), ElementsAre(HasSubstr("which only shader model 5.1 has")));
}

TEST(D3dModule, NamesAreMadeUpFromRegisters) {
  const Module module = OneBinding({"", 2, 5, 4, 0xffffffff, 9});
  EXPECT_EQ(module.resources.at(0).name, "t9");
  EXPECT_TRUE(module.resources[0].name_made_up);
}

// Signatures.

TEST(D3dModule, Signatures) {
  const Module module = ReadBlob("vin_vs.vs_5_0.dxbc");
  const EntryPoint& entry_point = module.entry_points.at(0);
  EXPECT_EQ(entry_point.stage, Stage::kVertex);
  ASSERT_EQ(entry_point.inputs.size(), 11u);
  const InterfaceVariable& weight = entry_point.inputs[6];
  EXPECT_EQ(weight.semantic, "BLENDWEIGHT");
  EXPECT_EQ(weight.semantic_index, 3u);
  EXPECT_EQ(weight.register_index, 6);
  EXPECT_EQ(weight.components, 4u);
  EXPECT_EQ(weight.component_type, "Float32");
  EXPECT_EQ(entry_point.inputs[8].scalar, ScalarKind::kUint);
  EXPECT_EQ(entry_point.inputs[9].system_value, "VertexId");
  EXPECT_EQ(entry_point.outputs.at(0).system_value, "Position");
  EXPECT_TRUE(entry_point.outputs[0].used);
}

TEST(D3dModule, VertexInputsAreThoseThatADeclarationFills) {
  const Module module = ReadBlob("vin_vs.vs_4_0.dxbc");
  const Result<VertexInputTable> table = VertexInputs(module.entry_points.at(0));
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(table->warnings, IsEmpty());
  std::vector<std::tuple<uint32_t, int, int>> inputs;  // location, usage, index
  for (const VertexInput& input : table->inputs) {
    inputs.push_back({input.location, static_cast<int>(input.usage), input.index});
  }
  using Input = std::tuple<uint32_t, int, int>;
  EXPECT_THAT(inputs, ElementsAre(Input(0, 0, 0), Input(1, 3, 0), Input(2, 2, 2), Input(3, 2, 3), Input(4, 7, 1),
                                  Input(5, 7, 2), Input(6, 7, 3), Input(7, 7, 4), Input(8, 6, 0)));
}

TEST(D3dModule, EffectsOfBothFormats) {
  const Result<ReflectedEffect> dxbc = ReflectEffect(ReadBlob("tex_ps.ps_5_0.dxbc"), {});
  ASSERT_TRUE(dxbc.ok());
  ASSERT_EQ(dxbc->textures.size(), 5u);
  EXPECT_EQ(dxbc->textures[2].name, "detail");
  EXPECT_EQ(dxbc->textures[2].bind_slot, 4u);
  EXPECT_EQ(dxbc->textures[2].array_length, 3u);
  EXPECT_EQ(dxbc->samplers.size(), 2u);
  EXPECT_EQ(dxbc->input_signature.at(1).semantic_name, "COLOR");
  EXPECT_EQ(dxbc->output_signature.at(0).system_value, "Target");

  // Registers are a constant buffer, so that no parameter is lost.
  const Result<ReflectedEffect> d3d9 = ReflectEffect(ReadBlob("ctab_ps.ps_2_0.bin"), {});
  ASSERT_TRUE(d3d9.ok());
  ASSERT_EQ(d3d9->constant_buffers.size(), 1u);
  EXPECT_EQ(d3d9->constant_buffers[0].name, "c");
  EXPECT_EQ(d3d9->parameters.size(), 8u + 3u);
  EXPECT_EQ(d3d9->parameters[0].name, "gain");
}

TEST(D3dModule, OutputsOfPixelShadersAreSystemValues) {
  const Module module = ReadBlob("depth_ps.ps_5_0.dxbc");
  const std::vector<InterfaceVariable>& outputs = module.entry_points.at(0).outputs;
  ASSERT_EQ(outputs.size(), 3u);
  EXPECT_EQ(outputs[1].system_value, "Target");
  EXPECT_EQ(outputs[1].semantic_index, 1u);
  EXPECT_EQ(outputs[2].system_value, "Depth");
  EXPECT_EQ(outputs[2].register_index, -1);
  EXPECT_THAT(module.resources, IsEmpty());
}

TEST(D3dModule, MasksTellWhatIsUsed) {
  ContainerBuilder container;
  container.Add("RDEF", RdefBuilder().Build());
  // Of inputs the mask says what is read, of outputs what is never written.
  container.Add("ISGN", BuildSignature("ISGN", {{"A", 0, 0, 3, 0, 7, 7}, {"B", 0, 0, 3, 1, 7, 8}}));
  container.Add("OSGN", BuildSignature("OSGN", {{"C", 0, 0, 3, 0, 7, 8}, {"D", 0, 0, 3, 1, 7, 7}}));
  const EntryPoint entry_point = ModuleOf(container.Build()).entry_points.at(0);
  EXPECT_TRUE(entry_point.inputs.at(0).used);
  EXPECT_FALSE(entry_point.inputs.at(1).used);
  EXPECT_TRUE(entry_point.outputs.at(0).used);
  EXPECT_FALSE(entry_point.outputs.at(1).used);
}

TEST(D3dModule, PatchConstants) {
  for (const auto& [target, into] : {std::pair<uint32_t, bool>{0x48530500, false}, {0x44530500, true}}) {
    RdefBuilder rdef;
    rdef.target = target;
    ContainerBuilder container;
    container.Add("RDEF", rdef.Build());
    container.Add("PCSG", BuildSignature("PCSG", {{"SV_TessFactor", 0, 13, 3, 0, 1, 0}}));
    const Module module = ModuleOf(container.Build());
    const EntryPoint& entry_point = module.entry_points.at(0);
    EXPECT_EQ(entry_point.inputs.size(), into ? 1u : 0u);
    EXPECT_EQ(entry_point.outputs.size(), into ? 0u : 1u);
    const InterfaceVariable& variable = into ? entry_point.inputs.at(0) : entry_point.outputs.at(0);
    EXPECT_TRUE(variable.patch);
    EXPECT_EQ(variable.system_value, "FinalTriEdgeTessfactor");
  }
}

// What is no DXBC shader.

TEST(D3dModule, OtherContainersAreNamed) {
  ByteBuilder words;
  words.Zeros(8);
  for (const auto& [chunk, code, what] :
       {std::tuple<const char*, const char*, const char*>{"DXIL", "SD0102", "DXIL (shader model 6)"},
        {"ILDB", "SD0102", "DXIL (shader model 6)"},
        {"FX10", "SD0101", "effect file"},
        {"SHDR", "SD0101", "no RDEF chunk"}}) {
    ContainerBuilder container;
    container.Add("ISG1", BuildSignature("ISG1", {{"A"}}));
    container.Add(chunk, words);
    const ByteBuilder file = container.Build();
    ExpectError(ReadShader(file.view()), code, what);
  }
}

TEST(D3dModule, EffectFilesAreNamed) {
  for (const auto& [token, what] : {std::pair<uint32_t, const char*>{0xfeff0901, "a Direct3D 9 effect file (fx_2_0)"},
                                    {0xbcf00bcf, "a Direct3D 9 effect file (fx_2_0)"},
                                    {0xfeff2001, "a Direct3D 10 or 11 effect file"},
                                    {0x5846474d, "a MonoGame effect file"},
                                    {0x54580200, "a Direct3D 9 texture shader"}}) {
    ByteBuilder file;
    file.U32(token);
    file.Zeros(12);
    ExpectError(ReadShader(file.view()), "SD0301", "the input is " + std::string(what));
  }
}

}  // namespace
}  // namespace lacuna::reflection::d3d
