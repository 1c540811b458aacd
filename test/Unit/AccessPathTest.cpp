// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "ModuleFixture.h"

namespace lacuna {
namespace {

// Every kind of layout in one block; chains into it are appended by the tests.
constexpr char kHead[] = R"(
OpCapability Shader
OpCapability Int8
OpCapability Int16
OpCapability Int64
OpCapability Float64
OpCapability StorageBuffer8BitAccess
OpCapability StorageBuffer16BitAccess
OpCapability VariablePointersStorageBuffer
OpExtension "SPV_KHR_8bit_storage"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpName %buf "buf"
OpName %bufs "bufs"
OpName %block "block"
OpName %inner "inner"
OpName %bytes "bytes"
OpName %spec_array "spec_array"
OpName %size "size"
OpName %i "i"
OpName %j "j"
OpName %p "p"
OpName %q "q"
OpDecorate %buf DescriptorSet 0
OpDecorate %buf Binding 0
OpDecorate %bufs DescriptorSet 0
OpDecorate %bufs Binding 1
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpMemberDecorate %block 1 Offset 16
OpMemberDecorate %block 1 MatrixStride 16
OpMemberDecorate %block 1 ColMajor
OpMemberDecorate %block 2 Offset 64
OpMemberDecorate %block 2 MatrixStride 16
OpMemberDecorate %block 2 RowMajor
OpMemberDecorate %block 3 Offset 160
OpMemberDecorate %block 4 Offset 192
OpMemberDecorate %block 5 Offset 256
OpMemberDecorate %inner 0 Offset 0
OpMemberDecorate %inner 1 Offset 8
OpMemberDecorate %inner 2 Offset 12
OpDecorate %mats ArrayStride 48
OpDecorate %bytes ArrayStride 1
OpDecorate %halves ArrayStride 2
OpDecorate %spec_array ArrayStride 8
OpDecorate %inners ArrayStride 16
OpDecorate %size SpecId 0
OpDecorate %p_strided ArrayStride 16
%void = OpTypeVoid
%fn = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%uchar = OpTypeInt 8 0
%ushort = OpTypeInt 16 0
%long = OpTypeInt 64 1
%float = OpTypeFloat 32
%double = OpTypeFloat 64
%v2float = OpTypeVector %float 2
%v3float = OpTypeVector %float 3
%mat3x2 = OpTypeMatrix %v2float 3
%mat2x3 = OpTypeMatrix %v3float 2
%uint_0 = OpConstant %uint 0
%uint_1 = OpConstant %uint 1
%uint_2 = OpConstant %uint 2
%uint_3 = OpConstant %uint 3
%uint_4 = OpConstant %uint 4
%uint_5 = OpConstant %uint 5
%uint_8 = OpConstant %uint 8
%uint_big = OpConstant %uint 0x10000001
%ushort_neg = OpConstant %ushort 0xffff
%int_n1 = OpConstant %int -1
%long_1 = OpConstant %long 1
%size = OpSpecConstant %uint 4
%bytes = OpTypeArray %uchar %uint_8
%halves = OpTypeArray %ushort %uint_4
%mats = OpTypeArray %mat2x3 %uint_2
%spec_array = OpTypeArray %double %size
%inner = OpTypeStruct %double %uint %bytes
%inners = OpTypeRuntimeArray %inner
%block = OpTypeStruct %v3float %mat3x2 %mats %spec_array %halves %inners
%bufs_array = OpTypeArray %block %uint_4
%p_block = OpTypePointer StorageBuffer %block
%p_bufs = OpTypePointer StorageBuffer %bufs_array
%p_v3 = OpTypePointer StorageBuffer %v3float
%p_v2 = OpTypePointer StorageBuffer %v2float
%p_float = OpTypePointer StorageBuffer %float
%p_uint = OpTypePointer StorageBuffer %uint
%p_uchar = OpTypePointer StorageBuffer %uchar
%p_ushort = OpTypePointer StorageBuffer %ushort
%p_mat32 = OpTypePointer StorageBuffer %mat3x2
%p_mat23 = OpTypePointer StorageBuffer %mat2x3
%p_double = OpTypePointer StorageBuffer %double
%p_spec = OpTypePointer StorageBuffer %spec_array
%p_inner = OpTypePointer StorageBuffer %inner
%p_strided = OpTypePointer StorageBuffer %inner
%p_inners = OpTypePointer StorageBuffer %inners
%buf = OpVariable %p_block StorageBuffer
%bufs = OpVariable %p_bufs StorageBuffer
%main = OpFunction %void None %fn
%entry = OpLabel
%len = OpArrayLength %uint %buf 5
%i = OpIAdd %uint %len %uint_1
%j = OpIAdd %uint %len %uint_2
)";
constexpr char kTail[] = "\nOpReturn\nOpFunctionEnd\n";

class AccessPathTest : public ModuleFixture {
 protected:
  // Loads the head with `body` as the rest of main.
  void Body(const std::string& body) { Load(kHead + body + kTail); }

