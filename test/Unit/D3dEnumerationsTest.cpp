// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The numbers in D3D's tables, against the values in d3dcommon.h and d3dx9shader.h.

#include "lacuna/Reflection/D3D/Enumerations.h"

#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "lacuna/Reflection/Effect.h"

namespace lacuna::reflection::d3d {
namespace {

TEST(D3dEnumerations, ParameterClasses) {
  EXPECT_EQ(ParameterClassFromD3d(0), ParameterClass::kScalar);
  EXPECT_EQ(ParameterClassFromD3d(1), ParameterClass::kVector);
  EXPECT_EQ(ParameterClassFromD3d(2), ParameterClass::kMatrix);
  EXPECT_EQ(ParameterClassFromD3d(3), ParameterClass::kMatrix);
  EXPECT_EQ(ParameterClassFromD3d(4), ParameterClass::kObject);
  EXPECT_EQ(ParameterClassFromD3d(5), ParameterClass::kStruct);
  for (uint32_t value : {6u, 7u, 0xffffffffu}) EXPECT_EQ(ParameterClassFromD3d(value), std::nullopt);
  EXPECT_EQ(VariableClassName(3), "matrix-columns");
  EXPECT_EQ(VariableClassName(6), "");
}

TEST(D3dEnumerations, ParameterTypes) {
  for (uint32_t value = 0; value < 100; ++value) {
    std::optional<ParameterType> expected;
    if (value <= 9) expected = static_cast<ParameterType>(value);
    if (value == 19) expected = ParameterType::kInt32;
    EXPECT_EQ(ParameterTypeFromD3d(value), expected) << value;
  }
  EXPECT_EQ(ParameterTypeFromD3d(3), ParameterType::kSingle);
  EXPECT_EQ(ParameterTypeFromD3d(9), ParameterType::kTextureCube);
}

TEST(D3dEnumerations, TextureDimensions) {
  const int expected[] = {0, 0, 1, 1, 2, 2, 2, 2, 3, 4, 4, 0, 0};
  for (uint32_t value = 0; value < std::size(expected); ++value) {
    EXPECT_EQ(static_cast<int>(TextureDimensionFromD3d(value)), expected[value]) << value;
  }
  EXPECT_EQ(TextureDimensionFromD3d(99), TextureDimension::kUnknown);
  EXPECT_FALSE(ViewDimensionFromD3d(0).has_value());
  EXPECT_FALSE(ViewDimensionFromD3d(12).has_value());
  EXPECT_EQ(ViewDimensionFromD3d(11)->dimension, ImageDimension::kBuffer);
}

TEST(D3dEnumerations, TypeNames) {
  EXPECT_EQ(VariableTypeName(3), "float");
  EXPECT_EQ(VariableTypeName(19), "uint");
  EXPECT_EQ(VariableTypeName(27), "tbuffer");
  EXPECT_EQ(VariableTypeName(39), "double");
  EXPECT_EQ(VariableTypeName(46), "byteaddressbuffer");
  EXPECT_EQ(VariableTypeName(54), "min16float");
  EXPECT_EQ(VariableTypeName(57), "min16uint");
  EXPECT_EQ(VariableTypeName(62), "uint64");
  EXPECT_EQ(VariableTypeName(63), "");
  EXPECT_EQ(CtabTypeName(14), "samplerCube");
  EXPECT_EQ(CtabTypeName(19), "unsupported");
  EXPECT_EQ(CtabTypeName(20), "");
}

TEST(D3dEnumerations, Scalars) {
  EXPECT_EQ(ScalarFromD3d(1)->kind, ScalarKind::kBool);
  EXPECT_EQ(ScalarFromD3d(2)->kind, ScalarKind::kSint);
  EXPECT_EQ(ScalarFromD3d(3)->kind, ScalarKind::kFloat);
  EXPECT_EQ(ScalarFromD3d(19)->kind, ScalarKind::kUint);
  for (uint32_t value : {0u, 4u, 39u, 54u, 63u}) EXPECT_FALSE(ScalarFromD3d(value).has_value());
  EXPECT_EQ(ReturnTypeFromD3d(1)->kind, ScalarKind::kFloat);
  EXPECT_EQ(ReturnTypeFromD3d(3)->kind, ScalarKind::kSint);
  EXPECT_EQ(ReturnTypeFromD3d(4)->kind, ScalarKind::kUint);
  EXPECT_EQ(ReturnTypeFromD3d(7)->bits, 64u);
  EXPECT_EQ(ReturnTypeFromD3d(0)->kind, ScalarKind::kVoid);
  EXPECT_FALSE(ReturnTypeFromD3d(9).has_value());
}

TEST(D3dEnumerations, InputTypes) {
  const std::pair<const char*, char> expected[] = {{"cbuffer", 'b'},
                                                   {"tbuffer", 't'},
                                                   {"texture", 't'},
                                                   {"sampler", 's'},
                                                   {"uav-typed", 'u'},
                                                   {"structured", 't'},
                                                   {"uav-structured", 'u'},
                                                   {"byte-address", 't'},
                                                   {"uav-byte-address", 'u'},
                                                   {"uav-append", 'u'},
                                                   {"uav-consume", 'u'},
                                                   {"uav-structured-with-counter", 'u'},
                                                   {"acceleration-structure", 't'},
                                                   {"uav-feedback-texture", 'u'}};
  for (uint32_t value = 0; value < std::size(expected); ++value) {
    EXPECT_EQ(InputTypeName(value), expected[value].first);
    EXPECT_EQ(RegisterClassOf(value), expected[value].second) << value;
  }
  EXPECT_EQ(InputTypeName(14), "");
  EXPECT_EQ(RegisterClassOf(14), 0);
}

TEST(D3dEnumerations, SystemValues) {
  const std::pair<uint32_t, const char*> expected[] = {{0, "Undefined"},
                                                       {1, "Position"},
                                                       {2, "ClipDistance"},
                                                       {3, "CullDistance"},
                                                       {4, "RenderTargetArrayIndex"},
                                                       {5, "ViewportArrayIndex"},
                                                       {6, "VertexId"},
                                                       {7, "PrimitiveId"},
                                                       {8, "InstanceId"},
                                                       {9, "IsFrontFace"},
                                                       {10, "SampleIndex"},
                                                       {11, "FinalQuadEdgeTessfactor"},
                                                       {16, "FinalLineDensityTessfactor"},
                                                       {17, "17"},
                                                       {22, "22"},
                                                       {23, "Barycentrics"},
                                                       {24, "Shadingrate"},
                                                       {25, "Cullprimitive"},
                                                       {26, "26"},
                                                       {63, "63"},
                                                       {64, "Target"},
                                                       {65, "Depth"},
                                                       {66, "Coverage"},
                                                       {67, "DepthGreaterEqual"},
                                                       {68, "DepthLessEqual"},
                                                       {69, "StencilRef"},
                                                       {70, "InnerCoverage"},
                                                       {71, "71"},
                                                       {0xffffffff, "4294967295"}};
  for (const auto& [value, name] : expected) EXPECT_EQ(SystemValueName(value), name);
  EXPECT_EQ(ComponentTypeName(0), "Unknown");
  EXPECT_EQ(ComponentTypeName(1), "UInt32");
  EXPECT_EQ(ComponentTypeName(2), "SInt32");
  EXPECT_EQ(ComponentTypeName(3), "Float32");
  EXPECT_EQ(ComponentTypeName(4), "4");
}

TEST(D3dEnumerations, Targets) {
  const std::pair<uint16_t, const char*> expected[] = {{0xffff, "ps"}, {0xfffe, "vs"}, {0x4753, "gs"},
                                                       {0x4853, "hs"}, {0x4453, "ds"}, {0x4353, "cs"}};
  for (const auto& [kind, prefix] : expected) EXPECT_EQ(ProfilePrefix(StageFromTarget(kind)), prefix);
  EXPECT_EQ(StageFromTarget(0x1234), Stage::kUnknown);
  EXPECT_EQ(ProfilePrefix(Stage::kUnknown), "");
}

}  // namespace
}  // namespace lacuna::reflection::d3d