  struct Bytes {
    uint64_t offset, size;
    bool operator==(const Bytes& other) const { return offset == other.offset && size == other.size; }
  };
  // Of a path and an extent that are constant.
  Bytes ConstantBytes(const std::string& name) const {
    const AccessPath path = PathOf(name);
    const ByteCount extent = ExtentOf(path.pointee);
    EXPECT_TRUE(path.offset.terms.empty());
    EXPECT_TRUE(extent.terms.empty());
    EXPECT_FALSE(path.outside);
    return {path.offset.constant, extent.constant};
  }
};

TEST_F(AccessPathTest, VectorEndsWithItsLastComponent) {
  Body("%p = OpAccessChain %p_v3 %buf %uint_0\n%q = OpAccessChain %p_float %buf %uint_0 %uint_2");
  EXPECT_EQ(ConstantBytes("p"), (Bytes{0, 12}));
  EXPECT_EQ(ConstantBytes("q"), (Bytes{8, 4}));
}

TEST_F(AccessPathTest, ColumnMajorMatrix) {
  Body("%p = OpAccessChain %p_mat32 %buf %uint_1\n%q = OpAccessChain %p_v2 %buf %uint_1 %uint_2");
  EXPECT_EQ(ConstantBytes("p"), (Bytes{16, 2 * 16 + 8}));
  EXPECT_EQ(ConstantBytes("q"), (Bytes{16 + 2 * 16, 8}));
}

TEST_F(AccessPathTest, RowMajorMatrixInAnArray) {
  // 2 columns, 3 rows, each row 16 bytes from the next.
  Body("%p = OpAccessChain %p_mat23 %buf %uint_2 %uint_1\n%q = OpAccessChain %p_v3 %buf %uint_2 %uint_1 %uint_1");
  EXPECT_EQ(ConstantBytes("p"), (Bytes{64 + 48, 2 * 16 + 2 * 4}));
  // A column is strided: its last component is two rows down.
  EXPECT_EQ(ConstantBytes("q"), (Bytes{64 + 48 + 4, 2 * 16 + 4}));
}

TEST_F(AccessPathTest, RowMajorComponent) {
  Body("%p = OpAccessChain %p_float %buf %uint_2 %uint_0 %uint_1 %uint_2");
  EXPECT_EQ(ConstantBytes("p"), (Bytes{64 + 4 + 2 * 16, 4}));
}

TEST_F(AccessPathTest, RowMajorDynamicIndices) {
  Body("%p = OpAccessChain %p_float %buf %uint_2 %uint_0 %i %j");
  const AccessPath path = PathOf("p");
  ASSERT_EQ(path.offset.terms.size(), 2u);
  EXPECT_EQ(path.offset.constant, 64u);
  EXPECT_EQ(path.offset.terms[0].id, Id("i"));
  EXPECT_EQ(path.offset.terms[0].stride, 4u);   // columns are next to each other
  EXPECT_EQ(path.offset.terms[1].id, Id("j"));
  EXPECT_EQ(path.offset.terms[1].stride, 16u);  // rows
}

TEST_F(AccessPathTest, SmallTypes) {
  Body("%p = OpAccessChain %p_ushort %buf %uint_4 %uint_3\n%q = OpAccessChain %p_uchar %buf %uint_5 %i %uint_2 %j");
  EXPECT_EQ(ConstantBytes("p"), (Bytes{192 + 6, 2}));
  const AccessPath path = PathOf("q");
  EXPECT_EQ(path.offset.constant, 256u + 12u);
  ASSERT_EQ(path.offset.terms.size(), 2u);
  EXPECT_EQ(path.offset.terms[0].stride, 16u);
  EXPECT_EQ(path.offset.terms[1].stride, 1u);
}

TEST_F(AccessPathTest, ArrayOfSpecializedSize) {
  Body("%p = OpAccessChain %p_spec %buf %uint_3");
  const AccessPath path = PathOf("p");
  EXPECT_EQ(path.offset.constant, 160u);
  const ByteCount extent = ExtentOf(path.pointee);
  ASSERT_EQ(extent.terms.size(), 1u);
  EXPECT_EQ(extent.terms[0].id, Id("size"));
  EXPECT_EQ(extent.terms[0].stride, 8u);
  // (n - 1) strides and one element: n strides and, modulo 2^64, 8 - 8.
  EXPECT_EQ(extent.constant, 0u);
}

TEST_F(AccessPathTest, StructEndsWithItsLastMember) {
  Body("%p = OpAccessChain %p_inner %buf %uint_5 %i");
  EXPECT_EQ(ExtentOf(PathOf("p").pointee).constant, 12u + 8u);
}

TEST_F(AccessPathTest, RuntimeArrayHasNoExtent) {
  Body("%p = OpAccessChain %p_inners %buf %uint_5");
  ByteCount extent;
  std::string why;
  EXPECT_FALSE(paths_->layout().Extent(PathOf("p").pointee, &extent, &why));
  EXPECT_EQ(why, "a runtime array has no size");
  EXPECT_FALSE(paths_->layout().Extent(PathOf("buf").pointee, &extent, &why));
}

TEST_F(AccessPathTest, FollowsLinksAndCopies) {
  Body(R"(
%a = OpAccessChain %p_inners %buf %uint_5
%b = OpCopyObject %p_inners %a
%c = OpInBoundsAccessChain %p_inner %b %i
%d = OpAccessChain %p_inner %c
%p = OpAccessChain %p_uint %d %uint_1)");
  const AccessPath path = PathOf("p");
  EXPECT_EQ(path.descriptor, &DescriptorOf("buf"));
  EXPECT_EQ(path.chain.size(), 5u);
  EXPECT_EQ(path.offset.constant, 256u + 8u);
  ASSERT_EQ(path.offset.terms.size(), 1u);
  EXPECT_EQ(path.offset.terms[0].stride, 16u);
}

TEST_F(AccessPathTest, DescriptorElementIsNotAnOffset) {
  Body("%p = OpAccessChain %p_float %bufs %i %uint_0 %uint_1\n%q = OpAccessChain %p_block %bufs %uint_3");
  const AccessPath path = PathOf("p");
  EXPECT_EQ(path.element, (std::vector<uint32_t>{Id("i")}));
  EXPECT_EQ(path.offset.constant, 4u);
  EXPECT_TRUE(path.offset.terms.empty());
  EXPECT_FALSE(PathOf("q").whole_array());
  EXPECT_TRUE(PathOf("bufs").whole_array());
}

TEST_F(AccessPathTest, NegativeConstantIndexIsOutside) {
  Body("%p = OpAccessChain %p_inner %buf %uint_5 %int_n1\n%q = OpAccessChain %p_inner %buf %uint_5 %ushort_neg");
  EXPECT_TRUE(PathOf("p").outside);
  // Indices are signed, whatever their type says.
  EXPECT_TRUE(PathOf("q").outside);
}

TEST_F(AccessPathTest, LargeConstantsDoNotWrap) {
  Body("%p = OpAccessChain %p_inner %buf %uint_5 %uint_big");
  EXPECT_EQ(PathOf("p").offset.constant, 256u + uint64_t{16} * 0x10000001u);
}

TEST_F(AccessPathTest, PtrAccessChainStepsByThePointersStride) {
  Body(R"(
%a = OpAccessChain %p_strided %buf %uint_5 %uint_2
%p = OpPtrAccessChain %p_strided %a %uint_3
%q = OpPtrAccessChain %p_uint %a %uint_0 %uint_1)");
  EXPECT_EQ(PathOf("p").offset.constant, 256u + 2u * 16u + 3u * 16u);
  EXPECT_EQ(PathOf("q").offset.constant, 256u + 2u * 16u + 8u);
}

TEST_F(AccessPathTest, PtrAccessChainBackwardsIsSigned) {
  Body(R"(
%a = OpAccessChain %p_strided %buf %uint_5 %uint_2
%p = OpPtrAccessChain %p_strided %a %int_n1
%q = OpPtrAccessChain %p_strided %a %i)");
  EXPECT_TRUE(PathOf("p").is_signed);
  EXPECT_FALSE(PathOf("p").outside);
  EXPECT_EQ(PathOf("p").offset.constant, 256u + 2u * 16u - 16u);
  EXPECT_TRUE(PathOf("q").is_signed);
  EXPECT_EQ(PathOf("q").offset.constant, 256u + 2u * 16u);
  EXPECT_EQ(PathOf("q").offset.terms.size(), 1u);
}

TEST_F(AccessPathTest, PathsMayBeginAtAPointer) {
  Body(R"(
%a = OpAccessChain %p_inner %buf %uint_5 %uint_0
%b = OpAccessChain %p_inner %buf %uint_5 %uint_1
%c = OpIEqual %bool %i %j
%q = OpSelect %p_inner %c %a %b
%p = OpAccessChain %p_uint %q %uint_1)");
  AccessPath path;
  std::string why;
  ASSERT_TRUE(paths_->TraceToRoot(Id("p"), &path, &why)) << why;
  EXPECT_EQ(path.descriptor, nullptr);
  EXPECT_EQ(path.root, Id("q"));
  EXPECT_TRUE(path.is_signed);
  EXPECT_EQ(path.offset.constant, 8u);
}

TEST_F(AccessPathTest, NothingIsGuessedPastASelect) {
  Body(R"(
%a = OpAccessChain %p_uint %buf %uint_5 %uint_0 %uint_1
%b = OpAccessChain %p_uint %buf %uint_5 %uint_1 %uint_1
%c = OpIEqual %bool %i %j
%p = OpSelect %p_uint %c %a %b
%q = OpCopyObject %p_uint %p)");
  EXPECT_EQ(WhyNoPath("p"), "the pointer is chosen by OpSelect");
  EXPECT_EQ(WhyNoPath("q"), "the pointer is chosen by OpSelect");
}

}  // namespace
}  // namespace lacuna
